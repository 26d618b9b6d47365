import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { DemoAccount } from '#server/seed/demo-accounts.ts'
import type { DemoServer } from './server.ts'

/** A browser of the account's own, signed in and on the Home Page. Closing the page's context ends it. */
export const signInAs = async (
  browser: Browser,
  server: DemoServer,
  { email, password }: DemoAccount,
  options: BrowserContextOptions = {},
): Promise<Page> => {
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 }, ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  await page.goto('/login')
  await page.getByLabel('Username').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByRole('heading', { name: 'Home Page' }).waitFor()
  return page
}
