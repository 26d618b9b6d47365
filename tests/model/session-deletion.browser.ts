/** Deleting sessions in a browser, from the details on a calendar. The server has a series; the path decides responses. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { AnyEventObject } from 'xstate'
import { formMessages } from '#domain/form-messages.ts'
import { formatDate } from '#domain/time.ts'
import { changeMessages } from '#machines/schedule/change-outcome.ts'
import type { ChangeTarget } from '#machines/schedule/event-modal.machine.ts'
import { previewInWords, replacesInWords } from '#machines/schedule/preview-in-words.ts'
import type { sessionDeletionMachine } from '#machines/schedule/session-deletion.machine.ts'
import type { OutcomeKind } from '#workflows/model/read-chart.ts'
import type { BrowserRun } from './harness/description.ts'
import { type HeldCalls, holdCalls } from './harness/held-calls.ts'
import { IDS, SERIES_DAY, usePortalWithSessions, weeklySeries } from './stored-sessions.browser.ts'

export interface SessionDeletionWorld {
  readonly page: Page
  readonly calls: HeldCalls
}

const DELETIONS = {
  occurrence: '/api/schedule-event/delete-schedule-events',
  series: '/api/schedule-event/delete-schedule-event-series',
} as const

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const event = (page: Page) => page.locator(`[data-event="${IDS.occurrence}"]`)
const confirmation = (page: Page) => page.getByRole('button', { name: /^Delete (session|series)$/ })
const details = (page: Page) => page.getByRole('dialog', { name: 'Fine motor group' })
const question = (page: Page) => page.getByRole('dialog', { name: formMessages.deletion })
const refusal = (page: Page) => page.getByRole('dialog', { name: 'Not deleted' })

const wordsOf = (target: ChangeTarget | undefined) => {
  const date = formatDate(SERIES_DAY)
  return target?.scope === 'series' ? `The series, starting ${date}` : `Only the session on ${date}`
}

/** Call at the top of the file. */
export function sessionDeletionInBrowser(): BrowserRun<typeof sessionDeletionMachine, SessionDeletionWorld> {
  const { begin, signedIn } = usePortalWithSessions([weeklySeries], 'different')

  /** The calendar reloads, and the details are closed. */
  const seesCalendar = async (page: Page) => {
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    await event(page).waitFor()
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
      await begin()
      const page = await signedIn('Administrators')
      const calls = await holdCalls(page, {
        previewDeletion: '/api/schedule-event/preview-schedule-event',
        deleteSessions: Object.values(DELETIONS),
      })
      await page.goto(`/schedule-event-viewer?date=${SERIES_DAY}`)
      await event(page).waitFor()
      return { page, calls }
    },
    // tests/screens/waiting-change.test.ts deletes a session with a waiting request.
    possible: (_, event) => event.type !== 'deletion.ask' || !event.target.isEdited,
    calls: ({ calls }) => calls,
    close: ({ page }) => page.close(),
    screenshot: ({ page }, path) => page.screenshot({ path }),
    events: {
      'deletion.ask': async ({ page }, { event: asked }) => {
        if (asked.type !== 'deletion.ask') return
        if ((await details(page).count()) === 0) await event(page).click()
        await button(page, asked.target.scope === 'series' ? 'Delete Series' : 'Delete').click()
      },
      // Twice, as some people do: it must be sent only once.
      'deletion.confirm': ({ page }) => confirmation(page).dblclick(),
      'deletion.cancel': ({ page }) => button(page, 'Cancel').click(),
      'failure.dismiss': async ({ page }, { before: { context } }) => {
        await button(page, 'OK').click()
        await refusal(page).waitFor({ state: 'detached' })
        if (context.isStale) await seesCalendar(page)
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
      previewing: async ({ page, calls }, { context: { target } }) => {
        await expect.poll(() => calls.waiting('previewDeletion')).toBe(1)
        await question(page).getByText(wordsOf(target)).waitFor()
        await question(page).getByRole('status', { name: 'Loading...' }).waitFor()
        expect(await confirmation(page).isEnabled()).toBe(false)
      },
      confirming: async ({ page }, { context: { target, preview } }) => {
        await question(page).getByText(wordsOf(target), { exact: true }).waitFor()
        if (preview?.replaces) await question(page).getByText(replacesInWords(preview.replaces)).waitFor()
        if (preview && target?.scope === 'series')
          await question(page)
            .getByText(`${previewInWords(preview)}.`, { exact: true })
            .waitFor()
        await expect.poll(() => confirmation(page).isEnabled()).toBe(true)
      },
      deleting: async ({ page, calls }, { context: { target } }) => {
        await expect.poll(() => calls.pathOf('deleteSessions')).toBe(DELETIONS[target?.scope ?? 'occurrence'])
        expect(calls.waiting('deleteSessions')).toBe(1)
        for (const each of [button(page, 'Cancel'), confirmation(page)]) expect(await each.isEnabled()).toBe(false)
      },
      failed: ({ page }, { context: { message = '' } }) => refusal(page).getByText(message, { exact: true }).waitFor(),
    },
  }
}
