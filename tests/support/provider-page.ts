/** Fills in a provider's page. */
import type { Page } from 'playwright-core'
import { choose } from './definition-page.ts'

/** Every required choice of a new provider; the country is the only one, and set already. */
export const chooseRequired = async (page: Page): Promise<void> => {
  await choose(page, 'State', 'Illinois')
  await choose(page, 'City', 'Springfield')
  await choose(page, 'Provider Type', 'Occupational Therapist')
  await choose(page, 'Schools', 'Lincoln')
  await page.keyboard.press('Escape')
  await choose(page, 'Service Types', 'OT · Occupational Therapy')
  await page.keyboard.press('Escape')
}
