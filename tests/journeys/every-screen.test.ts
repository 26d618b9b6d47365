/** Every screen with the demo district's data: no axe findings, and no horizontal scrolling on a phone. */
import type { Page, ViewportSize } from 'playwright-core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { calendarEventSchema } from '#contract/schedule.ts'
import { addDays, localOf, startOfWeek } from '#domain/time.ts'
import { DEMO_ADMINISTRATOR, DEMO_PROVIDER, DEMO_SPECIAL_PROVIDER } from '#server/seed/demo-accounts.ts'
import { axeFindings, SECOND_LOOK } from '#tests/support/axe.ts'
import { useDemoPortal } from '#tests/support/demo-portal.ts'
import { layoutFindings } from '#tests/support/screen-layout.ts'
import { DEMO_TIME_ZONE } from '#tests/support/server.ts'
import { NOWHERE, visitNew } from '#tests/support/visit.ts'

const { signIn } = useDemoPortal()

/** The folder for screenshots; none are taken if it is not set. */
const shots = process.env.SHOTS

/** `SERIES` and `OCCURRENCE` are replaced by ids of an upcoming session, the account's own if it has one. */
const SCREENS = {
  'administrators, daily work': {
    account: DEMO_ADMINISTRATOR,
    paths: [
      '/',
      '/schedule-event-viewer?provider=1',
      '/schedule-event-viewer?view=daily',
      '/schedule-viewer?school=1',
      '/schedule-event-creator',
      '/create-schedule',
      '/create-schedule/SERIES/OCCURRENCE',
      '/edit-schedule/SERIES',
      '/edit-schedule/SERIES/OCCURRENCE/true',
      '/pto-record',
      '/attendance',
      '/lockout',
      '/people',
      '/billing-history',
      '/provider/1',
      '/close-out',
      '/invoice-record',
      '/open-days',
      '/unconfirmed-providers',
      '/session-changes',
      '/students-behind',
      '/work-left',
      '/outgoing-mail',
      '/change-password',
    ],
  },
  'administrators, records': {
    account: DEMO_ADMINISTRATOR,
    paths: [
      '/schools-account',
      '/add-school',
      '/updateSchool/1',
      '/updateSchool/1?tab=billing',
      '/updateSchool/1?tab=rates',
      '/caseload-record',
      '/add-caseload',
      '/edit-caseload/2',
      '/student/1',
      '/service-record',
      '/add-service',
      '/edit-service/1',
      '/tracking-label',
      '/add-tracking-label',
      '/update-tracking/1',
      '/manage-providers',
      '/add-provider',
      '/edit-provider/1',
      '/edit-provider/1/view',
      '/hand-over/1',
      '/pto-balance-hours',
      '/manage-documents',
      '/provider-documents/1',
      '/expiry-documents',
      '/missing-documents',
      '/document-types',
      '/acl',
      '/acl/users',
      '/acl/changes',
      '/settings',
      '/settings/changes',
      '/workflows?chart=schedule/timesheet-modal&state=timesheetModal.entering.deleting',
      '/workflows?chart=billing/invoice&view=counts',
      '/workflows?chart=billing/invoice&view=coverage',
      '/logout',
    ],
  },
  providers: {
    account: DEMO_PROVIDER,
    paths: [
      '/',
      '/profile',
      '/my-documents',
      '/pto-requests',
      '/open-days',
      '/session-changes',
      '/work-received',
      '/schedule-event-viewer',
      '/provider-caseload',
      '/schedule-provider-event-viewer',
      '/schedule-viewer',
      '/schedule-event-creator',
      '/create-schedule-provider',
      '/create-schedule',
      '/create-schedule-provider/SERIES/OCCURRENCE',
      '/edit-schedule-provider/SERIES',
      '/edit-schedule-provider/SERIES/OCCURRENCE',
    ],
  },
  'special providers': {
    account: DEMO_SPECIAL_PROVIDER,
    paths: [
      '/',
      '/schedule-provider-event-viewer',
      '/edit-schedule-provider/SERIES/OCCURRENCE',
      '/view-schedule-provider/SERIES/true',
      '/view-schedule-provider/SERIES/true?occurrence=OCCURRENCE',
      NOWHERE,
    ],
  },
} as const

/** All rules once per screen; what differs in the second look is mostly its colors. */
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

test.each(Object.entries(SCREENS))('%s', { timeout: 600_000 }, async (who, { account, paths }) => {
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
