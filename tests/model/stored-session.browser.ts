/** Loading a stored session into the form, in a browser. The server provides the session; the path decides failures. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { storedSessionMachine } from '#machines/schedule/stored-session.machine.ts'
import type { BrowserRun } from './harness/description.ts'
import { type HeldCalls, holdCalls } from './harness/held-calls.ts'
import { IDS, SERIES_DAY, usePortalWithSessions, weeklySeries } from './stored-sessions.browser.ts'

export interface StoredSessionWorld {
  readonly page: Page
  readonly calls: HeldCalls
}

const ADDRESSES: Readonly<Record<string, string>> = {
  'one occurrence': `/edit-schedule-provider/${IDS.series}/${IDS.occurrence}`,
  'a series': `/edit-schedule-provider/${IDS.series}`,
}
const update = (page: Page) => page.getByRole('button', { name: /^Update( All)?$/ })

/** Call at the top of the file. */
export function storedSessionInBrowser(): BrowserRun<typeof storedSessionMachine, StoredSessionWorld> {
  const { portal, begin, signedIn } = usePortalWithSessions([weeklySeries], 'different')
  const query = (text: string) => portal.database().pool.query(text)
  return {
    starts: Object.keys(ADDRESSES),
    open: async (start) => {
      await begin()
      const page = await signedIn('Providers')
      const calls = await holdCalls(page, {
        loadSession: [
          '/api/schedule-event/edit-schedule-event-recurrence-by-id',
          '/api/schedule-event/edit-schedule-event-by-id',
        ],
      })
      await page.goto(ADDRESSES[start] ?? '/')
      return { page, calls }
    },
    calls: ({ calls }) => calls,
    close: ({ page }) => page.close(),
    screenshot: ({ page }, path) => page.screenshot({ path }),
    events: {
      // Twice, as some people do: the second click finds no button.
      'load.retry': ({ page }) => page.getByRole('button', { name: 'Try again' }).dblclick(),
    },
    outcomes: {
      loadSession: async ({ calls }, { event, name }, kind) => {
        if (name === 'over') await query("update occurrences set starts_at = now() - interval '1 day', ends_at = now()")
        if (name === 'on an approved day')
          await query(`insert into provider_days (provider_id, date, state) values (1, '${SERIES_DAY}', 'approved')
            on conflict (provider_id, date) do update set state = excluded.state`)
        // The access token has expired: it is renewed, and the call is repeated.
        if (kind === 'done') await calls.answer('loadSession', { status: 401, message: '', data: null })
        await calls.settle('loadSession', kind, event)
      },
    },
    possible: (snapshot, event) =>
      event.type !== 'xstate.done.actor.loadSession' ||
      snapshot.context.query.scope === 'occurrence' ||
      ('output' in event && !JSON.stringify(event.output).match(/"isEventPassed":true|is approved/)),
    states: {
      loading: async ({ page, calls }) => {
        await page.getByRole('status', { name: 'Loading...' }).waitFor()
        await expect.poll(() => calls.waiting('loadSession')).toBe(1)
      },
      loaded: async ({ page }, { context: { query: asked, session } }) => {
        await expect.poll(() => page.getByRole('textbox', { name: 'Event name' }).inputValue()).toBe('Fine motor group')
        const isLocked = session?.isEventPassed === true || session?.readOnlyReason !== null
        const label = asked.scope === 'series' ? 'Update All' : 'Update'
        // The fields are there before the buttons below them.
        await expect
          .poll(() => page.getByRole('button', { name: 'Cancel', exact: true }).count())
          .toBe(asked.isEdit ? 1 : 0)
        expect(await update(page).allTextContents()).toEqual(asked.isEdit && !isLocked ? [label] : [])
      },
      failed: async ({ page }, { context: { message } }) => {
        const alert = page.getByRole('main').getByRole('alert')
        await alert.getByText(message ?? 'The session could not be loaded.').waitFor()
        expect(await update(page).count()).toBe(0)
      },
    },
  }
}
