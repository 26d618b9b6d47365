/** A row's details in a browser, on the attendance report. The server reads them; the path decides failures. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { addDays, formatDate, localOf, startOfWeek } from '#domain/time.ts'
import type { DetailsMachine } from '#machines/common/details.machine.ts'
import { usePortal } from '#tests/support/portal.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { addDistrict, addSession, confirmHours } from '#tests/support/server/schedule.ts'
import { PEOPLE, TEST_TIME_ZONE } from '#tests/support/server/test-server.ts'
import type { BrowserRun } from './harness/description.ts'
import { type HeldCalls, holdCalls } from './harness/held-calls.ts'

export interface DetailsWorld {
  readonly page: Page
  readonly calls: HeldCalls
}

/** Last week, whose hours are confirmed as zero on Monday, and not confirmed on Tuesday. */
const LAST_WEEK = addDays(startOfWeek(localOf(Date.now(), TEST_TIME_ZONE).date), -7)
const [MONDAY, TUESDAY] = [addDays(LAST_WEEK, 1), addDays(LAST_WEEK, 2)]
const BEFORE = 8 * 24 * 3_600_000

/** By the model's subjects. */
const ROWS: Readonly<Record<number, { readonly date: string; readonly count: string; readonly sessions: string[] }>> = {
  1: {
    date: MONDAY,
    count: '2/2',
    sessions: ['1\tLincoln\tFine motor group\tAbsent', '2\tLincoln\tReading circle\tAbsent'],
  },
  2: { date: TUESDAY, count: '1/1', sessions: ['1\tLincoln\tFine motor group\tNot Confirmed'] },
}

const rowOf = (subject = 0) => {
  const row = ROWS[subject]
  if (!row) throw new Error(`There is no row ${subject}`)
  return { ...row, name: `Paul Provider, ${formatDate(row.date)}` }
}
const dialog = (page: Page, subject: number | undefined) => page.getByRole('dialog', { name: rowOf(subject).name })

const REFRESH = 'Dialogs have no Refresh; Counts and People do: tests/screens/people.test.ts.'
const FOLLOW = 'Dialogs follow no changes; pages do: tests/screens/live-changes.test.ts.'

/** Call at the top of the file. */
export function detailsInBrowser(): BrowserRun<DetailsMachine<number, string>, DetailsWorld> {
  const portal = usePortal()
  return {
    open: async () => {
      await truncateAll(portal.database())
      await addDistrict(portal.database())
      portal.server().now = new Date(Date.now() - BEFORE)
      const token = await portal.server().tokenOf(PEOPLE.Providers.userId)
      await addSession(portal.server(), token, { date: MONDAY })
      const second = { startTime: '10:00', endTime: '10:45', eventName: 'Reading circle' }
      await addSession(portal.server(), token, { date: MONDAY, ...second })
      await addSession(portal.server(), token, { date: TUESDAY })
      portal.server().now = undefined
      const paul = await portal.server().tokenOf(PEOPLE.Providers.userId)
      await confirmHours(portal.server(), paul, { date: MONDAY, isZeroHours: true })
      const page = await portal.newPage()
      const calls = await holdCalls(page, { loadDetails: '/api/attendance/get-individual-record' })
      await portal.signIn(page, PEOPLE.Administrators.email)
      await page.goto('/attendance')
      await page.getByText('1-2 of 2 results').waitFor()
      return { page, calls }
    },
    calls: ({ calls }) => calls,
    close: ({ page }) => page.close(),
    screenshot: ({ page }, path) => page.screenshot({ path }),
    events: {
      'details.open': async ({ page }, { event }) => {
        if (event.type !== 'details.open') return
        const { count, name } = rowOf(event.subject)
        await page.getByRole('button', { name: `${count}, ${name}`, exact: true }).click()
      },
      'details.refresh': () => Promise.reject(new Error('A dialog has no Refresh')),
      'details.follow': () => Promise.reject(new Error('A dialog follows nothing')),
      'details.retry': ({ page }) => page.getByRole('button', { name: 'Try again' }).click(),
      'details.close': ({ page }) => page.keyboard.press('Escape'),
    },
    outcomes: { loadDetails: ({ calls }, { event }, kind) => calls.settle('loadDetails', kind, event) },
    // The dialog covers the other rows, has no Refresh, and follows nothing.
    possible: (snapshot, event) =>
      event.type === 'details.open'
        ? snapshot.matches('closed')
        : event.type !== 'details.refresh' && event.type !== 'details.follow',
    excuses: {
      'loading: details.refresh → loading': REFRESH,
      'shown: details.refresh → loading': REFRESH,
      'failed: details.refresh → loading': REFRESH,
      '*details.follow*': FOLLOW,
      '*rereading*': FOLLOW,
      '*isStale*': FOLLOW,
    },
    states: {
      closed: ({ page }) => expect.poll(() => page.getByRole('dialog').count()).toBe(0),
      loading: async ({ page, calls }, { context: { subject } }) => {
        await dialog(page, subject).waitFor()
        await expect.poll(() => calls.waiting('loadDetails')).toBe(1)
        expect(await dialog(page, subject).getByText('Lincoln').count()).toBe(0)
      },
      shown: ({ page }, { context: { subject } }) =>
        expect
          .poll(() => dialog(page, subject).getByRole('row').allInnerTexts())
          .toEqual(['Sr. No\tSchool Name\tEvent Name\tStatus', ...rowOf(subject).sessions]),
      failed: ({ page }, { context: { subject, message = 'The sessions could not be loaded.' } }) =>
        dialog(page, subject).getByRole('alert').getByText(message).waitFor(),
    },
  }
}
