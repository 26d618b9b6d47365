import type { Locator, Page } from 'playwright-core'

/**
 * Presses Enter on the button.
 *
 * @param isShown a JavaScript expression of the page
 * @returns the time from the key press to one frame after the expression was first true, in ms
 */
export const paintedAfterEnter = async (page: Page, button: Locator, isShown: string): Promise<number> => {
  await button.focus()
  await page.evaluate(`window.painted = undefined
    document.addEventListener('keydown', ({ timeStamp }) => {
      window.painted = (async () => {
        do await new Promise(requestAnimationFrame)
        while (!(${isShown}))
        await new Promise(requestAnimationFrame)
        return performance.now() - timeStamp
      })()
    }, { once: true, capture: true })`)
  await page.keyboard.press('Enter')
  return page.evaluate<number>('window.painted')
}

/** Presses Enter on a button of a calendar that shows other days. @returns ms until they are painted, see above */
export const otherDaysAfterEnter = async (page: Page, name: string): Promise<number> => {
  const day = `document.querySelector('[data-day]')?.getAttribute('data-day')`
  const before = await page.evaluate<string | undefined>(day)
  const isShown = `![undefined, ${JSON.stringify(before)}].includes(${day})`
  return paintedAfterEnter(page, page.getByRole('button', { name, exact: true }), isShown)
}
