/** The PTO report: providers' accepted hours of time off. */
import { eq } from 'drizzle-orm'
import { ptoReport } from '#contract/reports/pto-report.ts'
import { ptoRequests } from '#server/db/schema/time-off.ts'
import { allowScreen } from '#tests/support/server/test-server.ts'
import { allowTimeOff, askForTimeOff } from '#tests/support/server/time-off.ts'
import { type Started, sampleOf } from './report-sample.ts'

/**
 * Paul's three days are accepted, 3, 2.25 and 8 hours; he is giving the second back. A fourth is pending, a fifth rejected.
 * Sofía has one accepted day of 3 hours.
 */
const add = async ({ database, server, token }: Started): Promise<void> => {
  await allowTimeOff(database)
  await allowScreen(database, 'Administrators', 'PTOReport')
  const paul = (requestedDate: string, more: object = {}) =>
    askForTimeOff(server, token.paul, { requestedDate, ...more })
  const accepted = [
    await paul('2026-11-23'),
    await paul('2026-11-24', { startTime: '13:00', endTime: '15:15', reason: 'Jury duty' }),
    await paul('2026-12-02', { startTime: '08:00', endTime: '16:00' }),
    await askForTimeOff(server, token.sofia, { requestedDate: '2026-11-25' }),
  ]
  await paul('2026-11-27')
  const rejected = await paul('2026-11-30')
  await server.call('acceptPtos', { token: token.ada, body: { ids: accepted.join(',') } })
  await server.call('rejectPtos', { token: token.ada, body: { ids: String(rejected), notes: 'Too many' } })
  await database.db
    .update(ptoRequests)
    .set({ state: 'givingBack' })
    .where(eq(ptoRequests.id, accepted[1] ?? 0))
}

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

export const ptoSample = sampleOf(ptoReport, {
  add,
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
    first: ['Paul Provider', '11/24/2026', '1:00 PM - 3:15 PM', 'Jury duty', 'Return Requested', '5.25'],
    all: ['Sofía Special', '11/25/2026', '9:00 AM - 12:00 PM', 'Dentist', 'Accepted', '8.25'],
  },
})
