import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { schoolServiceRates } from '#server/db/schema/rates.ts'
import { services } from '#server/db/schema/services.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { addSession, refusalOf, useDistrict } from '#tests/support/server/schedule.ts'
import { useTestServer } from '#tests/support/server/test-server.ts'

const database = useDatabase()
const server = useTestServer(database)

describe('services', () => {
  const token = useDistrict(database, server)

  const call = (name: Parameters<ReturnType<typeof server>['call']>[0], body: object, as = token.ada) =>
    server().call(name, { token: as, body })
  const list = async (query: Record<string, string | number> = {}) =>
    (await server().call('getServices', { token: token.ada, query })).data
  const read = async (id: number) => (await server().call('getService', { token: token.ada, query: { id } })).data

  test('are listed by code, searched in code and description, page by page', async () => {
    expect(await list()).toEqual({
      pageIndex: 1,
      pageSize: 10,
      totalRecords: 3,
      allServices: [
        { id: 3, code: 'ART', description: 'Art Therapy' },
        { id: 1, code: 'OT', description: 'Occupational Therapy' },
        { id: 2, code: 'PT', description: 'Physical Therapy' },
      ],
    })
    expect(await list({ keywords: ' occup ' })).toMatchObject({ totalRecords: 1, allServices: [{ code: 'OT' }] })
    expect(await list({ keywords: '%' })).toMatchObject({ totalRecords: 0, allServices: [] })
    for (let number = 10; number < 22; number++) {
      await call('addService', { code: `S${number}`, description: 'More' })
    }
    expect(await list({ pageIndex: 2 })).toMatchObject({
      pageIndex: 2,
      totalRecords: 15,
      allServices: [{ code: 'S17' }, { code: 'S18' }, { code: 'S19' }, { code: 'S20' }, { code: 'S21' }],
    })
  })

  test('are added and changed, with trimmed values', async () => {
    const added = await call('addService', { code: ' SLT ', description: ' Speech ' })
    expect(added).toMatchObject({ status: 200, message: 'Service has been added successfully', data: { id: 4 } })
    expect(await read(4)).toEqual({ id: 4, code: 'SLT', description: 'Speech', entityCacheKey: '1' })
    const edited = await call('editService', { id: 4, code: 'SLP', description: 'Speech', entityCacheKey: '1' })
    expect(edited).toMatchObject({ status: 200, message: 'Service has been updated successfully' })
    expect(await read(4)).toEqual({ id: 4, code: 'SLP', description: 'Speech', entityCacheKey: '2' })
  })

  test('require code and description, 250 characters each', async () => {
    const empty = { code: ' ', description: '' }
    expect(refusalOf(await call('addService', empty))).toEqual({
      status: 400,
      message: 'Service Code Is Required',
      errors: [
        { path: 'code', message: 'Service Code Is Required' },
        { path: 'description', message: 'Service Description Is Required' },
      ],
    })
    expect(await call('editService', { id: 1, ...empty })).toMatchObject({ message: 'Service Code Is Required.' })
    const long = { code: 'x'.repeat(251), description: 'y'.repeat(251) }
    expect(refusalOf(await call('addService', long)).errors).toEqual([
      { path: 'code', message: 'Maximum of 250 characters allowed' },
      { path: 'description', message: 'Maximum of 250 characters allowed' },
    ])
  })

  test('have a unique code, case-insensitive, until they are deleted', async () => {
    const taken = {
      status: 409,
      message: 'A service with this code already exists.',
      errors: [{ path: 'code', message: 'A service with this code already exists.' }],
    }
    expect(refusalOf(await call('addService', { code: 'ot', description: 'Again' }))).toEqual(taken)
    expect(refusalOf(await call('editService', { id: 2, code: 'Ot', description: 'Physical' }))).toEqual(taken)
    expect(await read(2)).toMatchObject({ code: 'PT', entityCacheKey: '1' })
    const { data } = await call('addService', { code: 'TMP', description: 'For now' })
    await call('deleteService', { id: z.object({ id: z.number() }).parse(data).id })
    expect(await call('addService', { code: 'tmp', description: 'Anew' })).toMatchObject({ status: 200 })
  })

  test('are not overwritten after someone else changed them', async () => {
    await call('editService', { id: 1, code: 'OT', description: 'Theirs', entityCacheKey: '1' })
    const late = await call('editService', { id: 1, code: 'OT', description: 'Mine', entityCacheKey: '1' })
    expect(refusalOf(late)).toEqual({ status: 409, message: 'Someone else has changed this service.' })
    expect(await read(1)).toMatchObject({ description: 'Theirs' })
  })

  test('in use are not deleted, and the message says where they are used', async () => {
    // Today's other one has ended.
    await addSession(server(), token.paul)
    await addSession(server(), token.paul, { startTime: '09:45', endTime: '10:15' })
    expect(refusalOf(await call('deleteService', { id: 1 }))).toEqual({
      status: 409,
      message:
        'This service is in use and cannot be deleted: the rates of Lincoln, Maple, Northgate; ' +
        'the caseload of 5 students; 1 session that has not ended.',
    })
    expect(refusalOf(await call('deleteService', { id: 3 })).message).toBe(
      'This service is in use and cannot be deleted: the rates of Lincoln.',
    )
  })

  test('used only by past sessions are deleted, and the sessions keep their name', async () => {
    const { db } = database()
    await addSession(server(), token.paul, { serviceId: 2, date: '2026-11-19' })
    await db.delete(schoolServiceRates).where(eq(schoolServiceRates.serviceId, 2))
    const deleted = await call('deleteService', { id: 2 })
    expect(deleted).toMatchObject({ status: 200, message: 'Service has been deleted successfully' })
    expect(await list()).toMatchObject({ totalRecords: 2 })
    expect(refusalOf(await call('deleteService', { id: 2 }))).toEqual({
      status: 404,
      message: 'Service not found.',
    })
    const [row] = await db.select().from(services).where(eq(services.id, 2))
    expect(row).toMatchObject({ code: 'PT', deletedAt: server().time })
  })
})
