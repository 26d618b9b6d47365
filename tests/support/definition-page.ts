/** Browser steps shared by the generated tests of pages. */
import type { Locator, Page } from 'playwright-core'
import type { TestPortal } from './portal.ts'
import { PEOPLE } from './server/test-server.ts'

/** A page of the portal, opened by an administrator. */
export const openPage = async ({ newPage, signIn }: TestPortal, path: string): Promise<Page> => {
  const page = await newPage()
  await signIn(page, PEOPLE.Administrators.email)
  await page.goto(path)
  return page
}

export const addressOf = (page: Page): string => {
  const { pathname, search } = new URL(page.url())
  return pathname + search
}

export const press = (page: Page | Locator, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click()

export const choose = async (page: Page, label: string, option: string): Promise<void> => {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** The dialog with this title, once it shows exactly this text. */
export const dialogSays = async (page: Page, title: string, text: string): Promise<Locator> => {
  const dialog = page.getByRole('dialog', { name: title, exact: true })
  await dialog.getByText(text, { exact: true }).waitFor()
  return dialog
}

/** The message for something that could not be loaded, above "Try again". */
export const failureNotice = (page: Page, message: string): Locator =>
  page.getByRole('alert').filter({ hasText: new RegExp(`^${message.replaceAll('.', '\\.')}(Back)?Try again$`) })

/** The messages of the invalid fields, from top to bottom. */
export const messagesAtFields = (page: Page): Promise<string[]> =>
  page.locator('[aria-invalid="true"]').evaluateAll((fields) =>
    fields.map((field) =>
      (field.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent ?? '')
        .join(' '),
    ),
  )

/** Holds back responses while `during` runs. */
export const withoutAnswers = async (page: Page, during: () => Promise<void>): Promise<void> => {
  await page.context().setOffline(true)
  await during()
  await page.context().setOffline(false)
}
