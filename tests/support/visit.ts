import type { Page } from 'playwright-core'

/** An address without a screen. */
export const NOWHERE = '/nowhere'

/** Shows another screen of the portal without loading the page again, as a link would. The screen may still be loading. */
export const visit = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => history.pushState(null, '', to), path)

/** The same, but nothing is left of what showed before, even if it was the same screen. */
export const visitNew = async (page: Page, path: string): Promise<void> => {
  const nothing = page.getByRole('heading', { name: 'Page not found' })
  await visit(page, NOWHERE)
  await nothing.waitFor()
  if (path === NOWHERE) return
  await visit(page, path)
  await nothing.waitFor({ state: 'detached' })
}
