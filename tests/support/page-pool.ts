import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { BLANK_PAGE } from './sign-in.ts'

/**
 * Pages whose browser contexts are used again by later tests, with their cached files and compiled scripts: a
 * page load takes half the CPU time. So tests must not change a context: its clock, permissions or routes.
 */
export class PagePool {
  readonly #newContext: (options: BrowserContextOptions) => Promise<BrowserContext>
  /** By their options. */
  readonly #contexts = new Map<string, BrowserContext[]>()
  readonly #inUse = new Set<BrowserContext>()
  /** One blank page per context, so that its renderer stays. */
  readonly #spares = new Set<Page>()

  /** @param newContext creates a context whose pages accept paths */
  constructor(newContext: (options: BrowserContextOptions) => Promise<BrowserContext>) {
    this.#newContext = newContext
  }

  /** A blank page on the server's origin, in a context with empty storage that no other open page uses. */
  async newPage(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.#freeContext(options)
    this.#inUse.add(context)
    await context.setOffline(false)
    await context.clearCookies()
    const page = await context.newPage()
    await page.goto(BLANK_PAGE)
    await page.evaluate(() => localStorage.clear())
    return page
  }

  /** Call after each test. */
  async closePages(): Promise<void> {
    const pages = [...this.#inUse].flatMap((context) => context.pages())
    await Promise.all(pages.filter((page) => !this.#spares.has(page)).map((page) => page.close()))
    this.#inUse.clear()
  }

  /** Closes the contexts too. */
  async close(): Promise<void> {
    await Promise.all([...this.#contexts.values()].flat().map((context) => context.close()))
    this.#contexts.clear()
  }

  async #freeContext(options: BrowserContextOptions): Promise<BrowserContext> {
    const key = JSON.stringify(options)
    const alike = this.#contexts.get(key) ?? []
    const free = alike.find((context) => !this.#inUse.has(context))
    if (free) return free
    const context = await this.#newContext(options)
    this.#contexts.set(key, [...alike, context])
    const spare = await context.newPage()
    this.#spares.add(spare)
    await spare.goto(BLANK_PAGE)
    return context
  }
}
