import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { rateDetailReport } from '#contract/reports/rate-detail-report.ts'
import { schools } from '#server/db/schema/schools.ts'
import { rateDetailSample } from '#tests/support/reports/rate-detail-sample.ts'
import { reportTests, useSample } from '#tests/support/reports/report-tests.ts'
import { SCHOOL_IDS } from '#tests/support/server/schedule.ts'
import { PEOPLE } from '#tests/support/server/test-server.ts'

const { database, server, token, add } = useSample(rateDetailSample)

reportTests(server, rateDetailSample)

test("writes the spec's files by one call", async () => {
  const types = [
    { downloadTypeId: 1, name: 'RateDetail.xlsx', begin: 'PK' },
    { downloadTypeId: 2, name: 'RateDetail.doc', begin: 'PK' },
    { downloadTypeId: 3, name: 'RateDetail.pdf', begin: '%PDF' },
  ]
  for (const { downloadTypeId, name, begin } of types) {
    const { headers, data } = await server().call('downloadRateDetailFile', {
      token: token.ada,
      body: { schoolId: 0, downloadTypeId },
    })
    expect(headers.get('content-disposition')).toContain(`filename="${name}"`)
    expect(data instanceof Uint8Array && Buffer.from(data.subarray(0, begin.length)).toString()).toBe(begin)
  }
  for (const downloadTypeId of [undefined, 0, 4, '3']) {
    expect(
      await server().call('downloadRateDetailFile', { token: token.ada, body: { schoolId: 0, downloadTypeId } }),
    ).toMatchObject({ status: 400, errors: [{ path: 'downloadTypeId' }] })
  }
})

describe('later', () => {
  beforeEach(add)

  const listed = async (body: object = {}) => {
    const { data } = await server().call('getRateDetailRecords', { token: token.ada, body })
    return rateDetailReport.calls.records.data.parse(data).rows
  }

  test('takes a rate into force on its day', async () => {
    const [art, , otSoon, otPerSession, pt] = rateDetailSample.rows
    server().now = new Date('2026-12-01T15:00:00Z')
    token.ada = await server().tokenOf(PEOPLE.Administrators.userId)
    expect(await listed({ schoolId: SCHOOL_IDS.lincoln })).toEqual([
      art,
      { ...otSoon, startsOn: null },
      otPerSession,
      pt,
    ])
  })

  test('leaves out deleted schools', async () => {
    await database().db.update(schools).set({ deletedAt: server().time }).where(eq(schools.id, SCHOOL_IDS.maple))
    expect((await listed()).map(({ schoolName }) => schoolName)).not.toContain('Maple')
    expect(await listed({ schoolId: SCHOOL_IDS.maple })).toEqual([])
  })
})
