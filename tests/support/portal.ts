/**
 * The whole portal for browser tests: the built client served by the real server with a real database, in the test's
 * process, so that a test can set the server's clock and query the tables. It has one user of each role.
 */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { launchChromium } from './chromium.ts'
import { PagePool } from './page-pool.ts'
import { PATIENCE } from './patience.ts'
import { embedded, truncateAll, useDatabase } from './server/database.ts'
import { addPeople, TEST_PASSWORD, type TestOptions, useTestServer } from './server/test-server.ts'
import { signInByCall } from './sign-in.ts'

const builtClient = join(fileURLToPath(new URL('../..', import.meta.url)), 'dist/client')

interface PortalOptions extends Pick<TestOptions, 'compose'> {
  /** The folder of the client, known once the hooks above have run; the portal's unless given. */
  readonly clientFolder?: () => string
}

export type TestPortal = ReturnType<typeof usePortal>

/** Call at the top of a test file; every test gets empty tables except for the people of `tests/support/server/test-server.ts`. */
export function usePortal({ clientFolder = () => builtClient, ...options }: PortalOptions = {}) {
  const database = useDatabase(embedded)
  const server = useTestServer(database, () => ({ ...options, clientFolder: clientFolder() }))
  let browser: Browser | undefined
  let contexts: BrowserContext[] = []
  /** The pages' exceptions and violations of their content security policy. */
  let mishaps: string[] = []

  beforeAll(async () => {
    browser = await launchChromium()
  })
  afterAll(() => browser?.close())
  beforeEach(async () => {
    mishaps = []
    server().now = undefined
    await truncateAll(database())
    await addPeople(database())
  })
  afterEach(async () => {
    await Promise.all([pool.closePages(), ...contexts.map((context) => context.close())])
    contexts = []
    expect(mishaps).toEqual([])
  })

  const watch = (page: Page) => {
    page.setDefaultTimeout(PATIENCE)
    page.on('pageerror', ({ message }) => mishaps.push(message))
    page.on('console', (message) => {
      if (/Content Security Policy/i.test(message.text())) mishaps.push(message.text())
    })
  }

  const newContext = async (options: BrowserContextOptions): Promise<BrowserContext> => {
    if (!browser) throw new Error('The browser runs in tests and hooks only.')
    const context = await browser.newContext({
      baseURL: server().url,
      viewport: { width: 1280, height: 800 },
      reducedMotion: 'reduce',
      ...options,
    })
    context.on('page', watch)
    return context
  }

  const pool = new PagePool(newContext)

  return {
    database,
    server,
    /** A new browser context with empty storage; its pages accept paths. */
    browserContext: async (options?: BrowserContextOptions): Promise<BrowserContext> => {
      const context = await newContext(options ?? {})
      contexts.push(context)
      return context
    },
    /** A page with empty storage, in a context that later tests use again (page-pool.ts). */
    newPage: (options?: BrowserContextOptions): Promise<Page> => pool.newPage(options),
    /** Signed in; the page is blank (sign-in.ts). */
    signIn: (page: Page, email: string, options?: { keep?: boolean }): Promise<void> =>
      signInByCall(page, { email, password: TEST_PASSWORD }, options),
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
