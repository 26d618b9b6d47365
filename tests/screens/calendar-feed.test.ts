/** Sharing a calendar with other apps, in Chromium against the real server and its demo district. */
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { DEMO_ADMINISTRATOR, DEMO_PROVIDER } from '#server/seed/demo-accounts.ts'
import { expectNoFindings } from '#tests/support/axe.ts'
import { useDemoPortal } from '#tests/support/demo-portal.ts'
import { waitForFocus } from '#tests/support/focus.ts'
import { readCalendar } from '#tests/support/server/feed-reader.ts'

const { signIn } = useDemoPortal()

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const address = (page: Page) => page.getByRole('textbox', { name: 'Address' })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const feed = (page: Page) => dialog(page, 'Subscribe to this calendar')

/** The distinct names of the events that a calendar app reads at an address. */
const namesAt = async (url: string): Promise<string[]> => {
  const response = await fetch(url)
  expect(response.status).toBe(200)
  return [...new Set(readCalendar(await response.text()).map(({ summary }) => summary))]
}

test('a provider creates an address, copies it, replaces it, and stops sharing, by keyboard too', async () => {
  const page = await signIn(DEMO_PROVIDER, { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.goto('/schedule-provider-event-viewer')
  await button(page, 'Subscribe').focus()
  await page.keyboard.press('Enter')
  await button(page, 'Create address').waitFor()
  await waitForFocus(button(page, 'Create address'))
  await expectNoFindings(page, { phone: true })
  await page.keyboard.press('Enter')
  await address(page).waitFor()
  const first = await address(page).inputValue()
  const names = await namesAt(first)
  const session = (await page.locator('[data-event]').first().textContent()) ?? ''
  expect(names.filter((name) => session.includes(name))).not.toEqual([])
  await button(page, 'Copy').click()
  await button(page, 'Copied').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first)
  const link = page.getByRole('link', { name: 'Open in calendar app' })
  expect(await link.getAttribute('href')).toBe(first.replace('http:', 'webcal:'))

  await button(page, 'Replace address').click()
  await dialog(page, 'Are you sure you want to replace the address?').waitFor()
  await button(page, 'Cancel').click()
  expect(await address(page).inputValue()).toBe(first)
  await button(page, 'Replace address').focus()
  await page.keyboard.press('Enter')
  await dialog(page, 'Are you sure you want to replace the address?').waitFor()
  await waitForFocus(button(page, 'Cancel'))
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('The address was replaced').waitFor()
  const second = await address(page).inputValue()
  expect(second).not.toBe(first)
  expect((await fetch(first)).status).toBe(404)
  expect(await namesAt(second)).toEqual(names)
  await page.keyboard.press('Escape')
  await feed(page).waitFor({ state: 'detached' })
  await waitForFocus(button(page, 'Subscribe'))

  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await button(page, 'Subscribe').click()
  await expect.poll(() => address(page).inputValue()).toBe(second)
  await expectNoFindings(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await button(page, 'Stop sharing').click()
  await dialog(page, 'Are you sure you want to stop sharing this calendar?').waitFor()
  await expectNoFindings(page)
  await button(page, 'Stop sharing the calendar').click()
  await page.getByText('The calendar is no longer shared').waitFor()
  await button(page, 'Create address').waitFor()
  expect((await fetch(second)).status).toBe(404)
})

test('an administrator shares the calendar of the chosen provider', async () => {
  const page = await signIn(DEMO_ADMINISTRATOR)
  await page.goto('/schedule-event-viewer')
  await button(page, '+ Add Session').waitFor()
  expect(await button(page, 'Subscribe').count()).toBe(0)
  await page.getByRole('combobox', { name: 'Provider', exact: true }).click()
  await page.getByRole('option').nth(1).click()
  await button(page, 'Subscribe').click()
  await button(page, 'Create address').or(address(page)).waitFor()
  if ((await address(page).count()) === 0) await button(page, 'Create address').click()
  expect(await namesAt(await address(page).inputValue())).not.toEqual([])
})
