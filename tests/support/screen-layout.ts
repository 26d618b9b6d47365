/** What a screen's layout hides from a person who has just opened it. */
import type { Page } from 'playwright-core'

/** In words, empty if nothing is wrong. The page must be scrolled to its top. */
export const layoutFindings = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const named = (element: Element): string => {
      const text = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().replaceAll(/\s+/g, ' ')
      return `${element.tagName.toLowerCase()} ${JSON.stringify(text.slice(0, 40))}`
    }
    const isShown = (element: Element): boolean =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      element.closest('[aria-hidden="true"]') === null

    const begins = (what: string, element: Element | undefined | null) => {
      if (!element) return
      const { top, left } = element.getBoundingClientRect()
      if (top >= window.innerHeight || left >= window.innerWidth) {
        found.push(`${what} begins ${Math.round(top)} px down: ${named(element)}`)
      }
    }
    const first = (selector: string) => [...document.querySelectorAll(selector)].find(isShown)
    begins('the heading', first('h1'))
    begins('the filters', first('main :is(input, select, textarea):not([aria-label="Results per page"])'))
    begins(
      'the content',
      first(
        'main :is(h2, dl, form :is(input, textarea), fieldset, tbody tr, [role="grid"], [role="list"] > *, article, svg[role="group"])',
      ),
    )
    // Beside the content, not below it.
    if (window.innerWidth > 1300)
      for (const aside of document.querySelectorAll('main aside')) begins('the panel', aside)

    for (const grid of document.querySelectorAll('main *')) {
      const { display, gridTemplateColumns } = getComputedStyle(grid)
      if (!display.endsWith('grid') || gridTemplateColumns.split(' ').length < 2) continue
      for (const cell of grid.children) {
        const { position, display: shown } = getComputedStyle(cell)
        const isInFlow = shown !== 'none' && shown !== 'contents' && position !== 'absolute' && position !== 'fixed'
        if (isInFlow && cell.childElementCount === 0 && cell.textContent === '' && cell.clientHeight === 0) {
          found.push(`an empty ${cell.tagName.toLowerCase()} takes a column of ${named(grid)}`)
        }
      }
    }

    const usable = document.querySelectorAll(
      ':is(a[href], button, label, select, textarea, [role="tab"], [role="link"], input:not([type="radio"], [type="checkbox"], [type="file"], [type="hidden"]))',
    )
    for (const element of usable) {
      const box = element.getBoundingClientRect()
      if (!isShown(element) || box.width < 2 || box.height < 2) continue
      for (let outer = element.parentElement; outer; outer = outer.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(outer)
        const around = outer.getBoundingClientRect()
        if (['auto', 'scroll'].includes(overflowX) || ['auto', 'scroll'].includes(overflowY)) break
        const isCut =
          (['hidden', 'clip'].includes(overflowX) && (box.right > around.right + 2 || box.left < around.left - 2)) ||
          (['hidden', 'clip'].includes(overflowY) && (box.bottom > around.bottom + 2 || box.top < around.top - 2))
        if (isCut && outer !== document.body && outer !== document.documentElement) {
          found.push(`${named(element)} is cut off by ${outer.tagName.toLowerCase()}.${[...outer.classList].slice(-1)}`)
          break
        }
        if (position === 'fixed') break
      }
    }
    return [...new Set(found)]
  })
