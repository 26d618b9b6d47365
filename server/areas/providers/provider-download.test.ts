import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { providerServices, providers } from '#server/db/schema/providers.ts'
import { ssnReveals } from '#server/db/schema/readings.ts'
import { readSpreadsheet } from '#server/documents/spreadsheet.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { TEST_NOW, useDistrict } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE, useTestServer } from '#tests/support/server/test-server.ts'
import { SsnVault } from './ssn-vault.ts'

/** With the test server's key. */
const vault = new SsnVault([{ id: 'test', key: Buffer.alloc(32, 7) }])

describe('the spreadsheet of providers', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useDistrict(database, server)
  const db = () => database().db

  beforeEach(async () => {
    await allowScreen(database(), 'Administrators', 'ProviderProfileInformation')
    await db()
      .update(providers)
      .set({ ...vault.close('123456789', 1), mobileNumber: '217-555-0101', hireDate: '2020-08-03' })
      .where(eq(providers.id, 1))
    await db()
      .insert(providerServices)
      .values([
        { providerId: 1, serviceId: 2 },
        { providerId: 1, serviceId: 1 },
      ])
    await db()
      .insert(providers)
      .values({ firstName: '=1+1', lastName: '渡辺', email: 'w@district.example', providerTypeId: 1, statusId: 1 })
  })

  const download = (query: Record<string, string> = {}, body: object = {}, as = token.ada) =>
    server().call('downloadProviders', { token: as, query, body })
  const rowsOf = async (reply: Promise<{ data: unknown }>) =>
    (await readSpreadsheet(z.instanceof(Uint8Array).parse((await reply).data))).rows.map(({ cells }) => cells)

  test('has all that match the filters, in their order, without Social Security numbers', async () => {
    const rows = await rowsOf(download({ sortColId: '2' }))
    expect(rows[0]).toEqual([
      ...['Provider', 'Email ID', 'Role', 'Type', 'Address', 'Status', 'Mobile Number', 'Home Phone'],
      ...['Schools', 'Services', 'Hire Date', 'Termination Date'],
    ])
    expect(rows.slice(1).map(([name]) => name)).toEqual(['Sofía Special', 'Paul Provider', '=1+1 渡辺'])
    expect(rows[2]).toEqual([
      ...['Paul Provider', PEOPLE.Providers.email, 'Providers', 'Occupational Therapist', undefined, 'Active'],
      ...['217-555-0101', undefined, 'Lincoln; Maple', 'OT; PT', { date: '2020-08-03' }],
    ])
    expect(await rowsOf(download({ providerName: 'sof' }))).toMatchObject([{}, { 0: 'Sofía Special' }])
    expect(JSON.stringify(rows)).not.toContain('6789')
    expect(await db().$count(ssnReveals)).toBe(0)
  })

  test('has Social Security numbers on request, each logged as seen', async () => {
    const rows = await rowsOf(download({}, { includeSsn: true }))
    expect(rows.map((cells) => cells[12])).toEqual(['Social Security Number', undefined, '123-45-6789', undefined])
    expect(await db().select().from(ssnReveals).orderBy(asc(ssnReveals.id))).toMatchObject([
      { providerId: 1, userId: PEOPLE.Administrators.userId, at: TEST_NOW },
    ])
  })

  test('has Social Security numbers only after a fresh proof of identity', async () => {
    server().now = new Date(TEST_NOW.getTime() + 14 * 60_000)
    await database().pool.query(`update user_sessions set created_at = created_at - interval '1 day'`)
    expect(await download({}, { includeSsn: true })).toMatchObject({ status: 403, data: { mustConfirm: true } })
    expect(await db().$count(ssnReveals)).toBe(0)
    expect(await download()).toMatchObject({ status: 200 })
  })

  test('is for administrators with access to the screen', async () => {
    expect(await download({}, {}, token.paul)).toMatchObject({ status: 403 })
  })
})
