/** The administrator's week of the demo district in the built portal: from the key press until the next one is painted. */
import type { Page, Response } from 'playwright-core'
import { getScheduleEvents } from '#contract/schedule.ts'
import { DEMO_ADMINISTRATOR } from '#server/seed/demo-accounts.ts'
import { launchChromium } from '#tests/support/chromium.ts'
import { startDemoServer } from '#tests/support/server.ts'
import { signInByCall } from '#tests/support/sign-in.ts'
import { type Bench, type BenchResult, median, percentile, type Row, type Target } from './bench.ts'
import { otherDaysAfterEnter } from './painted.ts'

/** How often the page is loaded again, and how many steps follow: the demo district has sessions for that many weeks. */
const ROUNDS = 3
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

/** The first day of a calendar's reply; empty for another reply. */
const firstDayOf = (response: Response): string =>
  response.url().endsWith(getScheduleEvents.path)
    ? getScheduleEvents.body.parse(response.request().postDataJSON()).fromDateTime
    : ''

/** Does something, and waits for a reply and until the page is idle. */
const settle = async (page: Page, isLast: (response: Response) => boolean, work: () => Promise<unknown>) => {
  await Promise.all([page.waitForResponse(isLast), work()])
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)))
}

const step = async (page: Page, button: string): Promise<{ ms: number; sessions: number }> => ({
  ms: await otherDaysAfterEnter(page, button),
  sessions: await page.locator('[data-event]').count(),
})

/** Loads the page and steps through its days. The first step, which warms up, is left out. */
const stepsOf = async (page: Page, { path, button }: (typeof VIEWS)[number], source: typeof MEMORY | typeof SERVER) => {
  const steps: { ms: number; sessions: number }[] = []
  const read = new Set<string>()
  /** Whether these are later days than any read before. */
  const noteDays = (response: Response) => {
    const day = firstDayOf(response)
    const isLater = [...read].every((other) => other < day)
    if (day !== '') read.add(day)
    return isLater
  }
  /** Whether the days shown, those before and those after have been read. */
  const isThird = (response: Response) => {
    noteDays(response)
    return read.size === 3
  }
  const open = () => page.goto(path)
  if (source === MEMORY) await settle(page, isThird, open)
  else await open()
  await page.locator('[data-event]').first().waitFor()
  while (steps.length < STEPS) {
    const take = async () => steps.push(await step(page, button))
    if (source === MEMORY) await settle(page, noteDays, take)
    else await take()
  }
  return steps.slice(1)
}

const measure = async (page: Page): Promise<{ rows: Row[]; targets: Target[] }> => {
  const rows: Row[] = []
  const targets: Target[] = []
  for (const view of VIEWS) {
    for (const source of [MEMORY, SERVER] as const) {
      const { name } = view
      const steps: { ms: number; sessions: number }[] = []
      for (let round = 0; round < ROUNDS; round += 1) steps.push(...(await stepsOf(page, view, source)))
      const times = steps.map(({ ms }) => ms)
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
          `${ROUNDS} × ${STEPS - 1} steps each, by keyboard, after one to warm up; the built server with the embedded database shares this machine.`,
          'From memory: the step follows once the neighbors have been read. From the server: it follows at once.',
        ],
      }
    } finally {
      await browser.close()
      await server.stop()
    }
  },
}
