/** The payroll report: Paul's rate changes on November 9, Sofía has a rate for part of the period. */
import { readFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { payrollReport } from '#contract/reports/payroll-report.ts'
import { payrollExportMessages } from '#domain/billing/payroll-export.ts'
import { RATE_TYPE_IDS } from '#domain/rate-types.ts'
import { reportMessages } from '#domain/reports.ts'
import { providerRates, providerTypes, ptoRequests } from '#server/db/schema.ts'
import { axeFindings } from '#tests/support/axe.ts'
import { usePortal } from '#tests/support/portal.ts'
import { reportTests } from '#tests/support/report-tests.ts'
import { NOVEMBER, work } from '#tests/support/server/billing.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { addDistrict, TEST_NOW } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE } from '#tests/support/server/test-server.ts'

const portal = usePortal()
const { database, server, newPage, signIn } = portal

beforeEach(async () => {
  await truncateAll(database())
  await addDistrict(database())
  await allowScreen(database(), 'Administrators', 'PayrollChecklistReport')
  await allowScreen(database(), 'Administrators', 'ProviderProfileInformation')
  await database().db.insert(providerTypes).values({ id: 2, title: 'Speech Therapist' })
  server().now = TEST_NOW
  const hourly = { rateTypeId: RATE_TYPE_IDS.hourly, createdById: PEOPLE.Administrators.userId }
  await database()
    .db.insert(providerRates)
    .values([
      { ...hourly, providerId: 1, effectiveDate: '2025-01-01', rate: '40.05' },
      { ...hourly, providerId: 1, effectiveDate: '2026-11-09', rate: '42.10' },
      { ...hourly, providerId: 2, effectiveDate: '2026-11-10', rate: '33.33' },
    ])
  const timeOff = { reason: 'Dentist', startTime: '09:00', endTime: '12:00', state: 'accepted' as const }
  await database()
    .db.insert(ptoRequests)
    .values([
      { ...timeOff, providerId: 1, requestedDate: '2026-11-03' },
      { ...timeOff, providerId: 2, requestedDate: '2026-11-02' },
    ])
  const token = {
    ada: await server().tokenOf(PEOPLE.Administrators.userId),
    paul: await server().tokenOf(PEOPLE.Providers.userId),
    sofia: await server().tokenOf(PEOPLE.SpecialProvider.userId),
  }
  await work(
    server(),
    token,
    { date: '2026-11-02', endTime: '10:20' },
    { date: '2026-11-06', at: 'maple', endTime: '11:00' },
    { date: '2026-11-09', endTime: '09:45' },
    { date: '2026-11-12', by: 'sofia', endTime: '09:10' },
  )
})

const paul = { providerId: 1, providerName: 'Paul Provider', providerTypeId: 1, rateType: 'Hourly' }
const sofia = { providerId: 2, providerName: 'Sofía Special', providerTypeId: 1 }
const first = {
  ...{ id: 1, ...paul, rate: '40.05', grossPTO: '120.15', pto: 3, grossBase: '133.37', hours: 3.33 },
  ...{ from: '2026-11-01', to: '2026-11-08' },
}
const second = {
  ...{ id: 2, ...paul, rate: '42.10', grossPTO: '0.00', pto: 0, grossBase: '31.58', hours: 0.75 },
  ...{ from: '2026-11-09', to: '2026-11-15' },
}
/** Time off before she had a rate. */
const unpaid = {
  ...{ id: 0, ...sofia, rateType: 'No rate', rate: null, grossPTO: '0.00', pto: 3, grossBase: '0.00', hours: 0 },
  ...{ from: '2026-11-02', to: '2026-11-02' },
}
const third = {
  ...{ id: 3, ...sofia, rateType: 'Hourly', rate: '33.33', grossPTO: '0.00', pto: 0, grossBase: '5.67', hours: 0.17 },
  ...{ from: '2026-11-10', to: '2026-11-15' },
}

const dates = { fromDateTime: NOVEMBER.startDate, toDateTime: NOVEMBER.endDate }

reportTests(payrollReport, {
  portal,
  role: 'Administrators',
  given: { from: NOVEMBER.startDate, to: NOVEMBER.endDate, providerTypeId: 1 },
  rows: [first, second, unpaid, third],
  orderedBy: {
    rate: ({ rate }) => Number(rate ?? 1000),
    grossPTO: ({ grossPTO }) => Number(grossPTO),
    grossBase: ({ grossBase }) => Number(grossBase),
  },
  narrowed: {
    'one provider': {
      values: { providerId: 2 },
      rows: [unpaid, third],
      words: ['Provider Type: Occupational Therapist', 'Provider: Sofía Special'],
    },
    'part of the period': {
      values: { from: '2026-11-03', to: '2026-11-08' },
      rows: [{ ...first, from: '2026-11-03', hours: 2, grossBase: '80.10' }],
      words: ['From Date: 11/03/2026', 'End Date: 11/08/2026'],
    },
    'a type that nobody has': { values: { providerTypeId: 2 }, rows: [], words: ['Provider Type: Speech Therapist'] },
  },
  details: {
    first: ['Paul Provider, Hourly, $40.05', 'Lincoln', '11/02/2026', 'Maple', 'Time off', '253.52'],
    all: ['Sofía Special, No rate', '11/12/2026', '5.67', '290.77'],
  },
  refused: {
    "End Date can't be less than Start Date": {
      body: { ...dates, toDateTime: '2026-10-01', providerTypeId: 1 },
      path: 'toDateTime',
    },
  },
})

const open = async () => {
  const page = await newPage()
  await signIn(page, PEOPLE.Administrators.email)
  await page.goto(`/report/payroll?from=${NOVEMBER.startDate}&to=${NOVEMBER.endDate}`)
  await page.getByText('results').waitFor()
  return page
}

test('requires a provider type to show all details, until one is chosen', async () => {
  const { call } = payrollReport.view
  const token = await server().tokenOf(PEOPLE.Administrators.userId)
  const ask = (more: object) => server().ask(call, { token, body: { ...dates, ...more } })
  expect(await ask({ rateChangeHistoryId: 0, providerTypeId: 0 })).toMatchObject({
    status: 400,
    errors: [{ path: 'providerTypeId', message: 'Provider Type is Required' }],
  })
  expect(await ask({ rateChangeHistoryId: 1 })).toMatchObject({ status: 200 })
  const page = await open()
  await page.getByRole('button', { name: 'View Detail', exact: true }).click()
  const message = page.getByRole('alert').filter({ hasText: reportMessages.providerTypeRequired })
  await message.waitFor()
  await page.getByRole('combobox', { name: 'Provider Type' }).click()
  await page.getByRole('option', { name: 'Occupational Therapist' }).click()
  await message.waitFor({ state: 'detached' })
})

test('charts gross pay by provider type', async () => {
  const page = await open()
  await page.getByText('$290.77 gross pay').waitFor()
  const spoken = page.getByRole('table', { name: 'Gross pay by provider type' })
  expect(await spoken.getByRole('row').allInnerTexts()).toEqual([
    'Provider Type\tGross Base\tGross PTO',
    'Occupational Therapist\t$170.62\t$120.15',
  ])
})

test('explains each amount', async () => {
  const page = await open()
  const show = async (name: string) => {
    await page.getByRole('button', { name: `Why? ${name}`, exact: true }).click()
    const dialog = page.getByRole('dialog', { name: `Why? ${name}` })
    await dialog.getByText('The period is not locked').waitFor()
    const said = await dialog.getByRole('paragraph').allInnerTexts()
    const rows = await dialog.getByRole('row').allInnerTexts()
    expect(await axeFindings(page)).toEqual([])
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    return { said, rows: rows.map((row) => row.split(/\s*\t\s*/)) }
  }
  const base = await show('Gross Base: Paul Provider, Hourly, 11/01/2026 to 11/08/2026')
  expect(base.said.slice(0, 3)).toEqual([
    '$133.37',
    '11/01/2026 to 11/08/2026: 3.33 hours × $40.05 = $133.37. Rounded up from $133.3665.',
    expect.stringMatching(/^The rate applies since 01\/01\/2025, set by Ada Admin, /),
  ])
  expect(base.rows).toEqual([
    ['Date', 'School', 'Confirmed', 'Timesheet', 'Approved', 'Hours', 'Amount'],
    [
      '11/02/2026',
      'Lincoln',
      expect.stringContaining('Paul Provider'),
      '9:00 AM-10:20 AM',
      expect.stringContaining('Ada Admin'),
      '1.33',
      '$53.2665',
    ],
    ['11/06/2026', 'Maple', expect.any(String), '9:00 AM-11:00 AM', expect.any(String), '2', '$80.10'],
  ])
  const timeOff = await show('Gross PTO: Paul Provider, Hourly, 11/01/2026 to 11/08/2026')
  expect(timeOff.rows).toEqual([
    ['Date', 'Time Off', 'Accepted', 'Hours', 'Amount'],
    ['11/03/2026', '9:00 AM-12:00 PM', 'Not on record', '3', '$120.15'],
  ])
  const unpriced = await show('Gross PTO: Sofía Special, No rate, 11/02/2026 to 11/02/2026')
  expect(unpriced.said).toContain('No rate was in force on these days, so nothing is paid.')
})

test('exports the period as CSV, marks its time off, and says what has changed since', async () => {
  await allowScreen(database(), 'Administrators', 'PTORequest')
  const page = await open()
  const exportButton = page.getByRole('button', { name: 'Export Payroll' })
  const dialog = page.getByRole('dialog', { name: 'Export Payroll, 11/01/2026 to 11/15/2026' })
  const said = () => dialog.getByRole('paragraph').allInnerTexts()
  await exportButton.click()
  await dialog.getByText('2 providers, $290.77 gross.').waitFor()
  expect(await said()).toEqual([
    '2 providers, $290.77 gross.',
    '2 accepted time-off requests will be marked as sent.',
    'Some days are not locked: hours can still be approved or reopened.',
  ])
  expect(await axeFindings(page)).toEqual([])
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export', exact: true }).click(),
  ])
  expect(file.suggestedFilename()).toBe('Payroll 2026-11-01 to 2026-11-15.csv')
  expect((await readFile(await file.path(), 'utf8')).split('\r\n').slice(0, 2)).toEqual([
    '\uFEFFProvider ID,Provider,Rate Type,Rate,From,To,Hours,Gross Base,PTO,Gross PTO,Gross',
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
  await page.goto('/pto-record')
  await page.getByText('results').waitFor()
  expect(await page.getByRole('cell', { name: 'Sent', exact: true }).count()).toBe(2)
})
