import { expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { usePortal } from './support/portal.ts'

const portal = usePortal()

test('the API documentation is readable, light and dark, also on a phone', async () => {
  const context = await portal.browserContext({ colorScheme: 'light', viewport: { width: 390, height: 800 } })
  const page = await context.newPage()
  await page.goto('/api/docs')
  await page.getByText('Sign in with email and password').click()
  await page.locator('#signIn').getByText('Too many attempts').waitFor()
  const open = (most: number) =>
    page.locator('details').evaluateAll((all, count) => {
      for (const [index, details] of all.entries()) details.toggleAttribute('open', index < count)
    }, most)
  await open(Infinity)
  expect(await axeFindings(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)

  // Every endpoint has the same colors.
  await open(10)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await axeFindings(page, ['color-contrast'])).toEqual([])
})
