import { rateDetailReport } from '#contract/reports/rate-detail-report.ts'
import { schoolServiceRates } from '#server/db/schema/rates.ts'
import { SCHOOL_IDS, SERVICE_IDS } from '#tests/support/server/schedule.ts'
import { allowScreen } from '#tests/support/server/test-server.ts'
import { type Started, sampleOf } from './report-sample.ts'

/** It is November 20, 2026. Northgate's other rate was taken off its list today, and one was withdrawn. */
const add = async ({ database, server }: Started): Promise<void> => {
  await allowScreen(database, 'Administrators', 'RateDetailReport')
  const northgate = { schoolId: SCHOOL_IDS.northgate, serviceId: SERVICE_IDS.pt, rateTypeId: 1 }
  await database.db.insert(schoolServiceRates).values([
    { ...northgate, effectiveDate: '2025-01-01', rate: '71.00', endedOn: '2026-11-20' },
    { ...northgate, effectiveDate: '2027-01-01', rate: '72.00', deletedAt: server.time },
  ])
}

const lincoln = { schoolId: SCHOOL_IDS.lincoln, schoolName: 'Lincoln', startsOn: null }
const ot = { service: 'OT, Occupational Therapy', rateType: 'Hourly', startsOn: null }
const art = {
  id: 8,
  ...lincoln,
  service: 'ART, Art Therapy',
  rateType: 'Hourly',
  rate: '90.00',
  startsOn: '2027-06-01',
}
const otNow = { id: 2, ...lincoln, ...ot, rate: '85.50' }
const otSoon = { id: 3, ...lincoln, ...ot, rate: '99.00', startsOn: '2026-12-01' }
const otPerSession = { id: 4, ...lincoln, ...ot, rateType: 'Per Session', rate: '60.00' }
const pt = { id: 5, ...lincoln, service: 'PT, Physical Therapy', rateType: 'Hourly', rate: '70.00' }
const maple = { id: 6, schoolId: SCHOOL_IDS.maple, schoolName: 'Maple', ...ot, rate: '81.00' }
const northgate = { id: 7, schoolId: SCHOOL_IDS.northgate, schoolName: 'Northgate', ...ot, rate: '82.00' }

export const rateDetailSample = sampleOf(rateDetailReport, {
  add,
  role: 'Administrators',
  rows: [art, otNow, otSoon, otPerSession, pt, maple, northgate],
  orderedBy: { rateType: ({ rateType, startsOn }) => `${rateType} ${startsOn ?? ''}` },
  narrowed: { 'one school': { values: { schoolId: SCHOOL_IDS.maple }, rows: [maple], words: ['School: Maple'] } },
  refused: {},
})
