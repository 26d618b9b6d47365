/** Home on another day: the browser was closed, and has the portal in its cache and the user signed in. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { addDays, type LocalDate, localOf, weekdayOf } from '#domain/time.ts'
import { DEMO_ADMINISTRATOR, DEMO_PROVIDER, type DemoAccount } from '#server/seed/demo-accounts.ts'
import { launchProfile } from '#tests/support/chromium.ts'
import { DEMO_TIME_ZONE, startDemoServer } from '#tests/support/server.ts'
import { signInByCall } from '#tests/support/sign-in.ts'
import { type Bench, type BenchResult, median, percentile, type Row, type Target } from './bench.ts'

const VISITS = 20
const AT_MOST = 500
/** So that a visit the next day finds an access token that is no longer valid, in seconds. */
const SHORT = 3
const OPTIONS = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' } as const

/** The last day with sessions, as providers have none on weekends. */
const lastWeekday = (): LocalDate => {
  const { date } = localOf(Date.now(), DEMO_TIME_ZONE)
  const after = weekdayOf(date) === 0 ? 2 : weekdayOf(date) === 6 ? 1 : 0
  return addDays(date, -after)
}

const USERS = [
  { name: 'administrator', account: DEMO_ADMINISTRATOR, path: '/', row: '[data-event]' },
  { name: 'provider', account: DEMO_PROVIDER, path: `/?date=${lastWeekday()}`, row: 'table tbody tr' },
] as const

/** `window.usable` resolves to when a frame had the rows, in ms since the navigation began. */
const watch = (row: string) => `window.usable = new Promise((done) => {
  const look = () => {
    const isUsable = document.querySelector('${row}') && !document.querySelector('[aria-busy="true"]')
    requestAnimationFrame(isUsable ? () => done(performance.now()) : look)
  }
  look()
})`

/** Opens the page in a new tab. @returns when it was usable, in ms since the navigation began */
const visit = async (context: BrowserContext, url: string, row: string): Promise<number> => {
  const page = await context.newPage()
  await page.addInitScript(watch(row))
  await page.goto(url)
  return page.evaluate<number>('window.usable')
}

const visitsOf = async (url: string, account: DemoAccount, path: string, row: string, wait: number) => {
  const folder = mkdtempSync(join(tmpdir(), 'homeroom-profile-'))
  const inBrowser = async <Result>(work: (context: BrowserContext) => Promise<Result>): Promise<Result> => {
    const context = await launchProfile(folder, { ...OPTIONS, baseURL: url })
    try {
      return await work(context)
    } finally {
      await context.close()
    }
  }
  try {
    await inBrowser(async (context) => {
      await signInByCall(await context.newPage(), account, { keep: true })
      // The browser keeps compiled scripts once they were used a few times.
      for (let turn = 0; turn < 3; turn += 1) await visit(context, `${url}${path}`, row)
    })
    const times: number[] = []
    for (let turn = 0; turn < VISITS; turn += 1) {
      await new Promise((resolve) => setTimeout(resolve, wait * 1_000))
      times.push(
        await inBrowser(async (context) => {
          // The browser itself is starting.
          await new Promise((resolve) => setTimeout(resolve, 1_000))
          return visit(context, `${url}${path}`, row)
        }),
      )
    }
    return times
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export const bench: Bench = {
  name: 'The second visit: Home with the browser’s cache',
  run: async (): Promise<BenchResult> => {
    const rows: Row[] = []
    const targets: Target[] = []
    for (const [when, seconds] of [
      ['soon after', 900],
      ['the next day', SHORT],
    ] as const) {
      const server = await startDemoServer({ TOKEN_LIFETIME_SECONDS: String(seconds) })
      try {
        for (const { name, account, path, row } of USERS) {
          const times = await visitsOf(server.url, account, path, row, seconds === SHORT ? SHORT + 1 : 0)
          const slow = percentile(times, 0.95)
          rows.push({ name: `${name}, ${when}`, values: { 'usable, ms': median(times), 'p95, ms': slow } })
          targets.push({ name: `${name}, ${when}, 95th percentile`, value: slow, unit: 'ms', atMost: AT_MOST })
        }
      } finally {
        await server.stop()
      }
    }
    return {
      rows,
      targets,
      notes: [
        `${VISITS} visits each, from the navigation until the rows are painted and nothing is busy; the browser is restarted before each, with its profile.`,
        'The next day, the access token is no longer valid and has to be renewed first. The built server with the embedded database shares this machine.',
      ],
    }
  },
}
