/** The main job on a slow computer: how long each interaction waits for the next paint, and how long tasks take. */
import { fileURLToPath } from 'node:url'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { DEMO_ADMINISTRATOR, DEMO_PROVIDER, type DemoAccount } from '#server/seed/demo-accounts.ts'
import { launchChromium } from '#tests/support/chromium.ts'
import { heldTuesday, IDLE_DAYS } from '#tests/support/demo-dates.ts'
import { buildPage } from '#tests/support/page.ts'
import { startDemoServer } from '#tests/support/server.ts'
import { signInByCall } from '#tests/support/sign-in.ts'
import { type Bench, type BenchResult, percentile, type Row } from './bench.ts'
import { adminApproves, adminPlans, fillForm, providerConfirms, type Step } from './main-job/steps.ts'

const plainFolder = fileURLToPath(new URL('main-job', import.meta.url))

/** How many times slower than this machine. */
const SLOWER = 4
const DELAY_AT_MOST = 200
const TASK_AT_MOST = 100

interface Measured {
  /** How many interactions there were: keys, clicks and taps, each with all of its events. */
  readonly interactions: number
  /**
   * From an input to the next paint, in ms, as the browser rounds it (to 8 ms); the longest of an interaction's events.
   * Interactions painted within 16 ms are left out.
   */
  readonly delays: number[]
  /** Tasks of more than 50 ms, in ms. */
  readonly tasks: number[]
}

/** Collects into `window.measured` what the browser says of interactions and long tasks. */
const WATCH = `window.measured = { before: 0, delays: new Map(), tasks: [] }
new PerformanceObserver((list) => {
  for (const { interactionId, duration } of list.getEntries()) {
    if (interactionId > 0) measured.delays.set(interactionId, Math.max(duration, measured.delays.get(interactionId) ?? 0))
  }
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
    const { before, delays, tasks } = measured
    measured = { before: performance.interactionCount, delays: new Map(), tasks: [] }
    return { interactions: performance.interactionCount - before, delays: [...delays.values()], tasks }
  })()`)
}

/** Over all interactions: one that the browser did not report was painted within 16 ms. */
const delayOf = ({ interactions, delays }: Measured, part: number): number =>
  percentile([...delays, ...Array<number>(Math.max(0, interactions - delays.length)).fill(16)], part)

const togetherOf = (all: readonly Measured[]): Measured => ({
  interactions: all.reduce((sum, { interactions }) => sum + interactions, 0),
  delays: all.flatMap(({ delays }) => delays),
  tasks: all.flatMap(({ tasks }) => tasks),
})

const longestTask = ({ tasks }: Measured): number => Math.max(0, ...tasks)

const rowOf = (name: string, measured: Measured): Row => ({
  name,
  values: {
    interactions: measured.interactions,
    'to the next paint, 95th percentile, ms': delayOf(measured, 0.95),
    'longest task, ms': longestTask(measured),
  },
})

/** Performs the steps in a settled page, and measures each. */
const perform = async (page: Page, steps: readonly Step[]): Promise<ReadonlyMap<string, Measured>> => {
  const protocol: CDPSession = await page.context().newCDPSession(page)
  await protocol.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await take(page)
  const measured = new Map<string, Measured>()
  for (const { name, work } of steps) {
    await work()
    measured.set(name, await take(page))
  }
  return measured
}

const newPage = async (browser: Browser, baseURL: string): Promise<Page> => {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await page.addInitScript(WATCH)
  return page
}

export const bench: Bench = {
  name: `The main job at a ${SLOWER}th of this machine's speed`,
  run: async (): Promise<BenchResult> => {
    const [server, browser, plain] = await Promise.all([
      startDemoServer({}, IDLE_DAYS),
      launchChromium(),
      buildPage(plainFolder),
    ])
    const inPortal = async (account: DemoAccount, path: string, stepsOf: (page: Page) => Step[]) => {
      const page = await newPage(browser, server.url)
      await signInByCall(page, account)
      await page.goto(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
      const measured = await perform(page, stepsOf(page))
      await page.context().close()
      return [...measured]
    }
    const inPlainMantine = async () => {
      const page = await newPage(browser, plain.url)
      await page.goto('/')
      const measured = await perform(page, fillForm(page))
      await page.context().close()
      return measured
    }
    try {
      const peer = await inPlainMantine()
      const steps = [
        ...(await inPortal(DEMO_ADMINISTRATOR, '/schedule-event-viewer', adminPlans)),
        ...(await inPortal(DEMO_PROVIDER, `/?date=${heldTuesday()}`, providerConfirms)),
        ...(await inPortal(DEMO_ADMINISTRATOR, `/?date=${heldTuesday()}&provider=1`, adminApproves)),
      ]
      const all = togetherOf(steps.map(([, measured]) => measured))
      return {
        rows: steps.flatMap(([name, measured]) => {
          const plainly = peer.get(name)
          return [rowOf(name, measured), ...(plainly ? [rowOf(`${name}, in plain Mantine`, plainly)] : [])]
        }),
        targets: [
          {
            name: 'from an input to the next paint, 95th percentile',
            value: delayOf(all, 0.95),
            unit: 'ms',
            atMost: DELAY_AT_MOST,
          },
          { name: 'longest task', value: longestTask(all), unit: 'ms', atMost: TASK_AT_MOST },
        ],
        notes: [
          'An interaction is a key or a click with all of its events; those painted within 16 ms count as 16 ms.',
          'The server is not slowed down.',
          "Plain Mantine: the form's fields in a Drawer, without students, drafts, checks, server, or a calendar behind it.",
        ],
      }
    } finally {
      await browser.close()
      await Promise.all([server.stop(), plain.close()])
    }
  },
}
