/**
 * The details of a session in a browser, on Manage Schedule. The session is stored as the path requires, and the server
 * reads, approves and rejects; the path decides failures.
 */

import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { SnapshotFrom } from 'xstate'
import { isStatus } from '#contract/failures.ts'
import { formMessages } from '#domain/form-messages.ts'
import type { RoleName } from '#domain/roles.ts'
import { sessionFormMessages } from '#domain/session-form.ts'
import { addDays } from '#domain/time.ts'
import { type eventModalMachine, selectOffered } from '#machines/schedule/event-modal.machine.ts'
import { storeWaitingChange } from '#tests/support/server/schedule.ts'
import { PEOPLE } from '#tests/support/server/test-server.ts'
import { visitNew } from '#tests/support/visit.ts'
import type { BrowserRun } from './harness/description.ts'
import { type HeldCalls, holdCalls } from './harness/held-calls.ts'
import { SERIES_DAY, usePortalWithSessions, weeklySeries } from './stored-sessions.browser.ts'

export interface EventModalWorld {
  readonly page: Page
  readonly calls: HeldCalls
  readonly start: string
}

type Snapshot = SnapshotFrom<typeof eventModalMachine>

const BUTTONS: Readonly<Record<string, string>> = {
  'occurrence.delete': 'Delete',
  'series.delete': 'Delete Series',
  'series.edit': 'Edit Series',
  'occurrence.edit': 'Edit',
  'edit.reject': 'Reject',
  'edit.approve': 'Approve',
  'edit.withdraw': 'Withdraw Request',
}

/** The user of each start, and where they see the session; the last one owns it. */
const STARTS: Readonly<Record<string, { role: RoleName; calendar: string }>> = {
  'an administrator': { role: 'Administrators', calendar: '/schedule-event-viewer' },
  'a provider': { role: 'Providers', calendar: '/schedule-event-viewer' },
  'a provider with a page for looking': { role: 'SpecialProvider', calendar: '/schedule-provider-event-viewer' },
}
const placeOf = (start: string) => STARTS[start] ?? { role: 'Administrators', calendar: '/' }
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const details = (page: Page) => page.getByRole('dialog', { name: 'Fine motor group' })

