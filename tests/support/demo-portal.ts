/** The built portal with the demo district, and a browser. */
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { addDays, localOf } from '#domain/time.ts'
import type { DemoAccount } from '#server/seed/demo-accounts.ts'
import { PagePool } from './page-pool.ts'
import { PATIENCE } from './patience.ts'
import { openDemoDistrict } from './server/database.ts'
import { isPostgresInstalled } from './server/postgres.ts'
import { startTestServer } from './server/test-server.ts'
import { DEMO_TIME_ZONE, startDemoServer } from './server.ts'
import { signInByCall } from './sign-in.ts'
import { builtClient, workerBrowser } from './worker.ts'

interface Server {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** On PostgreSQL, in the test's process; where it is not installed, a process with an embedded database. */
const startDemo = async (daysAgo: number): Promise<Server> => {
  if (!isPostgresInstalled) return startDemoServer({}, daysAgo)
  const { date } = localOf(Date.now(), DEMO_TIME_ZONE)
  const database = await openDemoDistrict(addDays(date, -daysAgo), DEMO_TIME_ZONE)
  const server = await startTestServer(database, { clientFolder: builtClient })
  return {
    url: server.url,
    stop: async () => {
      await server.stop()
      await database.close()
    },
  }
}

/** A server in a process of its own with an embedded database, which can be killed and started again. */
export const ownProcess = (daysAgo: number) => startDemoServer({}, daysAgo)

interface Options<Started extends Server> {
  /** When the district was created (server.ts). */
  readonly daysAgo?: number
  readonly start: (daysAgo: number) => Promise<Started>
}

/** Call at the top of a test file. Changes by one test stay for the tests after it. */
export const useDemoPortal = ({ daysAgo = 0 }: Pick<Options<Server>, 'daysAgo'> = {}) =>
  usePortalOf({ daysAgo, start: startDemo })

export function usePortalOf<Started extends Server>({ daysAgo = 0, start }: Options<Started>) {
  let server: Started | undefined
  /** Exceptions in the pages. */
  let mishaps: string[] = []

  const runningServer = () => {
    if (!server) throw new Error('The server runs in tests and hooks only.')
    return server
  }

  const pool = new PagePool(async (options) => {
    const browser = await workerBrowser()
    const context = await browser.newContext({
      baseURL: runningServer().url,
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
      // Far from the organization's time zone, so that code that uses the browser's day shows the wrong one.
      timezoneId: 'Pacific/Kiritimati',
      ...options,
    })
    context.on('page', (page) => {
      page.setDefaultTimeout(PATIENCE)
      page.on('pageerror', ({ message }) => mishaps.push(message))
    })
    return context
  })

  beforeAll(async () => {
    server = await start(daysAgo)
  })
  afterAll(async () => {
    await pool.close()
    await server?.stop()
  })
  afterEach(async () => {
    await pool.closePages()
    expect(mishaps).toEqual([])
    mishaps = []
  })

  /** A page with empty storage, in a context that later tests use again (page-pool.ts); closed after the test. */
  const newPage = (options?: BrowserContextOptions): Promise<Page> => pool.newPage(options)

  const openLogin = async (options?: BrowserContextOptions): Promise<Page> => {
    const page = await newPage(options)
    await page.goto('/login')
    return page
  }

  return {
    server: runningServer,
    openLogin,
    /** Signed in; the page is blank (sign-in.ts). */
    signIn: async (account: DemoAccount, options?: BrowserContextOptions): Promise<Page> => {
      const page = await newPage(options)
      await signInByCall(page, account)
      return page
    },
    /** Signed in and on the Home Page, as the account's owner would get there. */
    signInByForm: async ({ email, password }: DemoAccount, options?: BrowserContextOptions): Promise<Page> => {
      const page = await openLogin(options)
      await page.getByLabel('Username').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Login' }).click()
      await page.getByRole('heading', { name: 'Home Page' }).waitFor()
      return page
    },
  }
}
