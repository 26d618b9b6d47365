/** Sessions that stay where the school is inactive by now, or that a student has left: changed and ended in Chromium. */
import { eq, isNull } from 'drizzle-orm'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { addDays, localOf, startOfWeek } from '#domain/time.ts'
import { providers } from '#server/db/schema/providers.ts'
import { occurrences } from '#server/db/schema/schedule.ts'
import { schools } from '#server/db/schema/schools.ts'
import { students } from '#server/db/schema/students.ts'
import { expectNoFindings } from '#tests/support/axe.ts'
import { takePictures } from '#tests/support/pictures.ts'
import { usePortal } from '#tests/support/portal.ts'
import { acceptSaved } from '#tests/support/preview.ts'
import { addDistrict, addSession, CASELOAD_IDS, SCHOOL_IDS } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE, TEST_TIME_ZONE } from '#tests/support/server/test-server.ts'

const portal = usePortal({ begin: addDistrict })
const { database, server } = portal
/** In the week after next. */
const tuesday = addDays(startOfWeek(localOf(Date.now(), TEST_TIME_ZONE).date), 16)

const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true })

test('a series at a deactivated school opens with its school and students, warns, and can be ended', async () => {
  await allowScreen(database(), 'Administrators', 'Scheduling')
  server().renew()
  await addSession(server(), await server().tokenOf(PEOPLE.Providers.userId), {
    date: tuesday,
    endDate: addDays(tuesday, 14),
    rule: { type: 'weekly', option: 'everyNWeeks', everyNWeeks: 1, days: [2] },
    eventName: 'Fine motor group',
  })
  const { db } = database()
  await db.update(schools).set({ isActive: false }).where(eq(schools.id, SCHOOL_IDS.lincoln))
  await db.update(students).set({ schoolId: SCHOOL_IDS.maple }).where(eq(students.id, CASELOAD_IDS.ana))

  const page = await portal.newPage()
  await portal.signIn(page, PEOPLE.Administrators.email)
  await page.goto(`/schedule-event-viewer?date=${tuesday}&view=weekly&provider=1`)
  const event = page.locator('[data-event]').filter({ hasText: 'Fine motor group' })
  const details = page.getByRole('dialog').filter({ hasText: 'Weekday' })
  await event.click()
  await button(details, 'Edit Series').click()
  const panel = page.getByRole('dialog', { name: 'Edit Session' })
  const school = panel.getByRole('combobox', { name: 'School', exact: true })
  await expect.poll(() => school.inputValue()).toBe('Lincoln (inactive)')
  await expect
    .poll(() => panel.getByRole('combobox', { name: 'Service', exact: true }).inputValue())
    .toBe('Occupational Therapy')
  await panel.getByText('Ana Núñez (now at Maple)', { exact: true }).waitFor()
  await takePictures(page, 'left-behind form')
  await panel.getByRole('combobox', { name: 'Rate type', exact: true }).click()
  await page.getByRole('option', { name: 'Hourly', exact: true }).click()
  await panel.getByRole('textbox', { name: 'Session name' }).fill('Goes on')
  await button(panel, 'Update All').click()
  const preview = page.getByRole('dialog', { name: 'Preview of the series' })
  await preview
    .getByText('3 sessions will be changed, Lincoln is inactive, Ana Núñez is now at Maple', { exact: true })
    .waitFor()
  await takePictures(page, 'left-behind preview')
  await expectNoFindings(page)
  await button(preview, 'Update All').click()
  await acceptSaved(page, 'Event has been updated successfully')

  await page.locator('[data-event]').filter({ hasText: 'Goes on' }).click()
  await button(details, 'Delete Series').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete series', exact: true }).click()
  await page.getByRole('alert').filter({ hasText: 'Event has been deleted successfully' }).waitFor()
  expect(await db.$count(occurrences, isNull(occurrences.deletedAt))).toBe(0)
})

test('a session whose provider has left names them in the form, marked', async () => {
  await allowScreen(database(), 'Administrators', 'Scheduling')
  server().renew()
  await addSession(server(), await server().tokenOf(PEOPLE.Providers.userId), {
    date: tuesday,
    eventName: 'Fine motor group',
  })
  const { db } = database()
  await db.update(providers).set({ termDate: '2026-10-30' }).where(eq(providers.id, 1))

  const page = await portal.newPage()
  await portal.signIn(page, PEOPLE.Administrators.email)
  await page.goto(`/schedule-event-viewer?date=${tuesday}&view=weekly&provider=1`)
  await page.locator('[data-event]').filter({ hasText: 'Fine motor group' }).click()
  await button(page.getByRole('dialog').filter({ hasText: 'Weekday' }), 'Edit').click()
  const panel = page.getByRole('dialog', { name: 'Edit Session' })
  const provider = panel.getByRole('combobox', { name: 'Provider', exact: true })
  await expect.poll(() => provider.inputValue()).toBe('Paul Provider (left 10/30/2026)')
  await provider.click()
  await page.getByRole('option', { name: 'Sofía Special', exact: true }).click()
  await provider.click()
  await page.getByRole('option', { name: 'Paul Provider (left 10/30/2026)', exact: true }).waitFor()
})
