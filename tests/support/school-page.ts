/** Fills in a school's page. */
import type { Page } from 'playwright-core'

export const choose = async (page: Page, label: string, option: string): Promise<void> => {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).click()
}

/** Fills in every required field of a new school's profile but the only country; the places must exist. */
export const fillProfile = async (page: Page): Promise<void> => {
  await page.getByLabel('School Name').fill('Willow Creek')
  await page.getByLabel('Address Line 1').fill('62 Willow Creek')
  await choose(page, 'State', 'Illinois')
  await choose(page, 'City', 'Springfield')
  await page.getByLabel('Zipcode').fill('62701')
  await page.getByLabel('Contact Name').fill('Alma Reyes')
  await page.getByLabel('Phone Number').fill('217-555-0110')
  await page.getByLabel('Designation').fill('Principal')
  await page.getByLabel('Email').fill('alma@school.example')
}
