/** Deleting sessions in a browser, from the details on a calendar. The server has a series; the path decides responses. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { AnyEventObject } from 'xstate'
import { formMessages } from '#domain/form-messages.ts'
import { formatDate } from '#domain/time.ts'
import type { OutcomeKind } from '#machines/chart/read-chart.ts'
import { changeMessages } from '#machines/schedule/change-outcome.ts'
import { previewInWords } from '#machines/schedule/preview-in-words.ts'
import type { sessionDeletionMachine } from '#machines/schedule/session-deletion.machine.ts'
import type { BrowserRun } from './harness/description.ts'
import { type HeldCalls, holdCalls } from './harness/held-calls.ts'
import { SERIES_DAY, usePortalWithSessions, weeklySeries } from './stored-sessions.browser.ts'

export interface SessionDeletionWorld {
  readonly page: Page
  readonly calls: HeldCalls
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const details = (page: Page) => page.getByRole('dialog', { name: 'Fine motor group' })
const question = (page: Page) => page.getByRole('dialog', { name: formMessages.deletion })
const refusal = (page: Page) => page.getByRole('dialog', { name: 'Not deleted' })

/** Call at the top of the file. */
export function sessionDeletionInBrowser(): BrowserRun<typeof sessionDeletionMachine, SessionDeletionWorld> {
  const { signedIn } = usePortalWithSessions([weeklySeries])

  /** The calendar reloads, and the details are closed. */
  const seesCalendar = async (page: Page) => {
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await page.locator('[data-event="1"]').waitFor()
  }
  /** The call ends as the path says, with the path's response. */
  const ends =
    (call: string) =>
    ({ calls }: SessionDeletionWorld, { event }: { event: AnyEventObject }, kind: OutcomeKind) =>
      kind === 'error'
        ? calls.settle(call, kind, event)
        : calls.answer(call, { status: 200, message: '', data: event.output })

  return {
    open: async () => {
      const page = await signedIn('Administrators')
      const calls = await holdCalls(page, {
        previewDeletion: '/api/schedule-event/preview-schedule-event',
        deleteSessions: [
          '/api/schedule-event/delete-schedule-events',
          '/api/schedule-event/delete-schedule-event-series',
        ],
      })
      await page.goto(`/schedule-event-viewer?date=${SERIES_DAY}`)
      await page.locator('[data-event="1"]').waitFor()
      return { page, calls }
    },
    calls: ({ calls }) => calls,
    close: ({ page }) => page.close(),
    screenshot: ({ page }, path) => page.screenshot({ path }),
    events: {
      'deletion.ask': async ({ page }, { event }) => {
        if (event.type !== 'deletion.ask') return
        if ((await details(page).count()) === 0) await page.locator('[data-event="1"]').click()
        await button(page, event.target.scope === 'series' ? 'Delete Series' : 'Delete').click()
      },
      // Twice, as some people do: it must be sent only once.
      'deletion.confirm': ({ page }) => button(page, 'Confirm').dblclick(),
      'deletion.cancel': ({ page }) => button(page, 'Cancel').click(),
      'failure.dismiss': async ({ page }, { before: { context } }) => {
        await button(page, 'OK').click()
        await refusal(page).waitFor({ state: 'detached' })
        if (context.isOvertaken) await seesCalendar(page)
        else await details(page).waitFor()
      },
    },
    outcomes: {
      previewDeletion: ends('previewDeletion'),
      deleteSessions: async (world, { event }, kind) => {
        await ends('deleteSessions')(world, { event }, kind)
        if (kind !== 'done') return
        await world.page.getByRole('alert').filter({ hasText: changeMessages.deleted }).last().waitFor()
        await seesCalendar(world.page)
      },
    },
    states: {
      idle: ({ page }) => expect.poll(() => question(page).or(refusal(page)).count()).toBe(0),
      previewing: async ({ page, calls }) => {
        await expect.poll(() => calls.waiting('previewDeletion')).toBe(1)
        await question(page)
          .getByText(`The series, starting ${formatDate(SERIES_DAY)}`)
          .waitFor()
        await question(page).getByRole('status', { name: 'Loading...' }).waitFor()
        expect(await button(page, 'Confirm').isEnabled()).toBe(false)
      },
      confirming: async ({ page }, { context: { target, preview } }) => {
        const date = formatDate(SERIES_DAY)
        const whole = target?.scope === 'series'
        const words = whole ? `The series, starting ${date}` : `Only the session on ${date}`
        await question(page).getByText(words, { exact: true }).waitFor()
        if (preview)
          await question(page)
            .getByText(`${previewInWords(preview)}.`, { exact: true })
            .waitFor()
        await expect.poll(() => button(page, 'Confirm').isEnabled()).toBe(true)
      },
      deleting: async ({ page, calls }) => {
        await expect.poll(() => calls.waiting('deleteSessions')).toBe(1)
        for (const name of ['Cancel', 'Confirm']) expect(await button(page, name).isEnabled()).toBe(false)
      },
      failed: ({ page }, { context: { message = '' } }) => refusal(page).getByText(message, { exact: true }).waitFor(),
    },
  }
}
