/** The main job on a slow computer: how long each interaction waits for the next paint, and how long tasks take. */
import type { CDPSession, Page } from 'playwright-core'
import { DEMO_ADMINISTRATOR, DEMO_PROVIDER, type DemoAccount } from '#server/seed/demo-accounts.ts'
import { launchChromium } from '#tests/support/chromium.ts'
import { heldTuesday, IDLE_DAYS } from '#tests/support/demo-dates.ts'
import { startDemoServer } from '#tests/support/server.ts'
import { signInByCall } from '#tests/support/sign-in.ts'
import { type Bench, type BenchResult, percentile, type Row } from './bench.ts'
import { adminApproves, adminPlans, providerConfirms, type Step } from './main-job/steps.ts'

/** How many times slower than this machine. */
const SLOWER = 4
const DELAY_AT_MOST = 200
const TASK_AT_MOST = 100

interface Measured {
  /** From an input to the next paint, in ms, as the browser rounds it (to 8 ms). */
  readonly delays: number[]
  /** Tasks of more than 50 ms, in ms. */
  readonly tasks: number[]
}

/** Collects into `window.measured` what the browser says of interactions and long tasks. */
const WATCH = `window.measured = { delays: [], tasks: [] }
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (entry.interactionId > 0) measured.delays.push(entry.duration)
}).observe({ type: 'event', durationThreshold: 16, buffered: true })
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) measured.tasks.push(entry.duration)
}).observe({ type: 'longtask', buffered: true })`

/** What was measured since it was last asked, once everything until now has been painted. */
const take = async (page: Page): Promise<Measured> => {
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))',
  )
  return page.evaluate<Measured>(`(() => {
    const taken = measured
    measured = { delays: [], tasks: [] }
    return taken
  })()`)
}

export const bench: Bench = {
  name: `The main job at a ${SLOWER}th of this machine's speed`,
  run: async (): Promise<BenchResult> => {
    const [server, browser] = await Promise.all([startDemoServer({}, IDLE_DAYS), launchChromium()])
    const rows: Row[] = []
    const all: { delays: number[]; tasks: number[] } = { delays: [], tasks: [] }
    const perform = async (account: DemoAccount, path: string, stepsOf: (page: Page) => Step[]) => {
      const context = await browser.newContext({
        baseURL: server.url,
        viewport: { width: 1440, height: 900 },
        reducedMotion: 'reduce',
      })
      const page = await context.newPage()
      await page.addInitScript(WATCH)
      await signInByCall(page, account)
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
      const protocol: CDPSession = await context.newCDPSession(page)
      await protocol.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
      await take(page)
      for (const { name, work } of stepsOf(page)) {
        await work()
        const { delays, tasks } = await take(page)
        all.delays.push(...delays)
        all.tasks.push(...tasks)
        rows.push({
          name,
          values: {
            'slow inputs': delays.length,
            'to the next paint, 95th percentile, ms': percentile(delays, 0.95),
            'longest task, ms': Math.max(0, ...tasks),
          },
        })
      }
      await context.close()
    }
    try {
      await perform(DEMO_ADMINISTRATOR, '/schedule-event-viewer', adminPlans)
      await perform(DEMO_PROVIDER, `/?date=${heldTuesday()}`, providerConfirms)
      await perform(DEMO_ADMINISTRATOR, `/?date=${heldTuesday()}&provider=1`, adminApproves)
      return {
        rows,
        targets: [
          {
            name: 'from an input to the next paint, 95th percentile',
            value: percentile(all.delays, 0.95),
            unit: 'ms',
            atMost: DELAY_AT_MOST,
          },
          { name: 'longest task', value: Math.max(0, ...all.tasks), unit: 'ms', atMost: TASK_AT_MOST },
        ],
        notes: [
          'Inputs that are painted within 16 ms are left out; the browser rounds the others to 8 ms.',
          'The server is not slowed down.',
        ],
      }
    } finally {
      await browser.close()
      await server.stop()
    }
  },
}
