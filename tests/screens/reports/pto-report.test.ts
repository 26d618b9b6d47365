/** The PTO report: providers' accepted hours of time off. */
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { ptoReport } from '#contract/reports/pto-report.ts'
import { ptoRequests } from '#server/db/schema.ts'
import { usePortal } from '#tests/support/portal.ts'
import { reportTests } from '#tests/support/report-tests.ts'
import { allowScreen, PEOPLE } from '#tests/support/server/test-server.ts'
import { askForTimeOff, useTimeOff } from '#tests/support/server/time-off.ts'

const portal = usePortal()
const { database, server } = portal
const token = useTimeOff(database, server)

/**
 * Paul's three days are accepted, 3, 2.25 and 8 hours; he is giving the second back. A fourth is pending, a fifth rejected.
 * Sofía has one accepted day of 3 hours.
 */
beforeEach(async () => {
  await allowScreen(database(), 'Administrators', 'PTOReport')
  const paul = (requestedDate: string, more: object = {}) =>
    askForTimeOff(server(), token.paul, { requestedDate, ...more })
  const accepted = [
    await paul('2026-11-23'),
    await paul('2026-11-24', { startTime: '13:00', endTime: '15:15', reason: 'Jury duty' }),
    await paul('2026-12-02', { startTime: '08:00', endTime: '16:00' }),
    await askForTimeOff(server(), token.sofia, { requestedDate: '2026-11-25' }),
  ]
  await paul('2026-11-27')
  const rejected = await paul('2026-11-30')
  await server().call('acceptPtos', { token: token.ada, body: { ids: accepted.join(',') } })
  await server().call('rejectPtos', { token: token.ada, body: { ids: String(rejected), notes: 'Too many' } })
  await database()
    .db.update(ptoRequests)
    .set({ state: 'givingBack' })
    .where(eq(ptoRequests.id, accepted[1] ?? 0))
})

const paul = {
  id: 1,
  providerName: 'Paul Provider',
  dateRange: '11/23/2026 - 11/24/2026',
  totalAcceptedHours: 5.25,
}
const sofia = {
  id: 2,
  providerName: 'Sofía Special',
  dateRange: '11/25/2026 - 11/25/2026',
  totalAcceptedHours: 3,
}

reportTests(ptoReport, {
  portal,
  role: 'Administrators',
  given: { from: '2026-11-01', to: '2026-11-30' },
  rows: [paul, sofia],
  narrowed: {
    'one provider': { values: { providerId: 2 }, rows: [sofia], words: ['Provider: Sofía Special'] },
    'more days': {
      values: { to: '2026-12-02' },
      rows: [{ ...paul, dateRange: '11/23/2026 - 12/02/2026', totalAcceptedHours: 13.25 }, sofia],
      words: ['From Date: 11/01/2026', 'End Date: 12/02/2026'],
    },
    'no time off': { values: { to: '2026-11-22' }, rows: [], words: ['Provider: All'] },
  },
  refused: {
    "End Date can't be less than Start Date": {
      body: { fromDateTime: '2026-11-11', toDateTime: '2026-11-09' },
      path: 'toDateTime',
    },
  },
  details: {
    first: ['Paul Provider', '11/24/2026', '1:00 PM - 3:15 PM', 'Jury duty', 'Giving Back', '5.25'],
    all: ['Sofía Special', '11/25/2026', '9:00 AM - 12:00 PM', 'Dentist', 'Accepted', '8.25'],
  },
})

test('loads on open for the last month, and again on Submit', async () => {
  const page = await portal.newPage()
  const asked: unknown[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/report/provider-pto-detail-listing')) asked.push(request.postDataJSON())
  })
  await portal.signIn(page, PEOPLE.Administrators.email)
  await page.clock.setFixedTime(server().time)
  await page.goto('/report/pto')
  await page.getByText('No Data Available').waitFor()
  const usual = { languageId: 1, fromDateTime: '2026-10-20', toDateTime: '2026-11-20' }
  expect(asked).toEqual([{ ...usual, pageIndex: 1, pageSize: 10 }])
  await page.getByLabel('End Date').fill('11/30/2026')
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await page.getByRole('cell', { name: '11/23/2026 - 11/24/2026', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Reset Filters' }).click()
  await page.getByText('No Data Available').waitFor()
  expect(await page.getByLabel('End Date').inputValue()).toBe('11/20/2026')
})
