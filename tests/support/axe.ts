import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe finds on the page as it stands, one line per finding; with every rule that it has on by default. */
export const axeFindings = async (page: Page): Promise<string[]> => {
  // Fading in, colours have less contrast than they will have.
  await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)))
  await page.evaluate(axe)
  const { violations } = await page.evaluate<AxeResults>('axe.run()')
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}
