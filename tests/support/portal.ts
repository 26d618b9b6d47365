/**
 * The whole portal for browser tests: the built client served by the real server with a real database, in the test's
 * process, so that a test can set the server's clock and query the tables. It has one user of each role.
 */
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { PagePool } from './page-pool.ts'
import { PATIENCE } from './patience.ts'
import { truncateAll } from './server/database.ts'
import { addPeople, TEST_PASSWORD, type TestOptions } from './server/test-server.ts'
import { signInByCall } from './sign-in.ts'
import { type Served, serve, workerBrowser, workerPortal } from './worker.ts'

interface PortalOptions {
  /** Another app than the portal, with a server of its own. */
  readonly app?: Required<Pick<TestOptions, 'compose'>> & {
    /** The folder of its client, known once the hooks above have run; the portal's if left out. */
    readonly clientFolder?: () => string
  }
  /** How long rows and pages last; the usual is each test. */
  readonly lasts?: 'test' | 'file'
  /** Adds what the tables have at the beginning, with the people. */
  readonly begin?: (database: Database) => Promise<void>
}

export type TestPortal = ReturnType<typeof usePortal>

/** The pages' exceptions and violations of their content security policy. */
let mishaps: string[] = []

const watch = (page: Page) => {
  page.setDefaultTimeout(PATIENCE)
  page.on('pageerror', ({ message }) => mishaps.push(message))
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) mishaps.push(message.text())
  })
}

const newContext = async (baseURL: string, options: BrowserContextOptions = {}): Promise<BrowserContext> => {
  const browser = await workerBrowser()
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    ...options,
  })
  context.on('page', watch)
  return context
}

/** The pages of the worker's portal, for all of its files. */
const pools = new WeakMap<Served, PagePool>()

const poolOf = (served: Served): PagePool => {
  const pool = pools.get(served) ?? new PagePool((options) => newContext(served.server.url, options))
  pools.set(served, pool)
  return pool
}

/** Call at the top of a test file; every test gets empty tables except for the people of `tests/support/server/test-server.ts`. */
export function usePortal({ app, lasts = 'test', begin = addPeople }: PortalOptions = {}) {
  let served: Served | undefined
  let contexts: BrowserContext[] = []

  const running = (): Served => {
    if (!served) throw new Error('The portal runs in tests and hooks only.')
    return served
  }
  const database = () => running().database
  const server = () => running().server

  const closePages = async () => {
    await Promise.all([poolOf(running()).closePages(), ...contexts.map((context) => context.close())])
    contexts = []
  }
  const empty = async () => {
    server().now = undefined
    await truncateAll(database())
    await begin(database())
  }

  beforeAll(async () => {
    served = await (app ? serve({ compose: app.compose, clientFolder: app.clientFolder?.() }) : workerPortal())
    server().renew()
    if (lasts === 'file') await empty()
  })
  afterAll(async () => {
    await closePages()
    if (!app) return
    await poolOf(running()).close()
    await server().stop()
    await database().close()
  })
  beforeEach(async () => {
    mishaps = []
    if (lasts === 'test') await empty()
  })
  afterEach(async () => {
    if (lasts === 'test') await closePages()
    expect(mishaps).toEqual([])
  })

  return {
    database,
    server,
    /** A new browser context with empty storage; its pages accept paths. */
    browserContext: async (options?: BrowserContextOptions): Promise<BrowserContext> => {
      const context = await newContext(server().url, options)
      contexts.push(context)
      return context
    },
    /** A page with empty storage, in a context that later tests use again (page-pool.ts). */
    newPage: (options?: BrowserContextOptions): Promise<Page> => poolOf(running()).newPage(options),
    /** Signed in; the page is blank (sign-in.ts). */
    signIn: async (page: Page, email: string, options?: { keep?: boolean }): Promise<void> => {
      try {
        await signInByCall(page, { email, password: TEST_PASSWORD }, options)
      } catch (error) {
        const failures = server()
          .logs.split('\n')
          .filter((line) => line.includes('"level":50'))
        throw new Error(`${email} could not sign in. The server logged: ${failures.join('\n') || 'nothing'}`, {
          cause: error,
        })
      }
    },
    /** Goes to the Home Page from any page, as a user would. */
    signInByForm: async (page: Page, email: string, { keep = false } = {}): Promise<void> => {
      await page.goto('/login')
      await page.getByLabel('Username').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(TEST_PASSWORD)
      if (keep) await page.getByLabel('Keep me logged in').check()
      await page.getByRole('button', { name: 'Login' }).click()
      await page.getByRole('button', { name: /^\S* ?Profile of/ }).waitFor()
    },
  }
}