/** Call at the top of the file. */
export function eventModalInBrowser(): BrowserRun<typeof eventModalMachine, EventModalWorld> {
  const { portal, begin, signedIn } = usePortalWithSessions([weeklySeries])
  const query = (text: string, values: unknown[] = []) => portal.database().pool.query(text, values)

  /** Stores the session as an outcome of the model describes it, except for the version. */
  const store = async (detail: NonNullable<Snapshot['context']['detail']>) => {
    const { original, isEdited, originalStudentList, edited } = detail
    const { isRecurring, isEventPassed, isApproved } = original
    await query('delete from occurrence_edits')
    await query(
      `update occurrences set title = 'Fine motor group', is_recurring = $1, date = $2, start_time = '09:00', end_time = '09:45',
         ends_at = now() + $3::interval, starts_at = now() + $3::interval - '45 minutes'::interval where id = 1`,
      [isRecurring, SERIES_DAY, isEventPassed ? '-1 day' : '14 days'],
    )
    await query('delete from provider_days')
    const state = ['open', 'approved', 'rejected', 'locked'][isApproved]
    await query(
      'insert into provider_days (provider_id, date, state) select provider_id, $1, $2 from occurrences where id = 1',
      [SERIES_DAY, state],
    )
    await query('delete from occurrence_students where occurrence_id = 1')
    if (originalStudentList.length > 0) {
      await query(`insert into occurrence_students (occurrence_id, student_id, caseload_frequency_id)
        select 1, student_id, caseload_frequency_id from occurrence_students where occurrence_id = 2`)
    }
    if (!isEdited) return
    const [{ school_id: schoolId }] = (await query('select school_id from occurrences where id = 1')).rows
    const form = { eventName: 'Asked for', date: SERIES_DAY, startTime: '10:00', endTime: '10:45', schoolId }
    const { obstacle = null, clashes = [] } = edited?.decision ?? {}
    const date = obstacle === null ? SERIES_DAY : addDays(SERIES_DAY, 1)
    await storeWaitingChange(portal.database(), 1, { ...form, date })
    const provider = 'select provider_id from occurrences where id = 1'
    if (obstacle !== null) {
      await query(`insert into provider_days (provider_id, date, state) select (${provider}), $1, 'locked'`, [date])
    }
    await query('delete from pto_requests')
    for (const clash of clashes) {
      if (clash.kind !== 'timeOff') throw new Error(`No one stores a clash with ${clash.kind}`)
      await query(
        `insert into pto_requests (provider_id, requested_date, start_time, end_time, reason, state)
         select (${provider}), $1, $2, $3, 'Dentist', 'accepted'`,
        [date, clash.startTime, clash.endTime],
      )
    }
  }

  /** A page opened instead of the dialog; the user goes back. */
  const comeBackFrom = async ({ page }: EventModalWorld, heading: string) => {
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
    await page.goBack()
    await page.locator('[data-event="1"]').waitFor()
  }

  /** Opens the form, next to the calendar or as a page, and leaves it. */
  const edit =
    (name: 'Edit' | 'Edit Series') =>
    async ({ page }: EventModalWorld, { after }: { after: Snapshot }) => {
      await button(page, name).click()
      if (after.matches({ shown: 'expired' })) return
      const panel = page.getByRole('dialog', { name: 'Edit Session' })
      await button(page, name === 'Edit' ? 'Update' : 'Update All').waitFor()
      if (await panel.isVisible()) await panel.getByRole('button', { name: 'Cancel' }).click()
      else await page.goBack()
      await page.locator('[data-event="1"]').waitFor()
    }
  /** Starts the deletion, then cancels it. */
  const startDeletion =
    (name: string) =>
    async ({ page }: EventModalWorld, { after }: { after: Snapshot }) => {
      await button(page, name).click()
      if (after.matches({ shown: 'expired' })) return
      const question = page.getByRole('dialog', { name: formMessages.deletion })
      await question.getByRole('button', { name: 'Cancel' }).click()
      await question.waitFor({ state: 'detached' })
    }

  return {
    open: async (start) => {
      await begin()
      const { role, calendar } = placeOf(start)
      const page = await signedIn(role)
      const calls = await holdCalls(page, {
        loadEvent: '/api/schedule-event/get-schedule-event-by-id',
        decideEdit: [
          '/api/schedule-event/approve-schedule-event-recurrence',
          '/api/schedule-event/reject-schedule-event-recurrence',
          '/api/schedule-event/withdraw-schedule-event-recurrence',
        ],
      })
      if (role === 'SpecialProvider') {
        const { providerId } = PEOPLE.SpecialProvider
        await query('update schedule_events set provider_id = $1 where id = 1', [providerId])
        await query('update occurrences set provider_id = $1', [providerId])
      }
      await page.goto(`${calendar}?date=${SERIES_DAY}`)
      await page.locator('[data-event="1"]').waitFor()
      return { page, calls, start }
    },
    // Another user signs in on a page of their own.
    reopen: async ({ page, calls, start: last }, start) => {
      const { role, calendar } = placeOf(start)
      if (role !== placeOf(last).role) return undefined
      await visitNew(page, `${calendar}?date=${SERIES_DAY}`)
      await page.locator('[data-event="1"]').waitFor()
      return { page, calls, start }
    },
    calls: ({ calls }) => calls,
    close: ({ page }) => page.close(),
    screenshot: ({ page }, path) => page.screenshot({ path }),
    events: {
      'event.open': ({ page }) => page.locator('[data-event="1"]').click(),
      'event.follow': () => Promise.reject(new Error('Tried in tests/screens/live-changes.test.ts')),
      // A message about the decision may still be there, with a Close of its own.
      'modal.close': ({ page }, { before }) =>
        page
          .getByRole('dialog')
          .getByRole('button', { name: before.hasTag('failed') ? 'OK' : 'Close', exact: true })
          .click(),
      'occurrence.edit': edit('Edit'),
      'series.edit': edit('Edit Series'),
      'occurrence.delete': startDeletion('Delete'),
      'series.delete': startDeletion('Delete Series'),
      // Twice, as some people do: it must be decided only once.
      'edit.approve': ({ page }) => button(page, 'Approve').dblclick(),
      'edit.reject': ({ page }) => button(page, 'Reject').dblclick(),
      'edit.withdraw': ({ page }, { after }) =>
        after.matches({ shown: 'expired' })
          ? button(page, 'Withdraw Request').click()
          : button(page, 'Withdraw Request').dblclick(),
      'expired.dismiss': ({ page }) => button(page, 'OK').click(),
    },
    outcomes: {
      loadEvent: async (world, { event, after }, kind) => {
        if (kind === 'done' && after.context.detail) await store(after.context.detail)
        await world.calls.settle('loadEvent', kind, event)
        if (kind === 'done' && after.matches('closed')) await comeBackFrom(world, 'View Event')
        if ('error' in event && isStatus(event.error, 404)) await comeBackFrom(world, 'Add Event')
      },
      decideEdit: ({ calls }, { event }, kind) => calls.settle('decideEdit', kind, event),
    },
    states: {
      closed: ({ page }) => expect.poll(() => page.getByRole('dialog').count()).toBe(0),
      loading: async ({ page, calls }) => {
        await page.getByRole('dialog', { name: 'Loading...' }).waitFor()
        await expect.poll(() => calls.waiting('loadEvent')).toBe(1)
      },
      'shown.reading': async ({ page }, snapshot) => {
        await details(page).waitFor()
        const buttons = details(page).locator('button[data-deletes]')
        const offered = selectOffered(snapshot).map((type) => BUTTONS[type])
        await expect.poll(() => buttons.allTextContents()).toEqual(offered)
        expect(await details(page).getByText('Edited, pending approval').count()).toBe(
          snapshot.context.detail?.isEdited ? 1 : 0,
        )
      },
      'shown.expired': ({ page }) =>
        page.getByRole('dialog', { name: 'Event expired' }).getByText(sessionFormMessages.expired).waitFor(),
      'shown.deciding': async ({ page, calls }) => {
        await expect.poll(() => calls.waiting('decideEdit')).toBe(1)
        for (const each of await details(page).locator('button[data-deletes]').all()) {
          expect(await each.isEnabled()).toBe(false)
        }
      },
      refused: ({ page }, { context: { failure = '' } }) =>
        page.getByRole('dialog', { name: 'Error' }).getByText(failure).waitFor(),
      failed: ({ page }, { context: { failure = '' } }) =>
        page.getByRole('dialog', { name: 'Error' }).getByText(failure).waitFor(),
    },
    excuses: {
      '*event.follow*': 'tests/screens/live-changes.test.ts changes and deletes a session that is shown.',
      '*following*': 'tests/screens/live-changes.test.ts changes and deletes a session that is shown.',
      'shown.reading: event.open*':
        'Only a save above the details sends it: clicks cannot reach the calendar behind them.',
      'shown.reading: timesheet.replace*': 'tests/screens/admin-home.test.ts saves hours above the details.',
    },
    possible: (snapshot, event) =>
      event.type !== 'timesheet.replace' &&
      event.type !== 'event.follow' &&
      (event.type !== 'event.open' || (snapshot.matches('closed') && event.id === 1)),
  }
}
