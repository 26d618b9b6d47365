/** Loading a stored session into the form, in a browser. The server provides the session; the path decides failures. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { storedSessionMachine } from '#machines/schedule/stored-session.machine.ts'
import type { BrowserRun } from './harness/description.ts'
import { type HeldCalls, holdCalls } from './harness/held-calls.ts'
import { usePortalWithSessions, weeklySeries } from './stored-sessions.browser.ts'

export interface StoredSessionWorld {
  readonly page: Page
  readonly calls: HeldCalls
}

const update = (page: Page) => page.getByRole('button', { name: /^Update( All)?$/ })

/** Call at the top of the file. */
export function storedSessionInBrowser(): BrowserRun<typeof storedSessionMachine, StoredSessionWorld> {
  const { signedIn } = usePortalWithSessions([weeklySeries])
  return {
    open: async (start) => {
      const page = await signedIn('Providers')
      const calls = await holdCalls(page, {
        loadSession: [
          '/api/schedule-event/edit-schedule-event-recurrence-by-id',
          '/api/schedule-event/edit-schedule-event-by-id',
        ],
      })
      await page.goto(start === 'a series' ? '/edit-schedule-provider/1' : '/edit-schedule-provider/1/1')
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
      loadSession: async ({ calls }, { event }, kind) => {
        // The access token has expired: it is renewed, and the call is repeated.
        if (kind === 'done') await calls.answer('loadSession', { status: 401, message: '', data: null })
        await calls.settle('loadSession', kind, event)
      },
    },
    states: {
      loading: async ({ page, calls }) => {
        await page.getByRole('status', { name: 'Loading...' }).waitFor()
        await expect.poll(() => calls.waiting('loadSession')).toBe(1)
      },
      loaded: async ({ page }, { context: { query } }) => {
        await update(page).waitFor()
        expect(await update(page).textContent()).toBe(query.scope === 'series' ? 'Update All' : 'Update')
        expect(await page.getByRole('textbox', { name: 'Event name' }).inputValue()).toBe('Fine motor group')
      },
      failed: async ({ page }, { context: { message } }) => {
        const alert = page.getByRole('main').getByRole('alert')
        await alert.getByText(message ?? 'The session could not be loaded.').waitFor()
        expect(await update(page).count()).toBe(0)
      },
    },
  }
}
