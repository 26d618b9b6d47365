import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { type BuiltPage, buildPage } from './page.ts'
import { PagePool } from './page-pool.ts'
import { PATIENCE } from './patience.ts'
import { workerBrowser } from './worker.ts'

/**
 * A page that shows a component, in Chromium. Call at the top of the file.
 * @param root the folder with its index.html
 * @param usual options of every page
 */
export const useGallery = (root: string, usual: BrowserContextOptions) => {
  let gallery: BuiltPage | undefined
  const pool = new PagePool(async (options) => {
    if (!gallery) throw new Error('The page is served in tests and hooks only.')
    const browser = await workerBrowser()
    return browser.newContext({ baseURL: gallery.url, ...usual, ...options })
  })
  beforeAll(async () => {
    gallery = await buildPage(root)
  })
  afterAll(async () => {
    await pool.close()
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
