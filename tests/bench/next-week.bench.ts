/** The administrator's week of the demo district in the built portal: from the key press until the next one is painted. */
import type { Page, Response } from 'playwright-core'
import { getScheduleEvents } from '#contract/schedule.ts'
import { DEMO_ADMINISTRATOR } from '#server/seed/demo-accounts.ts'
import { launchChromium } from '#tests/support/chromium.ts'
import { startDemoServer } from '#tests/support/server.ts'
import { signInByCall } from '#tests/support/sign-in.ts'
import { type Bench, type BenchResult, median, percentile, type Row, type Target } from './bench.ts'
import { otherDaysAfterEnter } from './painted.ts'

const STEPS = 16
const MEMORY = 'from memory'
const SERVER = 'from the server'
const AT_MOST = { [MEMORY]: 100, [SERVER]: 250 }
const PAINTED = 'painted, ms'
const SLOW = '95th percentile, ms'
const SESSIONS = 'sessions'

const VIEWS = [
  { name: 'week', path: '/schedule-event-viewer', button: 'Next week' },
  { name: 'day', path: '/schedule-event-viewer?view=daily', button: 'Next day' },
] as const

/** Does something, and waits for as many replies and until the page is idle. */
const settle = async (page: Page, replies: number, work: () => Promise<unknown>) => {
  let left = replies
  const isLast = (response: Response) => {
    if (response.url().endsWith(getScheduleEvents.path)) left -= 1
    return left === 0
  }
  await Promise.all([page.waitForResponse(isLast), work()])
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
}

const step = async (page: Page, button: string): Promise<{ ms: number; sessions: number }> => ({
  ms: await otherDaysAfterEnter(page, button),
  sessions: await page.locator('[data-event]').count(),
})

const measure = async (page: Page): Promise<{ rows: Row[]; targets: Target[] }> => {
  const rows: Row[] = []
  const targets: Target[] = []
  for (const { name, path, button } of VIEWS) {
    for (const source of [MEMORY, SERVER] as const) {
      const steps: { ms: number; sessions: number }[] = []
      const open = () => page.goto(path)
      // The days shown, and those before and after.
      if (source === MEMORY) await settle(page, 3, open)
      else await open()
      await page.locator('[data-event]').first().waitFor()
      while (steps.length < STEPS) {
        const take = async () => steps.push(await step(page, button))
        if (source === MEMORY) await settle(page, 1, take)
        else await take()
      }
      const times = steps.slice(1).map(({ ms }) => ms)
      const slow = percentile(times, 0.95)
      const sessions = median(steps.map((each) => each.sessions))
      rows.push({
        name: `next ${name}, ${source}`,
        values: { [PAINTED]: median(times), [SLOW]: slow, [SESSIONS]: sessions },
      })
      targets.push({
        name: `next ${name}, ${source}, 95th percentile`,
        value: slow,
        unit: 'ms',
        atMost: AT_MOST[source],
      })
    }
  }
  return { rows, targets }
}

export const bench: Bench = {
  name: 'The next week and day of every provider in the portal',
  run: async (): Promise<BenchResult> => {
    const [server, browser] = await Promise.all([startDemoServer(), launchChromium()])
    try {
      const page = await browser.newPage({
        baseURL: server.url,
        viewport: { width: 1440, height: 900 },
        reducedMotion: 'reduce',
      })
      await signInByCall(page, DEMO_ADMINISTRATOR)
      return {
        ...(await measure(page)),
        notes: [
          `${STEPS - 1} steps each, by keyboard, after one to warm up; the built server with the embedded database shares this machine.`,
          'From memory: the step follows once the neighbors have been read. From the server: it follows at once.',
        ],
      }
    } finally {
      await browser.close()
      await server.stop()
    }
  },
}
