/**
 * The whole portal for browser tests: the built client served by the real server over a real database, inside the test's
 * process, so that a test can set the server's clock and look into the tables. One of each role is in it.
 */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { launchChromium } from './chromium.ts'
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

/** Call at the top of a test file; every test gets empty tables but for the people of `tests/support/server/test-server.ts`. */
export function usePortal({ clientFolder = () => builtClient, ...options }: PortalOptions = {}) {
  const database = useDatabase(embedded)
  const server = useTestServer(database, () => ({ ...options, clientFolder: clientFolder() }))
  let browser: Browser | undefined
  let contexts: BrowserContext[] = []
  /** Exceptions of the pages, and what their content security policy refused. */
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
    await Promise.all(contexts.map((context) => context.close()))
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

  return {
    database,
    server,
    /** A browser of its own, with storage of its own; its pages take paths. */
    browserContext: async (options: BrowserContextOptions = {}): Promise<BrowserContext> => {
      if (!browser) throw new Error('The browser runs in tests and hooks only.')
      const context = await browser.newContext({
        baseURL: server().url,
        viewport: { width: 1280, height: 800 },
        reducedMotion: 'reduce',
        ...options,
      })
      context.on('page', watch)
      contexts.push(context)
      return context
    },
    /** Signed in; the page is blank (sign-in.ts). */
    signIn: (page: Page, email: string, options?: { keep?: boolean }): Promise<void> =>
      signInByCall(page, { email, password: TEST_PASSWORD }, options),
    /** From any page to the Home Page, as a user does it. */
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
