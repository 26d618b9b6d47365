/** The payroll report: Paul's rate changes on November 9, Sofía has a rate for part of the period. */
import { readFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { payrollExportMessages } from '#domain/billing/payroll-export.ts'
import { reportMessages } from '#domain/reports.ts'
import { payrollExports } from '#server/db/schema/payroll.ts'
import { providerRates } from '#server/db/schema/rates.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { takePictures } from '#tests/support/pictures.ts'
import { usePortal } from '#tests/support/portal.ts'
import { payrollSample } from '#tests/support/reports/payroll-sample.ts'
import { reportPage } from '#tests/support/reports/report-page.ts'
import { NOVEMBER } from '#tests/support/server/billing.ts'
import { allowScreen, PEOPLE } from '#tests/support/server/test-server.ts'

const portal = usePortal()
const { database, server } = portal
const { open, openChecked } = reportPage(portal, payrollSample)

test('charts gross pay by provider type, explains each amount, and asks for a provider type', async () => {
  const page = await openChecked()
  await page.getByText('$370.87 gross pay').waitFor()
  const spoken = page.getByRole('table', { name: 'Gross pay by provider type, as of today' })
  expect(await spoken.getByRole('row').allInnerTexts()).toEqual([
    'Provider Type\tGross Base\tGross PTO',
    'Occupational Therapist\t$170.62\t$200.25',
  ])
  const show = async (name: string) => {
    await page.getByRole('button', { name: `Why? ${name}`, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: `Why? ${name}` })
    await dialog.getByText('The period is not locked').waitFor()
    const said = await dialog.getByRole('paragraph').allInnerTexts()
    const rows = await dialog.getByRole('row').allInnerTexts()
    if (name.startsWith('Gross Base')) expect(await axeFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    return { said, rows: rows.map((row) => row.split(/\s*\t\s*/)) }
  }
  const base = await show('Gross Base: Paul Provider, Hourly, 11/01/2026 to 11/08/2026')
  expect(base.said.slice(0, 3)).toEqual([
    '$133.37',
    '11/01/2026 to 11/08/2026: 3:20 (3.33 hours) × $40.05 = $133.37. Rounded down from $133.50.',
    expect.stringMatching(/^The rate has applied since 01\/01\/2025, set by Ada Admin, /),
  ])
  expect(base.rows).toEqual([
    ['Date', 'School', 'Confirmed', 'Timesheet', 'Approved', 'Hours', 'Amount'],
    [
      '11/02/2026',
      'Lincoln',
      expect.stringContaining('Paul Provider'),
      '9:00 AM-10:20 AM',
      expect.stringContaining('Ada Admin'),
      '1:20',
      '$53.40',
    ],
    ['11/06/2026', 'Maple', expect.any(String), '9:00 AM-11:00 AM', expect.any(String), '2:00', '$80.10'],
  ])
  const timeOff = await show('Gross PTO: Paul Provider, Hourly, 11/01/2026 to 11/08/2026')
  expect(timeOff.rows).toEqual([
    ['Date', 'Time Off', 'Accepted', 'Hours', 'Amount'],
    ['11/03/2026', '9:00 AM-12:00 PM', 'Not on record', '3', '$120.15'],
  ])
  const unpriced = await show('Gross PTO: Sofía Special, No rate, 11/02/2026 to 11/02/2026')
  expect(unpriced.said).toContain('No rate was in force on these days, so nothing is paid.')
  const type = page.getByRole('combobox', { name: 'Provider Type' })
  await type.click()
  await page.getByRole('option', { name: 'Choose', exact: true }).click()
  await page.getByRole('button', { name: 'View Detail', exact: true }).click()
  const message = page.getByRole('alert').filter({ hasText: reportMessages.providerTypeRequired })
  await message.waitFor()
  await type.click()
  await page.getByRole('option', { name: 'Occupational Therapist' }).click()
  await message.waitFor({ state: 'detached' })
})

test('exports the period as CSV, marks its time off, and says what has changed since', async () => {
  const page = await open()
  await allowScreen(database(), 'Administrators', 'PTORequest')
  const exportButton = page.getByRole('button', { name: 'Export Payroll' })
  const dialog = page.getByRole('dialog', { name: 'Export Payroll, 11/01/2026 to 11/15/2026' })
  const said = () => dialog.getByRole('paragraph').allInnerTexts()
  await exportButton.click()
  await dialog.getByText('2 providers, $370.87 gross.').waitFor()
  expect(await said()).toEqual([
    '2 providers, $370.87 gross.',
    '3 accepted time-off requests will be marked as sent.',
    'Some days are not locked: hours can still be approved or reopened.',
  ])
  expect(await axeFindings(page)).toEqual([])
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export', exact: true }).click(),
  ])
  expect(file.suggestedFilename()).toBe('Payroll 2026-11-01 to 2026-11-15.csv')
  expect((await readFile(await file.path(), 'utf8')).split('\r\n').slice(0, 3)).toEqual([
    '\uFEFFProvider ID,Provider,Rate Type,Rate,From,To,Hours,Gross Base,PTO,Gross PTO,Gross',
    '1,Paul Provider,"Hourly, late time off on 10/20/2026",40.05,10/20/2026,10/20/2026,0.00,0.00,2.00,80.10,80.10',
    '1,Paul Provider,Hourly,40.05,11/01/2026,11/08/2026,3.33,133.37,3.00,120.15,253.52',
  ])
  await dialog.waitFor({ state: 'detached' })

  await database().db.update(providerRates).set({ rate: '50.00' }).where(eq(providerRates.id, 3))
  await exportButton.click()
  await dialog.getByText('Changed since:').waitFor()
  expect(await dialog.getByRole('listitem').allInnerTexts()).toEqual(['Sofía Special: $5.67, now $8.50'])
  expect((await said())[1]).toBe('All accepted time off is marked as sent already.')
  expect(await axeFindings(page)).toEqual([])
  // Someone else exports it first.
  const token = await server().tokenOf(PEOPLE.Administrators.userId)
  await server().call('exportPayroll', { token, body: { ...NOVEMBER, lastId: 1 } })
  await dialog.getByRole('button', { name: 'Export Again' }).click()
  const refused = page.getByRole('dialog', { name: 'Not exported' })
  await refused.getByText(payrollExportMessages.changed).waitFor()
  await refused.getByRole('button', { name: 'OK' }).click()
  await dialog.getByText('Nothing has changed since.').waitFor()
  const [again] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export Again' }).click(),
  ])
  expect(await readFile(await again.path(), 'utf8')).toContain('50.00,11/10/2026,11/15/2026,0.17,8.50')
  // Days that another period's export has are exported again only if that is confirmed.
  await dialog.waitFor({ state: 'detached' })
  await server().call('exportPayroll', {
    token,
    body: { startDate: '2026-11-10', endDate: '2026-11-30', lastId: null, confirmedOverlaps: [3] },
  })
  await exportButton.click()
  await dialog.getByText('11/10/2026 to 11/15/2026 would be paid twice.').waitFor()
  const exportAgain = dialog.getByRole('button', { name: 'Export Again' })
  expect(await exportAgain.isDisabled()).toBe(true)
  expect(await axeFindings(page)).toEqual([])
  await takePictures(page, 'days in two exports')
  await dialog.getByRole('checkbox', { name: 'Export these days again' }).check()
  await Promise.all([page.waitForEvent('download'), exportAgain.click()])
  expect(await database().db.$count(payrollExports)).toBe(5)
  await page.goto('/pto-record')
  await page.getByText('results').waitFor()
  expect(await page.getByRole('cell', { name: 'Sent', exact: true }).count()).toBe(3)
})
