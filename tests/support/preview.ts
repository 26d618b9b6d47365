/** Saves past the preview, which single sessions show only if something clashes; that depends on the demo data. */
import type { Locator, Page } from 'playwright-core'

export const previewOf = (page: Page): Locator =>
  page.getByRole('dialog', { name: /^(Preview of the series|This session clashes)$/ })

/** Confirms the preview if one shows, until `done` shows. */
export const passPreview = async (page: Page, done: Locator): Promise<void> => {
  const preview = previewOf(page)
  await preview.or(done).first().waitFor()
  if (await preview.isVisible()) await preview.getByRole('button', { name: /^(Save|Update|Update All)$/ }).click()
  await done.waitFor()
}
