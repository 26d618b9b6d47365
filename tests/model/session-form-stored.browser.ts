/** The form of stored sessions in a browser: an occurrence, a series, a past one, and one that can only be viewed. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { sessionFormMessages } from '#domain/session-form.ts'
import { addDays } from '#domain/time.ts'
import type { SessionFormPurpose, sessionFormMachine } from '#machines/schedule/session-form.machine.ts'
import { comingTuesday } from '#tests/support/demo-dates.ts'
import { usePortal } from '#tests/support/portal.ts'
import { acceptSaved } from '#tests/support/preview.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { addDistrict, addSession } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE } from '#tests/support/server/test-server.ts'
import type { BrowserRun } from './harness/description.ts'
import { holdCalls } from './harness/held-calls.ts'
import {
  addColours,
  button,
  endSaving,
  ensureAll,
  enterSomething,
  formSteps,
  isReachable,
  SAVING_CALLS,
  type SessionFormWorld,
  sees,
} from './session-form.browser.ts'

const tuesday = comingTuesday()
const MESSAGES = new RegExp(`^${sessionFormMessages.updated}`)

/** The address of each start, and the call that saves. */
const OPENED = {
  'an occurrence is edited': { address: '/edit-schedule/1/1/true', saves: 'update-schedule-event-recurrence' },
  'a series is edited': { address: `/edit-schedule/1?from=${tuesday}`, saves: 'update-schedule-event-series' },
  'a passed session': { address: '/edit-schedule/1/1/true', saves: 'update-schedule-event-recurrence' },
  'a session is looked at': { address: '/view-schedule-provider/1/true', saves: 'update-schedule-event-recurrence' },
} as const

const ADDED = 'tests/model/session-form.model.test.ts adds sessions.'
const saveButton = (page: Page) => page.getByRole('button', { name: /^Update( All)?$/ })
const recurring = (page: Page) => page.getByRole('checkbox', { name: 'Set Recurring Series for this Session' })
const heading = (page: Page) => page.getByRole('heading', { name: /^(Edit|View) Event$/, level: 1 })

/** A session that is over has no fields to edit, and one that can only be viewed has no buttons. */
const isOffered = (purpose: SessionFormPurpose, event: { type: string; hasEntries?: boolean }) => {
  if (purpose === 'view') return false
  return purpose !== 'passed' || (event.type === 'form.cancel' && !event.hasEntries)
}

/** Call at the top of the file. */
export function storedFormInBrowser(): BrowserRun<typeof sessionFormMachine, SessionFormWorld> {
  const portal = usePortal()
  return {
    starts: Object.keys(OPENED),
    open: async (start) => {
      await truncateAll(portal.database())
      await addDistrict(portal.database())
      await addColours(portal.database())
      await allowScreen(portal.database(), 'Administrators', 'Scheduling')
      const isLookedAt = start === 'a session is looked at'
      const token = await portal.server().tokenOf(PEOPLE.Administrators.userId)
      await addSession(portal.server(), token, {
        providerId: isLookedAt ? 2 : 1,
        rateTypeId: 1,
        caseloadIds: isLookedAt ? [4] : [1, 2],
        date: tuesday,
        endDate: addDays(tuesday, 14),
        rule: { type: 'weekly', option: 'everyNWeeks', everyNWeeks: 1, days: [2] },
      })
      if (start === 'a passed session')
        await portal
          .database()
          .pool.query(
            "update occurrences set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour'",
          )
      const { address, saves } = OPENED[start as keyof typeof OPENED]
      const page = await portal.newPage()
      await portal.signIn(page, PEOPLE[isLookedAt ? 'SpecialProvider' : 'Administrators'].email)
      await page.goto(address)
      await expect.poll(() => page.getByRole('combobox', { name: 'Service', exact: true }).inputValue()).not.toBe('')
      const calls = await holdCalls(page, {
        previewSession: SAVING_CALLS.previewSession,
        saveSession: `/api/schedule-event/${saves}`,
      })
      return { page, calls }
    },
    calls: ({ calls }) => calls,
    close: ({ page }) => page.close(),
    screenshot: ({ page }, path) => page.screenshot({ path }),
    events: {
      ...formSteps,
      'form.submit': async (world) => {
        const { page } = world
        await enterSomething(world)
        await ensureAll(page)
        const everyNWeeks = page.getByRole('radio', { name: 'Every N weeks' })
        if ((await everyNWeeks.isVisible()) && (await everyNWeeks.isEnabled())) await everyNWeeks.check()
        await saveButton(page).click()
      },
    },
    outcomes: { saving: endSaving },
    possible: (snapshot, event) =>
      isReachable(snapshot, event) && (event.type.startsWith('xstate') || isOffered(snapshot.context.purpose, event)),
    states: {
      'purpose.editOccurrence': async ({ page }, snapshot) => {
        if (!snapshot.matches({ workflow: 'editing' })) return
        expect(await saveButton(page).textContent()).toBe('Update')
        expect([await recurring(page).isChecked(), await recurring(page).isEnabled()]).toEqual([true, false])
      },
      'purpose.editSeries': async ({ page }, snapshot) => {
        if (!snapshot.matches({ workflow: 'editing' })) return
        expect(await saveButton(page).textContent()).toBe('Update All')
        expect(await recurring(page).isEnabled()).toBe(true)
        if (await recurring(page).isChecked())
          expect(await page.getByRole('radio', { name: 'Monthly' }).isEnabled()).toBe(false)
      },
      'purpose.view': async ({ page }) => {
        expect(await page.getByRole('textbox', { name: 'Event name' }).isEnabled()).toBe(false)
        expect(await page.getByRole('button', { name: /^(Cancel|Save|Update|Update All)$/ }).count()).toBe(0)
      },
      'purpose.passed': async ({ page }, snapshot) => {
        if (snapshot.matches({ workflow: 'closed' })) return
        await page.getByRole('main').getByText(sessionFormMessages.expired).waitFor()
        expect(await page.getByRole('textbox', { name: 'Event name' }).isEnabled()).toBe(false)
        expect(await saveButton(page).count()).toBe(0)
      },
      ...sees,
      'workflow.editing': async ({ page }, { context: { purpose } }) => {
        await heading(page).waitFor()
        await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
        if (purpose !== 'view' && purpose !== 'passed') await expect.poll(() => saveButton(page).isEnabled()).toBe(true)
      },
      'workflow.saving': async ({ page, calls }) => {
        await expect.poll(() => calls.waiting('previewSession')).toBe(1)
        expect(await button(page, 'Cancel').isEnabled()).toBe(false)
      },
      'workflow.saved': async ({ page }) => {
        await acceptSaved(page, MESSAGES)
        await heading(page).waitFor({ state: 'detached' })
      },
      'workflow.closed': ({ page }) => heading(page).waitFor({ state: 'detached' }),
    },
    excuses: {
      '*purpose.create*': ADDED,
    },
  }
}
