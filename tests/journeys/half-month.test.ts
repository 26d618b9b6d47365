/**
 * A half-month worked out by hand: three schools, all rate types, a rate change on the 9th, an admin fee change on the
 * 12th, zero hours, a group session, and a forced lock. Locked, invoiced and found again through the pages, with every
 * line as it was written here first.
 */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import { RATE_TYPE_IDS } from '#domain/rate-types.ts'
import { rateTypes, schoolAdminFees, schoolServiceRates } from '#server/db/schema/rates.ts'
import { schoolBillingProfiles } from '#server/db/schema/schools.ts'
import { openPage, press } from '#tests/support/definition-page.ts'
import { usePortal } from '#tests/support/portal.ts'
import { plan, work } from '#tests/support/server/billing.ts'
import { readPdf } from '#tests/support/server/pdf-reader.ts'
import { addDistrict, SCHOOL_IDS, SERVICE_IDS, TEST_NOW } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE } from '#tests/support/server/test-server.ts'
import { visit, visitNew } from '#tests/support/visit.ts'
import { readWordFile } from '#tests/support/word-file.ts'

const portal = usePortal({ begin: addDistrict })
const db = () => portal.database().db
const { hourly, perSession, daily } = RATE_TYPE_IDS
const { lincoln, maple } = SCHOOL_IDS

beforeEach(async () => {
  await allowScreen(portal.database(), 'Administrators', 'BillingHistory')
  portal.server().now = TEST_NOW
  await db().insert(rateTypes).values({ id: daily, name: 'Daily' })
  const rate = { serviceId: SERVICE_IDS.ot, effectiveDate: '2025-01-01' }
  await db()
    .insert(schoolServiceRates)
    .values([
      // $85.50 until then.
      { ...rate, schoolId: lincoln, rateTypeId: hourly, rate: '90.00', effectiveDate: '2026-11-09' },
      { ...rate, schoolId: maple, rateTypeId: daily, rate: '400.00' },
    ])
  await db().insert(schoolBillingProfiles).values({
    schoolId: lincoln,
    billingEmail: 'billing@lincoln.example',
  })
  await db()
    .insert(schoolAdminFees)
    .values([
      { schoolId: lincoln, adminFee: '5.00', effectiveDate: '2026-01-01' },
      { schoolId: lincoln, adminFee: '6.50', effectiveDate: '2026-11-12' },
    ])
  const token = {
    ada: await portal.server().tokenOf(PEOPLE.Administrators.userId),
    paul: await portal.server().tokenOf(PEOPLE.Providers.userId),
    sofia: await portal.server().tokenOf(PEOPLE.SpecialProvider.userId),
  }
  await work(
    portal.server(),
    token,
    { date: '2026-11-03', rateTypeId: hourly, endTime: '10:20' },
    // One session with two students.
    { date: '2026-11-05', rateTypeId: perSession, students: ['ana', 'bo'] },
    { date: '2026-11-10', rateTypeId: hourly },
    { date: '2026-11-12', rateTypeId: hourly, endTime: '10:30' },
    { date: '2026-11-11', rateTypeId: hourly, by: 'sofia', isZeroHours: true },
    { date: '2026-11-04', rateTypeId: hourly, at: 'maple', startTime: '13:00', endTime: '13:50' },
    { date: '2026-11-06', rateTypeId: daily, at: 'maple' },
    { date: '2026-11-13', rateTypeId: hourly, by: 'sofia', at: 'northgate', startTime: '08:00', endTime: '08:20' },
  )
  // Never confirmed: the lock leaves it out.
  await plan(portal.server(), { date: '2026-11-02', rateTypeId: hourly, by: 'sofia', at: 'northgate' })
})

/** Quantity, rate and amount of each line, and the totals; worked out by hand. */
const EXPECTED = [
  {
    school: 'Lincoln',
    lines: [
      // 80 minutes are 1.33 h, before the rate and the fee changed: 113.715.
      ['11/03/2026', '1.33', '$85.50', '$113.72'],
      ['11/10/2026', '1', '$90.00', '$90.00'],
      ['11/12/2026', '1.5', '$90.00', '$135.00'],
      ['11/05/2026', '1', '$60.00', '$60.00'],
    ],
    // 5% of 113.72 + 90.00 + 60.00 is 13.186; 6.5% of 135.00 is 8.775.
    fees: ['$13.19', '$8.78'],
    subtotal: '$398.72',
    total: '$420.69',
  },
  {
    school: 'Maple',
    lines: [
      // 50 minutes are 0.83 h.
      ['11/04/2026', '0.83', '$81.00', '$67.23'],
      ['11/06/2026', '1', '$400.00', '$400.00'],
    ],
    fees: [],
    subtotal: '$467.23',
    total: '$467.23',
  },
  {
    school: 'Northgate',
    // 20 minutes are 0.33 h: 27.06.
    lines: [['11/13/2026', '0.33', '$82.00', '$27.06']],
    fees: [],
    subtotal: '$27.06',
    total: '$27.06',
  },
] as const

