import { beforeEach, describe, expect, test } from 'vitest'
import { occurrenceStudents } from '#server/db/schema/schedule.ts'
import { caseloadFrequencies } from '#server/db/schema/students.ts'
import { reportTests, useSample } from '#tests/support/reports/report-tests.ts'
import { trackingLabelSample } from '#tests/support/reports/tracking-label-sample.ts'

const { database, server, token, add } = useSample(trackingLabelSample)

reportTests(server, trackingLabelSample)

const listed = async (body: object) =>
  (await server().call('getTrackingLabelUseRecords', { token: token.ada, body })).data

test('replies as the spec has it, and with nothing for labels that do not exist', async () => {
  const abs = trackingLabelSample.rows[1]
  const body = { trackinglabelids: '2,99', fromDateTime: '2027-11-01', toDateTime: '2027-11-30' }
  const page = { pageIndex: 1, pageSize: 10 }
  expect(await listed(body)).toEqual({ trackingLabelReportListing: [abs], totalRecords: 1, ...page })
  expect(await listed({ ...body, trackinglabelids: '99' })).toEqual({
    trackingLabelReportListing: [],
    totalRecords: 0,
    ...page,
  })
})

describe('with another session', () => {
  beforeEach(add)

  test('counts a student who is in a session twice once, with the labels of both entries', async () => {
    const { db } = database()
    const usual = { serviceFrequencyId: 1, durationId: 1, eventFrequencyId: 1, sessionTypeId: 1 }
    const [second] = await db
      .insert(caseloadFrequencies)
      .values({ studentId: 1, serviceId: 2, ...usual })
      .returning()
    await db.insert(occurrenceStudents).values({
      occurrenceId: 1,
      studentId: 1,
      caseloadFrequencyId: second?.id ?? 0,
      labelIds: [1, 2],
      labelMeanings: [1, 2],
    })
    expect(await listed({ trackinglabelids: '1,2' })).toMatchObject({
      trackingLabelReportListing: [
        { id: 1, percentage: 50 },
        { id: 2, percentage: 50 },
      ],
    })
  })
})
