/** The built portal with the demo district in a separate process, and a browser. */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import type { DemoAccount } from '#server/seed/demo-accounts.ts'
import { launchChromium } from './chromium.ts'
import { PATIENCE } from './patience.ts'
import { type DemoServer, startDemoServer } from './server.ts'
import { signInByCall } from './sign-in.ts'

/** Call at the top of a test file. Changes by one test stay for the tests after it. */
export function useDemoPortal() {
  let server: DemoServer | undefined
  let browser: Browser | undefined
  let contexts: BrowserContext[] = []
  /** Exceptions in the pages. */
  let mishaps: string[] = []

  beforeAll(async () => {
    ;[server, browser] = await Promise.all([startDemoServer(), launchChromium()])
  })
  afterAll(async () => {
    await browser?.close()
    await server?.stop()
  })
  afterEach(async () => {
    await Promise.all(contexts.map((context) => context.close()))
    contexts = []
    expect(mishaps).toEqual([])
    mishaps = []
  })

  const runningServer = () => {
    if (!server) throw new Error('The server runs in tests and hooks only.')
    return server
  }

  /** A page in a separate browser context; closed after the test. */
  const newPage = async (options: BrowserContextOptions = {}): Promise<Page> => {
    if (!browser) throw new Error('The browser runs in tests and hooks only.')
    const context = await browser.newContext({
      baseURL: runningServer().url,
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
      // Far from the organization's time zone, so that code that uses the browser's day shows the wrong one.
      timezoneId: 'Pacific/Kiritimati',
      ...options,
    })
    contexts.push(context)
    const page = await context.newPage()
    page.setDefaultTimeout(PATIENCE)
    page.on('pageerror', ({ message }) => mishaps.push(message))
    return page
  }

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