const saved = async (page: Page, button: string): Promise<Uint8Array> => {
  const download = page.waitForEvent('download')
  await press(page, button)
  return new Uint8Array(readFileSync(await (await download).path()))
}

const expectDocuments = async (page: Page) => {
  const [{ school, lines, fees, total }] = EXPECTED
  const { pages } = await readPdf(await saved(page, 'Download Pdf'))
  const { paragraphs, tables } = readWordFile(await saved(page, 'Download Word'))
  const printed = pages.flat().join('\n')
  const written = [...paragraphs, ...tables.flat(2)].join('\n')
  for (const text of ['INV-00001', school, ...lines.flatMap(([, , rate, amount]) => [rate, amount]), ...fees, total]) {
    expect(printed).toContain(text)
    expect(written).toContain(text)
  }
}

test('a half-month is locked, invoiced and found again to the cent', { timeout: 180_000 }, async () => {
  const page = await openPage(portal, '/close-out?period=2026-11-01')
  await page.getByText('Locking by force would now leave out 1 day, 1:00 h, $82.00').waitFor()
  await press(page, 'Lock Out')
  await page.getByRole('dialog', { name: 'Lock Out' }).getByRole('button', { name: 'Lock Out', exact: true }).click()
  await page.getByText('left out of billing and payroll: 1 day, 1:00 h, $82.00').waitFor()
  await press(page, 'Lock Out Anyway')
  await page.getByText('Locked by force by Ada Admin on').waitFor()

  for (const [index, { school, lines, fees, subtotal, total }] of EXPECTED.entries()) {
    await visitNew(page, `/invoice-record?period=2026-11-01&school=${index + 1}`)
    const preview = page.getByRole('region', { name: 'Preview' })
    await preview.getByText(total, { exact: true }).last().waitFor()
    const rows = await preview.getByRole('table', { name: 'Lines of the invoice' }).locator('tbody tr').all()
    const cells = await Promise.all(rows.map((row) => row.getByRole('cell').allInnerTexts()))
    expect(cells.map(([service = '', ...figures]) => [service.split(', ').at(-1), ...figures])).toEqual(lines)
    expect(await preview.getByRole('table', { name: 'Totals' }).getByRole('cell').allInnerTexts()).toEqual(
      fees.length === 0 ? [total] : [subtotal, ...fees, total],
    )

    await press(page, 'Generate Invoice')
    await page.getByRole('dialog', { name: 'Your invoice has been generated' }).waitFor()
    // What the documents of the others say is the same code's work.
    if (school === 'Lincoln') await expectDocuments(page)
    await page.keyboard.press('Escape')
  }

  await visit(page, '/billing-history?school=all&from=2026-11-01&to=2026-11-15')
  const list = page.getByRole('table', { name: 'History Details', exact: true })
  await list.getByText('INV-00003').waitFor()
  const found = await list
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [1, 2, 5].map((cell) => row.querySelectorAll('td')[cell]?.textContent ?? '')),
    )
  expect(found).toEqual([
    ['INV-00003', 'Northgate', '$27.06'],
    ['INV-00002', 'Maple', '$467.23'],
    ['INV-00001', 'Lincoln', '$420.69'],
  ])
  await press(page, 'Why? Invoice INV-00001')
  const why = page.getByRole('dialog', { name: 'Why? Invoice INV-00001' })
  await why.getByText('1:20 (1.33 hours) × $85.50 = $113.72. Rounded down from $114.00.').waitFor()
  await why.getByText('admin fee of 6.5% of $135.00 = $8.78. Rounded up from $8.775.').waitFor()
  await why.getByText('11/01/2026 to 11/15/2026: locked by force by Ada Admin, 11/20/2026 10:00 AM.').waitFor()
})
