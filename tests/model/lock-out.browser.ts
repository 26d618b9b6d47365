/** Locking a period in a browser. The path decides what the server replies. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { AnyEventObject } from 'xstate'
import { lockOutMessages } from '#domain/billing/lock-out.ts'
import { formatDate } from '#domain/time.ts'
import type { lockOutMachine } from '#machines/billing/lock-out.machine.ts'
import { usePortal } from '#tests/support/portal.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { addPeople, PEOPLE } from '#tests/support/server/test-server.ts'
import type { OutcomeKind } from '#workflows/model/read-chart.ts'
import type { BrowserRun } from './harness/description.ts'
import { type HeldCalls, holdCalls } from './harness/held-calls.ts'

export interface LockOutWorld {
  readonly page: Page
  readonly calls: HeldCalls
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Lock Out', exact: true })
const question = (page: Page) => page.getByRole('dialog', { name: lockOutMessages.confirmForce })
const field = (page: Page, name: string) => dialog(page).getByRole('textbox', { name })
const type = async (page: Page, name: string, date: string) => {
  await field(page, name).fill(date)
  await page.keyboard.press('Tab')
}

/** What the server says of a period that it locked. */
const lockOut = (body: unknown) => ({
  ...Object(body),
  id: 1,
  createdOnUtc: '2026-11-20T15:00:00.000Z',
  isForced: false,
  lockedBy: 'Ada Admin',
  leftOut: { days: 0, minutes: 0, amount: '0.00' },
  unlocked: null,
  unlockRefusal: null,
})

/** Call at the top of the file. */
export function lockOutInBrowser(): BrowserRun<typeof lockOutMachine, LockOutWorld> {
  const portal = usePortal()
  const ends = ({ calls }: LockOutWorld, { event }: { event: AnyEventObject }, kind: OutcomeKind) =>
    kind === 'error'
      ? calls.settle('lockPeriod', kind, event)
      : calls.answer('lockPeriod', { status: 200, message: '', data: lockOut(calls.bodyOf('lockPeriod')) })
  const isSending = async ({ calls }: LockOutWorld, isForceFullLockOut: boolean) => {
    await expect.poll(() => calls.waiting('lockPeriod')).toBe(1)
    expect(calls.bodyOf('lockPeriod')).toMatchObject({
      startDate: '2026-11-01',
      endDate: '2026-11-15',
      isForceFullLockOut,
    })
  }

  return {
    open: async () => {
      await truncateAll(portal.database())
      await addPeople(portal.database())
      const page = await portal.newPage()
      const calls = await holdCalls(page, { lockPeriod: '/api/billing/lock-out-invoice' })
      await portal.signIn(page, PEOPLE.Administrators.email)
      await page.goto('/lockout')
      await page.getByText(lockOutMessages.empty).waitFor()
      return { page, calls }
    },
    calls: ({ calls }) => calls,
    hasFixedDates: true,
    close: ({ page }) => page.close(),
    screenshot: ({ page }, path) => page.screenshot({ path }),
    events: {
      'dialog.open': ({ page }) => page.getByRole('button', { name: 'Lock Out', exact: true }).click(),
      'dialog.close': ({ page }) => dialog(page).getByRole('button', { name: 'Cancel', exact: true }).click(),
      'period.change': ({ page }) => type(page, 'Start Date', '10/01/2026'),
      'period.submit': async ({ page }, { event }) => {
        if (event.type !== 'period.submit') return
        await type(page, 'Start Date', formatDate(event.period.startDate))
        await type(page, 'To Date', formatDate(event.period.endDate))
        await dialog(page).getByRole('button', { name: 'Lock Out', exact: true }).click()
      },
      'force.confirm': ({ page }) => page.getByRole('button', { name: 'Lock Out Anyway' }).click(),
      'force.cancel': ({ page }) => question(page).getByRole('button', { name: 'Cancel' }).click(),
      'failure.dismiss': ({ page }) => page.getByRole('button', { name: 'OK', exact: true }).click(),
    },
    outcomes: { lockPeriod: ends, forceLock: ends },
    states: {
      closed: ({ page }) => expect.poll(() => page.getByRole('dialog').count()).toBe(0),
      choosing: async ({ page }) => {
        await dialog(page).getByRole('button', { name: 'Lock Out', exact: true }).waitFor()
        await expect.poll(() => page.getByRole('dialog').count()).toBe(1)
        expect(await dialog(page).getByRole('alert').allInnerTexts()).toEqual([''])
      },
      submitting: (world) => isSending(world, false),
      nothingToLock: ({ page }, { context: { message = '' } }) =>
        dialog(page).getByRole('alert').getByText(message, { exact: true }).waitFor(),
      confirmingForce: async ({ page }) => {
        await question(page).getByText('left out of billing and payroll: 2 days, 3:30 h, $299.25').waitFor()
        await expect.poll(() => question(page).getByRole('button', { name: 'Lock Out Anyway' }).isEnabled()).toBe(true)
      },
      forcing: async (world) => {
        await isSending(world, true)
        expect(await question(world.page).getByRole('button', { name: 'Cancel' }).isEnabled()).toBe(false)
      },
      refused: ({ page }, { context: { message = '' } }) =>
        page.getByRole('dialog', { name: 'Not locked' }).getByText(message, { exact: true }).waitFor(),
    },
  }
}
