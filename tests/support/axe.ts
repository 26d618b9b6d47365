import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults, RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Waits in the page until nothing has moved for some frames, because colors have less contrast while they fade in.
 * Elements that disappear cancel their animations; skeletons pulse forever and are ignored.
 */
const standStill = async () => {
  for (let quietFrames = 0; quietFrames < 4; quietFrames++) {
    await new Promise(requestAnimationFrame)
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
    if (ending.length > 0) quietFrames = 0
  }
}

/** Behind a modal dialog, nothing can be reached; the page without it has tests of its own. */
const REACHABLE = `document.querySelector('#root ~ * [aria-modal="true"]') ? { exclude: ['#root'] } : document`

/**
 * The axe findings on what can be reached of the current page, one line each.
 * @param rules all default rules if not given
 */
export const axeFindings = async (page: Page, rules?: readonly string[]): Promise<string[]> => {
  await page.evaluate(standStill)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  // Otherwise axe reports every passing element, which takes longer than the check itself.
  const options: RunOptions = { resultTypes: ['violations'], ...(rules && { runOnly: [...rules] }) }
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${REACHABLE}, ${JSON.stringify(options)})`)
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

/** What has other colors or fits differently on a phone: the rules that a second look needs. */
export const SECOND_LOOK = [
  'color-contrast',
  'button-name',
  'link-name',
  'label',
  'scrollable-region-focusable',
  'target-size',
] as const

/**
 * Looks at a state that no other test shows: as it is with all rules, then dark with those of the second look.
 * @param phone the second look is 390 px wide
 */
export const expectNoFindings = async (page: Page, { phone = false } = {}): Promise<void> => {
  const size = page.viewportSize()
  expect(await axeFindings(page), 'light').toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  if (phone) await page.setViewportSize({ width: 390, height: 844 })
  await page.locator('[data-mantine-color-scheme="dark"]').waitFor({ state: 'attached' })
  expect(await axeFindings(page, SECOND_LOOK), 'dark').toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  if (phone && size) await page.setViewportSize(size)
  await page.locator('[data-mantine-color-scheme="light"]').waitFor({ state: 'attached' })
}
