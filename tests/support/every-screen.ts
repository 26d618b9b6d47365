/**
 * Looks at every screen with the demo district's data. Three files divide the screens, so that they run at the same time.
 */
import type { Page, ViewportSize } from 'playwright-core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { calendarEventSchema } from '#contract/schedule.ts'
import { addDays, localOf, startOfWeek } from '#domain/time.ts'
import type { DemoAccount } from '#server/seed/demo-accounts.ts'
import { axeFindings, SECOND_LOOK } from './axe.ts'
import { useDemoPortal } from './demo-portal.ts'
import { layoutFindings } from './screen-layout.ts'
import { DEMO_TIME_ZONE } from './server.ts'
import { visitNew } from './visit.ts'

/** The folder for screenshots; none are taken if it is not set. */
const shots = process.env.SHOTS

/** All of axe's rules once per screen; what differs in the second look is mostly its colors. */
const LOOKS = [
  { name: 'light, 1366 px', colorScheme: 'light', viewport: { width: 1366, height: 768 }, rules: undefined },
  { name: 'dark, 390 px', colorScheme: 'dark', viewport: { width: 390, height: 844 }, rules: SECOND_LOOK },
] as const

/** Only the layout is looked at. */
const WIDE = { name: 'light, 1920 px', colorScheme: 'light', viewport: { width: 1920, height: 1080 } } as const

/** Everything has loaded: no progress bar and no skeleton. */
const settled = async (page: Page) => {
  await page.getByRole('heading', { level: 1 }).or(page.getByRole('dialog')).first().waitFor()
  await expect.poll(() => page.locator('[aria-busy="true"], [role="status"][aria-label="Loading..."]').count()).toBe(0)
}

const repliesSchema = z.object({ data: z.object({ events: z.array(calendarEventSchema) }) })
const tuesday = addDays(startOfWeek(localOf(Date.now(), DEMO_TIME_ZONE).date), 16)

/** Puts a session's ids into paths that need them. */
const withSession = async (page: Page) => {
  const reply = page.waitForResponse(/get-schedule-events$/)
  await page.goto(`/schedule-event-viewer?view=daily&date=${tuesday}`)
  const { data } = repliesSchema.parse(await (await reply).json())
  const session = data.events.find(({ isRecurring }) => isRecurring)
  if (session === undefined) throw new Error('The demo district has no session on these days')
  return (path: string) =>
    path.replace('SERIES', String(session.scheduleEventId)).replace('OCCURRENCE', String(session.id))
}

/** Changes the loaded page's color scheme or size; screens must not depend on how they were when they loaded. */
const wear = async (
  page: Page,
  { colorScheme, viewport }: Pick<(typeof LOOKS)[number], 'colorScheme'> & { viewport: ViewportSize },
) => {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.setViewportSize(viewport)
  await settled(page)
}

interface Screens {
  readonly account: DemoAccount
  /** `SERIES` and `OCCURRENCE` are replaced by ids of an upcoming session, the account's own if it has one. */
  readonly paths: readonly string[]
}

/**
 * Registers a test for each account: every screen has no axe findings in light colors at 1366 px and in dark ones at
 * 390 px, is not too wide at either, and its layout hides nothing at 1366, 390 and 1920 px.
 */
export function everyScreen(accounts: Record<string, Screens>): void {
  const { signIn } = useDemoPortal()

  test.each(Object.entries(accounts))('%s', { timeout: 600_000 }, async (who, { account, paths }) => {
    const page = await signIn(account)
    const addressOf = await withSession(page)
    const found: Record<string, readonly string[]> = {}
    for (const [index, path] of paths.entries()) {
      // Loading the page for each screen took most of the time.
      await visitNew(page, addressOf(path))
      // Every other screen opens in the look that the one before it had last.
      for (const look of index % 2 === 0 ? LOOKS : LOOKS.toReversed()) {
        await wear(page, look)
        if (shots) await page.screenshot({ path: `${shots}/${who}${path.replaceAll(/\W/g, '_')} ${look.name}.png` })
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        found[`${path}, ${look.name}`] = [
          ...(await axeFindings(page, look.rules)),
          ...(overflow > 0 ? [`${overflow} px too wide`] : []),
          ...(await layoutFindings(page)),
        ]
      }
      await wear(page, WIDE)
      found[`${path}, ${WIDE.name}`] = await layoutFindings(page)
    }
    const nothing = paths.flatMap((path) => [...LOOKS, WIDE].map((look) => [`${path}, ${look.name}`, []]))
    expect(found).toEqual(Object.fromEntries(nothing))
  })
}
