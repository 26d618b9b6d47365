import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Waits in the page until nothing has moved for some frames: fading in, colours have less contrast than they will have.
 * What goes away meanwhile is cancelled; skeletons pulse for ever and are not waited for.
 */
const standStill = async () => {
  for (let quietFrames = 0; quietFrames < 4; quietFrames++) {
    await new Promise(requestAnimationFrame)
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
    if (ending.length > 0) quietFrames = 0
  }
}

/** What axe finds on the page as it stands, one line per finding; with every rule that it has on by default. */
export const axeFindings = async (page: Page): Promise<string[]> => {
  await page.evaluate(standStill)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  // Of what is well it would otherwise describe every element, which takes longer than finding what is not.
  const { violations } = await page.evaluate<AxeResults>("axe.run({ resultTypes: ['violations'] })")
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}
