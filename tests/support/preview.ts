/** Saves past the preview, which single sessions show only if something clashes; that depends on the demo data. */
import type { Locator, Page } from 'playwright-core'

export const previewOf = (page: Page): Locator =>
  page.getByRole('dialog', { name: /^(Preview of the series|This session clashes)$/ })

/** The success message of the session form. */
export const savedDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Saved' })

/** Reads the success message of the session form, and closes it. */
export const acceptSaved = async (page: Page, message: string | RegExp): Promise<void> => {
  const dialog = savedDialog(page)
  await dialog.getByText(message).waitFor()
  await dialog.getByRole('button', { name: 'OK' }).click()
  await dialog.waitFor({ state: 'detached' })
}

/** Confirms the preview if one shows, and closes the success message. */
export const passPreview = async (page: Page, message: string | RegExp): Promise<void> => {
  const preview = previewOf(page)
  await preview.or(savedDialog(page)).first().waitFor()
  if (await preview.isVisible()) await preview.getByRole('button', { name: /^(Save|Update|Update All)$/ }).click()
  await acceptSaved(page, message)
}
