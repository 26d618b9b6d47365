/** Every screen with the demo district's data: nothing for axe to find, and nothing wider than a phone. */
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { DEMO_ADMINISTRATOR, DEMO_PROVIDER, DEMO_SPECIAL_PROVIDER } from '#server/seed/demo-accounts.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { useDemoPortal } from '#tests/support/demo-portal.ts'

const { signIn } = useDemoPortal()

/** Where to leave pictures for a person to look at; nowhere unless asked. */
const shots = process.env.SHOTS

const SCREENS = {
  administrators: {
    account: DEMO_ADMINISTRATOR,
    paths: [
      '/',
      '/schedule-event-viewer',
      '/schedule-event-viewer?view=daily',
      '/schedule-viewer',
      '/schedule-event-creator',
      '/create-schedule',
      '/attendance',
      '/logout',
    ],
  },
  providers: {
    account: DEMO_PROVIDER,
    paths: [
      '/',
      '/schedule-event-viewer',
      '/schedule-provider-event-viewer',
      '/schedule-viewer',
      '/schedule-event-creator',
      '/create-schedule-provider',
      '/create-schedule',
    ],
  },
  'special providers': {
    account: DEMO_SPECIAL_PROVIDER,
    paths: ['/', '/schedule-provider-event-viewer', '/nowhere'],
  },
} as const

const LOOKS = [
  { name: 'light, 1440 px', colorScheme: 'light', viewport: { width: 1440, height: 900 } },
  { name: 'dark, 390 px', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
] as const

/** All that was asked for has come: no progress is shown, and no skeleton. */
const settled = async (page: Page) => {
  await page.getByRole('heading', { level: 1 }).or(page.getByRole('dialog')).first().waitFor()
  await expect.poll(() => page.locator('[aria-busy="true"], [role="status"][aria-label="Loading..."]').count()).toBe(0)
}

describe.each(LOOKS)('$name', ({ name, colorScheme, viewport }) => {
  test.each(Object.entries(SCREENS))('%s', { timeout: 180_000 }, async (who, { account, paths }) => {
    const page = await signIn(account, { colorScheme, viewport })
    const found: Record<string, readonly string[]> = {}
    for (const path of paths) {
      await page.goto(path)
      await settled(page)
      if (shots) await page.screenshot({ path: `${shots}/${who}${path.replaceAll(/\W/g, '_')} ${name}.png` })
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      found[path] = [...(await axeFindings(page)), ...(overflow > 0 ? [`${overflow} px too wide`] : [])]
    }
    expect(found).toEqual(Object.fromEntries(paths.map((path) => [path, []])))
  })
})
