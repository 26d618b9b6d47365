import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { launchChromium } from './chromium.ts'
import { type BuiltPage, buildPage } from './page.ts'
import { PagePool } from './page-pool.ts'
import { PATIENCE } from './patience.ts'

/**
 * A page that shows a component, in Chromium. Call at the top of the file.
 * @param root the folder with its index.html
 * @param usual options of every page
 */
export const useGallery = (root: string, usual: BrowserContextOptions) => {
  let browser: Browser | undefined
  let gallery: BuiltPage | undefined
  const pool = new PagePool(async (options) => {
    if (!browser || !gallery) throw new Error('The browser runs in tests and hooks only.')
    return browser.newContext({ baseURL: gallery.url, ...usual, ...options })
  })
  beforeAll(async () => {
    ;[gallery, browser] = await Promise.all([buildPage(root), launchChromium()])
  })
  afterAll(async () => {
    await browser?.close()
    await gallery?.close()
  })
  afterEach(() => pool.closePages())
  return {
    /** @param query without the question mark */
    open: async (query: string, options?: BrowserContextOptions): Promise<Page> => {
      const page = await pool.newPage(options)
      page.setDefaultTimeout(PATIENCE)
      await page.goto(`/?${query}`)
      return page
    },
  }
}
