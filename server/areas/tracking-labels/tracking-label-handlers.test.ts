import { asc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { occurrenceStudents, occurrences } from '#server/db/schema.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { addSession, occurrenceIdsOn, refusalOf, TODAY, useDistrict } from '#tests/support/server/schedule.ts'
import { useTestServer } from '#tests/support/server/test-server.ts'

const database = useDatabase()
const server = useTestServer(database)

describe('tracking labels', () => {
  const token = useDistrict(database, server)

  const call = (name: Parameters<ReturnType<typeof server>['call']>[0], body: object) =>
    server().call(name, { token: token.ada, body })
  const list = async (query: Record<string, string | number> = {}) =>
    (await server().call('getTrackingLabels', { token: token.ada, query: { sortBy: 10, ...query } })).data
  const read = async (id: number) => (await server().call('getTrackingLabel', { token: token.ada, query: { id } })).data

  test('are listed by name and searched in label and description', async () => {
    expect(await list()).toEqual({
      pageIndex: 1,
      pageSize: 10,
      totalRecords: 2,
      allTrackingLabels: [
        { id: 2, trackingLabel: 'ABS', description: 'Student absent' },
        { id: 1, trackingLabel: 'PRE', description: 'Present, session held' },
      ],
    })
    expect(await list({ trackingLabel: 'held' })).toMatchObject({
      totalRecords: 1,
      allTrackingLabels: [{ trackingLabel: 'PRE' }],
    })
  })

  test('are added, changed and deleted', async () => {
    const label = { trackingLabel: ' MU ', description: 'Make-up session' }
    expect(await call('addTrackingLabel', label)).toMatchObject({
      status: 200,
      message: 'Tracking Label has been added successfully',
      data: { id: 3 },
    })
    expect(await read(3)).toEqual({ id: 3, trackingLabel: 'MU', description: 'Make-up session', entityCacheKey: '1' })
    const change = { id: 3, trackingLabel: 'MUP', description: 'Made up', entityCacheKey: '1' }
    expect(await call('updateTrackingLabel', change)).toMatchObject({
      status: 200,
      message: 'Tracking Label has been updated successfully',
    })
    expect(refusalOf(await call('updateTrackingLabel', change))).toEqual({
      status: 409,
      message: 'Someone else has changed this tracking label.',
    })
    expect(await call('deleteTrackingLabel', { id: 3 })).toMatchObject({
      status: 200,
      message: 'Tracking Label has been deleted successfully',
    })
    expect(await list()).toMatchObject({ totalRecords: 2 })
    expect(refusalOf(await call('deleteTrackingLabel', { id: 3 }))).toEqual({
      status: 404,
      message: 'Tracking label not found.',
    })
  })

  test('require label and description within their limits, without commas', async () => {
    const errorsOf = async (name: 'addTrackingLabel' | 'updateTrackingLabel', body: object) =>
      refusalOf(await call(name, { id: 1, ...body })).errors
    const empty = { trackingLabel: ' ', description: '' }
    expect(await errorsOf('addTrackingLabel', empty)).toEqual([
      { path: 'trackingLabel', message: 'Tracking Label Is Required.' },
      { path: 'description', message: 'Tracking Description Is Required.' },
    ])
    expect(await errorsOf('updateTrackingLabel', empty)).toEqual([
      { path: 'trackingLabel', message: 'Tracking Label Is Required' },
      { path: 'description', message: 'Tracking Description Is Required.' },
    ])
    const long = { trackingLabel: 'x'.repeat(101), description: 'y'.repeat(501) }
    expect(await errorsOf('addTrackingLabel', long)).toEqual([
      { path: 'trackingLabel', message: 'Maximum of 100 characters allowed' },
      { path: 'description', message: 'Maximum of 500 characters allowed' },
    ])
    expect(await errorsOf('addTrackingLabel', { trackingLabel: 'A,B', description: 'Two' })).toEqual([
      { path: 'trackingLabel', message: 'A tracking label cannot contain a comma.' },
    ])
    expect(await errorsOf('addTrackingLabel', { trackingLabel: 'pre', description: 'Again' })).toEqual([
      { path: 'trackingLabel', message: 'This tracking label already exists.' },
    ])
  })

  test('renamed are renamed on the sessions that have them; deleted ones stay there', async () => {
    const { db } = database()
    await addSession(server(), token.paul)
    const [id = 0] = await occurrenceIdsOn(server(), token.paul, TODAY)
    await db.update(occurrences).set({ trackingLabels: 'ABS,PRE' }).where(eq(occurrences.id, id))
    await db.update(occurrenceStudents).set({ trackingLabels: 'PRE' }).where(eq(occurrenceStudents.studentId, 1))
    await db.update(occurrenceStudents).set({ trackingLabels: 'PREP' }).where(eq(occurrenceStudents.studentId, 2))
    await call('updateTrackingLabel', { id: 1, trackingLabel: 'HERE', description: 'Present' })
    await call('deleteTrackingLabel', { id: 2 })
    const [session] = await db.select().from(occurrences).where(eq(occurrences.id, id))
    expect(session?.trackingLabels).toBe('ABS,HERE')
    const students = await db.select().from(occurrenceStudents).orderBy(asc(occurrenceStudents.studentId))
    expect(students.map(({ trackingLabels }) => trackingLabels)).toEqual(['HERE', 'PREP'])
  })
})
