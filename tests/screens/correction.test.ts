/** From "the school called" to the replaced invoice and the difference in pay, by keyboard. */
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { RATE_TYPE_IDS } from '#domain/rate-types.ts'
import { invoices } from '#server/db/schema/invoices.ts'
import { payAdjustments } from '#server/db/schema/payroll.ts'
import { providerRates } from '#server/db/schema/rates.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { takePictures } from '#tests/support/pictures.ts'
import { usePortal } from '#tests/support/portal.ts'
import { NOVEMBER, work } from '#tests/support/server/billing.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { addDistrict, SCHOOL_IDS, TEST_NOW } from '#tests/support/server/schedule.ts'
import { PEOPLE } from '#tests/support/server/test-server.ts'

const { database, server, newPage, signIn } = usePortal()
const DAY = '2026-11-03'

/** Paul worked an hour at 85.50 on 11/03 and on 11/04. The half-month is locked and invoiced. */
beforeEach(async () => {
  await truncateAll(database())
  await addDistrict(database())
  server().now = TEST_NOW
  const token = {
    ada: await server().tokenOf(PEOPLE.Administrators.userId),
    paul: await server().tokenOf(PEOPLE.Providers.userId),
    sofia: await server().tokenOf(PEOPLE.SpecialProvider.userId),
  }
  const rate = { providerId: 1, rateTypeId: RATE_TYPE_IDS.hourly, effectiveDate: '2025-01-01', rate: '40.00' }
  await database().db.insert(providerRates).values(rate)
  const rateTypeId = RATE_TYPE_IDS.hourly
  await work(server(), token, { date: DAY, rateTypeId }, { date: '2026-11-04', rateTypeId })
  const ada = (name: 'lockOutPeriod' | 'generateInvoice', body: object) =>
    server().call(name, { token: token.ada, body: { ...NOVEMBER, ...body } })
  await ada('lockOutPeriod', {})
  await ada('generateInvoice', { schoolId: SCHOOL_IDS.lincoln, studentIds: '', serviceIds: '' })
})

const pressOn = (page: Page, role: 'button' | 'link', name: string | RegExp) =>
  page.getByRole(role, { name, exact: true }).press('Enter')

test('a locked, invoiced day is opened with a reason, confirmed again and approved', async () => {
  const page = await newPage()
  await signIn(page, PEOPLE.Administrators.email)
  await page.goto(`/people?date=${DAY}`)
  await page
    .getByRole('gridcell', { name: /Locked/ })
    .first()
    .focus()
  await pressOn(page, 'button', 'Correct this day')
  const dialog = page.getByRole('dialog', { name: 'Open for correction' })
  await dialog.getByText('It is on INV-00001 for Lincoln: approving the correction replaces it.').waitFor()
  expect(await dialog.getByRole('list', { name: 'Hours' }).innerText()).toBe('Lincoln: 9:00 AM-10:00 AM, $85.50')
  expect(await axeFindings(page)).toEqual([])
  await takePictures(page, 'correction question')
  await dialog.getByRole('textbox', { name: 'Reason' }).focus()
  await page.keyboard.type('The school called: he left at 9:30')
  await dialog.getByRole('button', { name: 'Open for correction' }).press('Enter')

  await page.getByRole('heading', { name: 'Correction of 11/03/2026' }).waitFor()
  await page.getByText('Paul Provider has not confirmed the hours at Lincoln on 11/03/2026.').waitFor()
  expect(await page.getByRole('button', { name: 'Approve correction' }).isDisabled()).toBe(true)
  await pressOn(page, 'link', 'Open day')
  await pressOn(page, 'button', 'Edit')
  const end = page.getByRole('combobox', { name: 'End', exact: true })
  await end.focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('9:30 AM')
  await page.keyboard.press('Tab')
  await pressOn(page, 'button', 'Confirm')
  await page.getByText('Confirmed', { exact: true }).first().waitFor()

  await pressOn(page, 'link', 'Correction')
  await pressOn(page, 'link', '11/03/2026')
  const outcome = page.getByRole('region', { name: 'What approving it leads to' })
  await outcome.waitFor()
  expect(await outcome.getByRole('listitem').allInnerTexts()).toEqual([
    'Lincoln: INV-00001 is replaced, $171.00 → $128.25.',
    'Pay: -$20.00 with the payroll of 11/16/2026: -0.5 hours × $40.00, hourly.',
  ])
  expect(await axeFindings(page)).toEqual([])
  await takePictures(page, 'correction before')
  await pressOn(page, 'button', 'Approve correction')
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).press('Enter')
  await page.getByText('The correction of 11/03/2026 is complete.').waitFor()
  const led = page.getByRole('region', { name: 'What it led to' })
  await led.waitFor()
  expect(await led.getByRole('listitem').allInnerTexts()).toEqual([
    'Lincoln: INV-00001, $171.00 → $128.25. INV-00002 replaces it.',
    'Pay: -$20.00 with the payroll of 11/16/2026: -0.5 hours × $40.00, hourly.',
  ])
  await takePictures(page, 'correction after')
  const { db } = database()
  const [first, second] = await db.select().from(invoices).orderBy(invoices.number)
  expect([first?.supersededById, second?.supersededById]).toEqual([second?.id, null])
  expect(await db.select().from(payAdjustments)).toMatchObject([
    { kind: 'correction', workDate: DAY, paidOn: '2026-11-16', minutes: -30, amount: '-20.000' },
  ])

  // The period can't be unlocked, and says so before anyone types a reason.
  await page.goto('/lockout?from=2026-11')
  await page.getByRole('table').getByText('A single day can be corrected instead').waitFor()
  expect(await page.getByRole('button', { name: 'Unlock 11/01/2026 to 11/15/2026', exact: true }).count()).toBe(0)
})
