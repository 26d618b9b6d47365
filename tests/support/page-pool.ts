import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { BLANK_PAGE } from './sign-in.ts'

/** A page that tests get again, the only one of its context. */
interface KeptPage {
  readonly page: Page
  readonly viewport: ReturnType<Page['viewportSize']>
  /** Undo what the current test did. */
  readonly undo: (() => unknown)[]
  /** Whether a test did what cannot be undone. */
  isSpoiled: boolean
}

/** Calls something else before a method. */
const before = <Key extends string>(
  target: { [key in Key]: (...all: never[]) => unknown },
  key: Key,
  work: (...all: never[]) => void,
) => {
  const method: (...all: never[]) => unknown = target[key].bind(target)
  Object.defineProperty(target, key, {
    value: (...all: never[]) => {
      work(...all)
      return method(...all)
    },
  })
}

/**
 * Pages that later tests use again, with their cached files and compiled scripts: a load takes half the CPU time of one
 * in a new page. What a test changes is undone; a page that got a script, a clock, or a permission is closed.
 */
export class PagePool {
  readonly #newContext: (options: BrowserContextOptions) => Promise<BrowserContext>
  /** By the options of their contexts. */
  readonly #free = new Map<string, KeptPage[]>()
  readonly #inUse = new Map<KeptPage, string>()

  /** @param newContext creates a context whose pages accept paths */
  constructor(newContext: (options: BrowserContextOptions) => Promise<BrowserContext>) {
    this.#newContext = newContext
  }

  /** A blank page on the server's origin, in a context with empty storage that no other test's page uses. */
  async newPage(options: BrowserContextOptions = {}): Promise<Page> {
    const key = JSON.stringify(options)
    const kept = this.#free.get(key)?.pop() ?? (await this.#create(options))
    this.#inUse.set(kept, key)
    return kept.page
  }

  /** Call after each test. */
  async closePages(): Promise<void> {
    const used = [...this.#inUse]
    this.#inUse.clear()
    await Promise.all(
      used.map(async ([kept, key]) => {
        if (kept.isSpoiled || kept.page.isClosed()) return kept.page.context().close()
        await clean(kept)
        this.#free.set(key, [...(this.#free.get(key) ?? []), kept])
      }),
    )
  }

  /** Closes the contexts too. */
  async close(): Promise<void> {
    await this.closePages()
    await Promise.all([...this.#free.values()].flat().map(({ page }) => page.context().close()))
    this.#free.clear()
  }

  async #create(options: BrowserContextOptions): Promise<KeptPage> {
    const context = await this.#newContext(options)
    const page = await context.newPage()
    await page.goto(BLANK_PAGE)
    const kept: KeptPage = { page, viewport: page.viewportSize(), undo: [], isSpoiled: false }
    const spoil = () => {
      kept.isSpoiled = true
    }
    for (const target of [context, page]) {
      before(target, 'addInitScript', spoil)
      before(target, 'on', (event, listener) => kept.undo.push(() => target.off(event, listener)))
    }
    const emulateMedia = page.emulateMedia.bind(page)
    const { colorScheme = 'light', reducedMotion = 'reduce' } = options
    before(page, 'emulateMedia', () => kept.undo.push(() => emulateMedia({ media: null, colorScheme, reducedMotion })))
    before(context, 'grantPermissions', spoil)
    before(context.clock, 'install', spoil)
    before(context.clock, 'setFixedTime', spoil)
    const newDevTools = context.newCDPSession.bind(context)
    context.newCDPSession = async (target) => {
      const devTools = await newDevTools(target)
      kept.undo.push(() => devTools.detach())
      return devTools
    }
    return kept
  }
}

/** Leaves the portal, and empties the storage. */
async function clean({ page, viewport, undo }: KeptPage): Promise<void> {
  const context = page.context()
  for (const step of undo.splice(0)) await step()
  await Promise.all(
    context
      .pages()
      .filter((other) => other !== page)
      .map((other) => other.close()),
  )
  await context.setOffline(false)
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  if (viewport) await page.setViewportSize(viewport)
  await page.goto(BLANK_PAGE)
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await context.clearCookies()
}
