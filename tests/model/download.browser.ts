/** Downloading a week of the calendar in a browser. The server makes the file; the path decides failures. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { addDays, formatDayHeader, localOf, startOfWeek } from '#domain/time.ts'
import type { DownloadMachine } from '#machines/common/download.machine.ts'
import { usePortal } from '#tests/support/portal.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { addDistrict } from '#tests/support/server/schedule.ts'
import { PEOPLE, TEST_TIME_ZONE } from '#tests/support/server/test-server.ts'
import { visit } from '#tests/support/visit.ts'
import type { BrowserRun } from './harness/description.ts'
import { type HeldCalls, holdCalls } from './harness/held-calls.ts'

export interface DownloadWorld {
  readonly page: Page
  readonly calls: HeldCalls
}

/** Two weeks ahead, by the model's subjects. */
const SUNDAY = addDays(startOfWeek(localOf(Date.now(), TEST_TIME_ZONE).date), 14)
const WEEKS: Readonly<Record<string, string>> = { May: SUNDAY, June: addDays(SUNDAY, 7) }
const CALENDAR = '/schedule-event-viewer'

const print = (page: Page) => page.getByRole('button', { name: 'Print', exact: true })
const refusal = (page: Page) => page.getByRole('dialog', { name: 'Download PDF' })

/** Call at the top of the file. */
export function downloadInBrowser(): BrowserRun<DownloadMachine<string>, DownloadWorld> {
  const portal = usePortal()
  return {
    open: async () => {
      await truncateAll(portal.database())
      await addDistrict(portal.database())
      const page = await portal.newPage()
      const calls = await holdCalls(page, { saveFile: '/api/schedule-event/download-schedule-events' })
      await portal.signIn(page, PEOPLE.Administrators.email)
      await page.goto(`${CALENDAR}?date=${SUNDAY}`)
      await print(page).waitFor()
      return { page, calls }
    },
    calls: ({ calls }) => calls,
    close: ({ page }) => page.close(),
    screenshot: ({ page }, path) => page.screenshot({ path }),
    events: {
      'download.start': async ({ page }, { event }) => {
        const week = ('subject' in event && WEEKS[event.subject]) || ''
        await visit(page, `${CALENDAR}?date=${week}`)
        await page.getByText(formatDayHeader(week), { exact: true }).filter({ visible: true }).waitFor()
        await print(page).click()
        await page.getByRole('menuitem', { name: 'Download PDF' }).click()
      },
      'failure.dismiss': ({ page }) => page.getByRole('button', { name: 'OK', exact: true }).click(),
    },
    outcomes: {
      saveFile: async ({ page, calls }, { event, before: { context } }, kind) => {
        if (kind === 'error') return calls.settle('saveFile', kind, event)
        const [file] = await Promise.all([page.waitForEvent('download'), calls.answerByServer('saveFile')])
        expect(file.suggestedFilename()).toBe(`week-of-${WEEKS[context.subject ?? '']}.pdf`)
      },
    },
    states: {
      idle: async ({ page }) => {
        await expect.poll(() => print(page).isEnabled()).toBe(true)
        expect(await refusal(page).count()).toBe(0)
      },
      running: async ({ page, calls }) => {
        await expect.poll(() => calls.waiting('saveFile')).toBe(1)
        expect(await print(page).isEnabled()).toBe(false)
      },
      // Instead of the server's message: it isn't about the file.
      failed: ({ page }) => refusal(page).getByText('Please try again getting some error.').waitFor(),
    },
  }
}
