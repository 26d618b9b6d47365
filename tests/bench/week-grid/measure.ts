/** Measures pages that draw something and then the next of it, each with a driver (drive.ts), in fresh contexts. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { launchChromium } from '#tests/support/chromium.ts'
import { buildPage } from '#tests/support/page.ts'
import { median } from '../bench.ts'
import type {} from './drive.ts'

export const RUNS = 7

export const FIRST = 'first render, ms'
export const NEXT = 'next week, ms'
export const HEAP = 'JS heap, MB'
const NODES = 'DOM nodes'

const ownFolder = fileURLToPath(new URL('.', import.meta.url))

/** One fresh page: its times, its heap after garbage collection, and its number of nodes. */
const measure = async (browser: Browser, url: string, count: number) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const failures: string[] = []
  page.on('pageerror', (error) => failures.push(error.message))
  await page.goto(url)
  await page.waitForFunction(() => 'driver' in window)
  const first = await page.evaluate((wanted) => window.driver.first(wanted), count)
  const session = await context.newCDPSession(page)
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  const next = await page.evaluate(() => window.driver.next())
  const nodes = await page.evaluate(() => document.querySelectorAll('*').length)
  await context.close()
  if (failures.length > 0) throw new Error(`${url}: ${failures.join('; ')}`)
  return { [FIRST]: first, [NEXT]: next, [HEAP]: usedSize / 1e6, [NODES]: nodes }
}

const medians = (runs: readonly Record<string, number>[]): Record<string, number> =>
  Object.fromEntries(Object.keys(runs[0] ?? {}).map((key) => [key, median(runs.map((run) => run[key] ?? Number.NaN))]))

/**
 * The medians of each page (a file in the folder, without its extension) for each number of things to draw.
 *
 * @returns by count, in the order of the pages
 */
export const measurePages = async (
  names: readonly string[],
  counts: readonly number[],
  folder = ownFolder,
): Promise<ReadonlyMap<number, readonly Record<string, number>[]>> => {
  const input = Object.fromEntries(names.map((name) => [name, join(folder, `${name}.html`)]))
  const [pages, browser] = await Promise.all([buildPage(folder, { rolldownOptions: { input } }), launchChromium()])
  try {
    const results = new Map<number, Record<string, number>[]>()
    for (const count of counts) {
      const runs = names.map((): Record<string, number>[] => [])
      // The pages take turns, so that other load on the machine affects all of them; the first turn is a warm-up.
      for (let turn = 0; turn <= RUNS; turn++) {
        for (const [index, name] of names.entries()) {
          const result = await measure(browser, `${pages.url}${name}.html`, count)
          if (turn > 0) runs[index]?.push(result)
        }
      }
      results.set(count, runs.map(medians))
    }
    return results
  } finally {
    await browser.close()
    await pages.close()
  }
}
