/** Saving past the preview: a single session shows one only where something clashes, which the demo district decides. */
import type { Locator, Page } from 'playwright-core'

export const previewOf = (page: Page): Locator =>
  page.getByRole('dialog', { name: /^(Preview of the series|This session clashes)$/ })

/** Goes on from the preview where one shows, until `done` does. */
export const passPreview = async (page: Page, done: Locator): Promise<void> => {
  const preview = previewOf(page)
  await preview.or(done).first().waitFor()
  if (await preview.isVisible()) await preview.getByRole('button', { name: /^(Save|Update|Update All)$/ }).click()
  await done.waitFor()
}
