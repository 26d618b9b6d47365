import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from 'playwright-core'
// biome-ignore lint/style/noRestrictedImports: scripts/ has no alias; it serves the commands of package.json
import { findChromium } from '../../scripts/lib/chromium.mjs'

const launchOptions = (extra: readonly string[]) => {
  const executablePath = findChromium()
  if (!executablePath) throw new Error('No Chromium found: install one, or set CHROMIUM to its path.')
  return {
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--no-first-run',
      // Pages of one context share a renderer, which keeps the portal's compiled scripts (page-pool.ts).
      '--process-per-site',
      ...extra,
    ],
  }
}

/**
 * Starts the installed Chromium: $CHROMIUM, else the first one on PATH. Close it when done.
 * @param extra further command-line switches
 * @throws Error when there is none; `npm test` installs one.
 */
export const launchChromium = (extra: readonly string[] = []): Promise<Browser> => chromium.launch(launchOptions(extra))

/** The same with the profile in a folder, which keeps its cookies, storage and cache: closing it ends the browser. */
export const launchProfile = (folder: string, options: BrowserContextOptions): Promise<BrowserContext> =>
  chromium.launchPersistentContext(folder, { ...launchOptions([]), ...options })
