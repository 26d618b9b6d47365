/**
 * An action on a row in a browser, both kinds on the list of schools: deleting one, which asks first, and its switch,
 * which doesn't. The server switches; the path decides how deletions end, so that the school stays.
 */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { schoolMessages } from '#domain/school-form.ts'
import type { ConfirmActionMachine } from '#machines/common/confirm-action.machine.ts'
import { usePortal } from '#tests/support/portal.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { addDistrict, SCHOOL_IDS } from '#tests/support/server/schedule.ts'
import { PEOPLE } from '#tests/support/server/test-server.ts'
import type { BrowserRun } from './harness/description.ts'
import { type HeldCalls, holdCalls } from './harness/held-calls.ts'

export interface ConfirmActionWorld {
  readonly page: Page
  readonly calls: HeldCalls
  /** What the switch shows. */
  isActive: boolean
}

const SCHOOL = 'Maple'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const onSwitch = (page: Page) => page.getByRole('switch', { name: `${SCHOOL} is active`, exact: true })
const question = (page: Page) => page.getByRole('dialog', { name: schoolMessages.deletion })
const refusal = (page: Page, wasAsked: boolean) =>
  page.getByRole('dialog', { name: wasAsked ? 'Not deleted' : 'Not changed' })

/** Call at the top of the file. */
export function confirmActionInBrowser(): BrowserRun<ConfirmActionMachine<number, { id: number }>, ConfirmActionWorld> {
  const portal = usePortal()

  const seesNoDialog = async ({ page, isActive }: ConfirmActionWorld) => {
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await expect.poll(() => onSwitch(page).isChecked()).toBe(isActive)
    await expect.poll(() => onSwitch(page).isEnabled()).toBe(true)
  }

  return {
    open: async () => {
      await truncateAll(portal.database())
      await addDistrict(portal.database())
      const page = await portal.newPage()
      const calls = await holdCalls(page, {
        act: [`/api/school/delete-school/${SCHOOL_IDS.maple}`, '/api/school/activate-school'],
      })
      await portal.signIn(page, PEOPLE.Administrators.email)
      await page.goto('/schools-account')
      await onSwitch(page).waitFor()
      return { page, calls, isActive: true }
    },
    calls: ({ calls }) => calls,
    close: ({ page }) => page.close(),
    screenshot: ({ page }, path) => page.screenshot({ path }),
    events: {
      'action.ask': ({ page }) => button(page, `Delete ${SCHOOL}`).click(),
      'action.run': ({ page }) => onSwitch(page).press('Space'),
      // Twice, as some people do: it must be sent only once.
      'action.confirm': ({ page }) => button(page, 'Delete school').dblclick(),
      'action.cancel': ({ page }) => button(page, 'Cancel').click(),
      'failure.dismiss': ({ page }) => button(page, 'OK').click(),
      'success.dismiss': ({ page }) => button(page, 'OK').click(),
    },
    outcomes: {
      act: async (world, { event, before: { context } }, kind) => {
        if (kind === 'error') return world.calls.settle('act', kind, event)
        if (context.wasAsked) return world.calls.answer('act', { status: 200, message: '', data: null })
        world.isActive = !world.isActive
        return world.calls.answerByServer('act')
      },
    },
    // Only a deletion says that it succeeded, and its message covers the list. The district has one school.
    possible: (snapshot, { type, ...event }) => {
      if ('subject' in event && event.subject !== 7) return false
      const isTold = snapshot.matches('done') && snapshot.context.wasAsked
      return snapshot.matches('done') && !type.startsWith('xstate.') ? isTold === (type === 'success.dismiss') : true
    },
    states: {
      idle: seesNoDialog,
      confirming: async ({ page }) => {
        await question(page).getByText(SCHOOL, { exact: true }).waitFor()
        for (const name of ['Cancel', 'Delete school'])
          await expect.poll(() => button(page, name).isEnabled()).toBe(true)
      },
      running: async ({ page, calls }, { context: { wasAsked } }) => {
        await expect.poll(() => calls.waiting('act')).toBe(1)
        if (!wasAsked) return expect(await page.getByRole('dialog').count()).toBe(0)
        for (const name of ['Cancel', 'Delete school']) expect(await button(page, name).isEnabled()).toBe(false)
      },
      done: (world, { context: { wasAsked } }) =>
        wasAsked
          ? world.page.getByRole('dialog', { name: 'Done' }).getByText(schoolMessages.deleted).waitFor()
          : seesNoDialog(world),
      failed: ({ page }, { context: { message, wasAsked } }) =>
        refusal(page, wasAsked)
          .getByText(message ?? '', { exact: true })
          .waitFor(),
    },
  }
}
