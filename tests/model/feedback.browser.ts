/** A student's labels in a browser, on the provider's Home Page. The path decides how the saves end. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { AnyEventObject } from 'xstate'
import { isStatus } from '#contract/failures.ts'
import { dayFormMessages } from '#machines/schedule/day-forms.ts'
import type { feedbackMachine } from '#machines/schedule/feedback.machine.ts'
import { setLabels } from '#tests/support/server/labels.ts'
import type { OutcomeKind } from '#workflows/model/read-chart.ts'
import type { BrowserRun } from './harness/description.ts'
import { type HeldCalls, holdCalls } from './harness/held-calls.ts'
import { IDS, SERIES_DAY, usePortalWithSessions, weeklySeries } from './stored-sessions.browser.ts'

export interface FeedbackWorld {
  readonly page: Page
  readonly calls: HeldCalls
}

const STUDENT = 'Ana Núñez'
const SESSION = 'Fine motor group'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** The student's or the session's; found behind a dialog, too. */
const select = (page: Page) =>
  page.locator(`input[role=combobox]:is([aria-label="Select TL, ${STUDENT}"], [aria-label="Select TL, ${SESSION}"])`)
/** The chosen labels, as the select shows them. */
const chosen = (page: Page) =>
  select(page).evaluate((field) =>
    [...(field.closest('[class*="pillsList"]')?.querySelectorAll('[class*="Pill-label"]') ?? [])].map(
      ({ textContent }) => textContent,
    ),
  )
const refusal = (page: Page) => page.getByRole('dialog', { name: 'Error' })

/** Call at the top of the file. */
export function feedbackInBrowser(): BrowserRun<typeof feedbackMachine, FeedbackWorld> {
  const { portal, begin, signedIn } = usePortalWithSessions([weeklySeries], 'different')
  const query = (text: string) => portal.database().pool.query(text)

  /** The call ends as the path says, with the path's response. */
  const ends =
    (call: string) =>
    async ({ page, calls }: FeedbackWorld, { event }: { event: AnyEventObject }, kind: OutcomeKind) => {
      if (kind === 'error') return calls.settle(call, kind, event)
      await calls.answer(call, { status: 200, message: '', data: event.output })
      await page.getByRole('alert').filter({ hasText: dayFormMessages.feedbackSaved }).last().waitFor()
    }

  return {
    open: async (start) => {
      await begin()
      await query(`insert into tracking_labels (tracking_label, description)
        values ('Present', 'Came'), ('Helped', 'Helped another'), ('Goal met', 'Met the goal of the day')`)
      const stored = `set ${setLabels('Present,Helped')}, tracking_feedback = ' Went well.'`
      await query(`update occurrences ${stored} where id = ${IDS.occurrence}`)
      await query(`update occurrence_students ${stored} where occurrence_id = ${IDS.occurrence} and student_id = 1`)
      if (start === 'a session without students') await query('delete from occurrence_students')
      const page = await signedIn('Providers')
      const calls = await holdCalls(page, {
        saveLabels: [
          '/api/schedule-event/update-recurrence-student-feedback',
          '/api/schedule-event/update-recurrence-feedback',
        ],
      })
      await page.goto(`/?date=${SERIES_DAY}`)
      await select(page).waitFor()
      return { page, calls }
    },
    calls: ({ calls }) => calls,
    close: ({ page }) => page.close(),
    screenshot: ({ page }, path) => page.screenshot({ path }),
    events: {
      'labels.choose': async ({ page }, { before, after }) => {
        const [label = ''] = changes(before.context.labels, after.context.labels)
        await select(page).click()
        await page.getByRole('option', { name: new RegExp(`^${label}`) }).click()
        await page.keyboard.press('Escape')
      },
      'failure.dismiss': ({ page }) => button(page, 'OK').click(),
    },
    outcomes: { saveLabels: ends('saveLabels') },
    // A click adds or removes one label. The server's message covers what is behind it.
    possible: (snapshot, { type, ...event }) => {
      const { labels, target } = snapshot.context
      // So that both kinds save labels.
      if ('error' in event && isStatus(event.error, 409)) return target.kind === 'session'
      if (type !== 'labels.choose') return true
      return 'labels' in event && changes(labels, event.labels).length === 1 && !snapshot.matches('refused')
    },
    states: {
      settled: async ({ page, calls }, { context: { labels } }) => {
        await expect.poll(() => chosen(page)).toEqual(labels)
        await expect.poll(() => calls.waiting('saveLabels')).toBe(0)
      },
      saving: async ({ page, calls }, { context: { labels } }) => {
        await expect.poll(() => chosen(page)).toEqual(labels)
        await expect.poll(() => calls.waiting('saveLabels')).toBe(1)
      },
      refused: async ({ page }, { context: { labels, labelsFailure = '' } }) => {
        await expect.poll(() => chosen(page)).toEqual(labels)
        for (const line of labelsFailure.split('\n\n')) await refusal(page).getByText(line).waitFor()
      },
      unsaved: async ({ page }, { context: { labels } }) => {
        await expect.poll(() => chosen(page)).toEqual(labels)
        await expect.poll(() => refusal(page).count()).toBe(0)
      },
    },
  }
}

/** The labels that only one of the two has. */
const changes = (before: readonly string[], after: readonly string[]): string[] => [
  ...before.filter((label) => !after.includes(label)),
  ...after.filter((label) => !before.includes(label)),
]
