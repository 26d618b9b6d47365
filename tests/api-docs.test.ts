import { expect, test } from 'vitest'
import { axeFindings } from './support/axe.ts'
import { usePortal } from './support/portal.ts'

const portal = usePortal()

test.each(['light', 'dark'] as const)('the API documentation is readable, %s, also on a phone', async (colorScheme) => {
  const context = await portal.browserContext({ colorScheme, viewport: { width: 390, height: 800 } })
  const page = await context.newPage()
  await page.goto('/api/docs')
  await page.getByText('Sign in with email and password').click()
  await page.locator('#signIn').getByText('Too many attempts').waitFor()
  await page.locator('details').evaluateAll((all) => {
    for (const details of all) details.setAttribute('open', '')
  })
  expect(await axeFindings(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})
