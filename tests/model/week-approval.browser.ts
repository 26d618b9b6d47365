/** Approving the week in a browser. The server provides the calendar; the path decides how the approval ends. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { addDays, type LocalDate, localOf, weekOf } from '#domain/time.ts'
import {
  APPROVAL_QUESTION,
  type ApprovalOutcome,
  NOTHING_PENDING,
  type ProviderDay,
  type weekApprovalMachine,
} from '#machines/schedule/week-approval.machine.ts'
import { usePortal } from '#tests/support/portal.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { addDistrict, addSession, CASELOAD_IDS } from '#tests/support/server/schedule.ts'
import { PEOPLE, TEST_TIME_ZONE } from '#tests/support/server/test-server.ts'
import { visit } from '#tests/support/visit.ts'
import type { BrowserRun } from './harness/description.ts'
import { type HeldCalls, holdCalls } from './harness/held-calls.ts'
import { startAtDifferentIds } from './stored-sessions.browser.ts'

export interface ApprovalWorld {
  readonly page: Page
  readonly calls: HeldCalls
}

/** Over, so that its days can be approved. */
const FULL_WEEK = weekOf(addDays(localOf(Date.now(), TEST_TIME_ZONE).date, -14))
const EMPTY_DAY = addDays(FULL_WEEK[0] ?? '', -28)
/** From Sunday. */
const [, MONDAY = '', TUESDAY = ''] = FULL_WEEK

const tick = (page: Page, day: 'Mon' | 'Tue') => page.getByRole('checkbox', { name: new RegExp(`^Approve .*${day}`) })
const visitDay = (page: Page, date: LocalDate) => visit(page, `/?date=${date}`)
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/**
 * Call at the top of the file.
 * @param monday the model's day that represents the Monday on screen
 * @param tuesday the same for Tuesday
 */
export function weekApprovalInBrowser(
  monday: LocalDate,
  tuesday: LocalDate,
): BrowserRun<typeof weekApprovalMachine, ApprovalWorld> {
  const portal = usePortal()

  /** The ticked checkboxes match the model's pending days. */
  const seesTicks = async (page: Page, { context: { days, pending } }: SnapshotFrom<typeof weekApprovalMachine>) => {
    for (const [day, date] of [
      ['Mon', monday],
      ['Tue', tuesday],
    ] as const) {
      await expect.poll(() => tick(page, day).isEnabled()).toBe(days.length > 0)
      const isShown = days.some((shown) => shown.date === date && !shown.isApproved)
      const isPending = pending.some((checked) => checked.date === date)
      await expect.poll(() => tick(page, day).isChecked()).toBe(isShown && isPending)
    }
  }

  return {
    open: async () => {
      await truncateAll(portal.database())
      await addDistrict(portal.database())
      const token = await portal.server().tokenOf(PEOPLE.Providers.userId)
      await startAtDifferentIds(portal.database())
      const sofias = { providerId: 2, caseloadIds: [CASELOAD_IDS.dora], date: TUESDAY }
      for (const form of [{ date: MONDAY }, { date: MONDAY, startTime: '13:00', endTime: '13:45' }, { date: TUESDAY }])
        await addSession(portal.server(), token, form)
      await addSession(portal.server(), await portal.server().tokenOf(PEOPLE.SpecialProvider.userId), sofias)
      const page = await portal.newPage()
      const calls = await holdCalls(page, { approveDays: '/api/schedule-event/approve-schedule-event' })
      await portal.signIn(page, PEOPLE.Administrators.email)
      await page.goto('/')
      await expect.poll(() => button(page, 'Save').count()).toBe(1)
      await visitDay(page, EMPTY_DAY)
      return { page, calls }
    },
    calls: ({ calls }) => calls,
    close: ({ page }) => page.close(),
    screenshot: ({ page }, path) => page.screenshot({ path }),
    events: {
      'days.show': ({ page }, { event }) => {
        const { days } = event as { days: readonly ProviderDay[] }
        return visitDay(page, days.length > 0 ? MONDAY : EMPTY_DAY)
      },
      'day.toggle': ({ page }, { name }) => tick(page, name === 'Monday' ? 'Mon' : 'Tue').click(),
      'days.check': () => Promise.reject(new Error('The calendar checks dates')),
      'approval.save': ({ page }) => button(page, 'Save').click(),
      'approval.confirm': ({ page }) => button(page, 'Confirm').click(),
      'approval.cancel': ({ page }) => button(page, 'Cancel').click(),
      'notice.dismiss': ({ page }) => button(page, 'OK').click(),
      'selection.clear': ({ page }) => button(page, 'Clear').click(),
      'page.leave': ({ page }) => page.getByRole('link', { name: 'Workflows' }).click(),
      // The checks are gone when the user comes back.
      'leave.confirm': async ({ page }) => {
        await button(page, 'Yes').click()
        await page.getByRole('heading', { name: 'Workflows', level: 1 }).waitFor()
        await page.goBack()
      },
      'leave.dismiss': ({ page }) => button(page, 'No').click(),
    },
    outcomes: {
      approveDays: async ({ calls }, { event }, kind) => {
        if (kind === 'error') return calls.settle('approveDays', kind, event)
        const { refusals } = (event as unknown as { output: ApprovalOutcome }).output
        const errors = refusals.map(({ message }) => ({ path: 'scheduleEventRecurrence.0', message }))
        const data = refusals.map(({ message }) => message)
        return calls.answer('approveDays', { status: data.length > 0 ? 409 : 200, message: '', data, errors })
      },
    },
    excuses: {
      'choosing: days.check [hasOpenDays] → ·':
        "The calendar checks dates; People checks providers' days: tests/screens/people.test.ts.",
      'confirming: approval.confirm → choosing':
        'Every checked day was approved by someone else while the question was open; only the machine run covers that.',
    },
    // The calendar shows another week. Only the machine run covers a day that another administrator approves first.
    // Monday is approved together with Tuesday, on which two providers have sessions.
    possible: ({ context: { pending } }, event) =>
      event.type === 'days.check'
        ? false
        : event.type === 'approval.save'
          ? pending.length !== 1
          : event.type !== 'days.show' || event.days.every(({ isApproved }) => !isApproved),
    states: {
      choosing: async ({ page }, snapshot) => {
        await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
        expect(await button(page, 'Save').isEnabled()).toBe(true)
        await seesTicks(page, snapshot)
      },
      warned: ({ page }) => page.getByRole('dialog').getByText(NOTHING_PENDING).waitFor(),
      confirming: async ({ page }) => {
        await page.getByRole('dialog', { name: APPROVAL_QUESTION }).waitFor()
        expect(await button(page, 'Confirm').isEnabled()).toBe(true)
      },
      saving: async ({ page, calls }) => {
        await expect.poll(() => calls.waiting('approveDays')).toBe(1)
        await page.getByRole('dialog', { name: APPROVAL_QUESTION }).waitFor()
        expect(await button(page, 'Cancel').isEnabled()).toBe(false)
      },
      leaving: ({ page }) =>
        page.getByRole('dialog', { name: /Are you sure you want to leave this page\?$/ }).waitFor(),
      refused: async ({ page }, { context: { outcome } }) => {
        const dialog = page.getByRole('dialog', { name: /^(Some days were|These days could not be) approved$/ })
        for (const { message } of outcome.refusals) await dialog.getByText(message).waitFor()
      },
      failed: ({ page }, { context: { failure = '' } }) => page.getByRole('dialog').getByText(failure).waitFor(),
    },
  }
}
