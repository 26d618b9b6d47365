/** The built portal with the demo district in a separate process, and a browser. */
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { DemoAccount } from '#server/seed/demo-accounts.ts'
import { PagePool } from './page-pool.ts'
import { PATIENCE } from './patience.ts'
import { type DemoServer, startDemoServer } from './server.ts'
import { signInByCall } from './sign-in.ts'
import { workerBrowser } from './worker.ts'

/**
 * Call at the top of a test file. Changes by one test stay for the tests after it.
 *
 * @param daysAgo when the district was created (server.ts)
 */
export function useDemoPortal({ daysAgo = 0 }: { daysAgo?: number } = {}) {
  let server: DemoServer | undefined
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
    server = await startDemoServer({}, daysAgo)
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
