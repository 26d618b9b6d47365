import { readFile } from 'node:fs/promises'
import { asc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { countsAsByName } from '#domain/label-counts.ts'
import { occurrenceStudents, occurrences, trackingLabels } from '#server/db/schema.ts'
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
        { id: 2, trackingLabel: 'ABS', description: 'Student absent', countsAs: 2 },
        { id: 1, trackingLabel: 'PRE', description: 'Present, session held', countsAs: 1 },
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
    expect(await read(3)).toEqual({
      id: 3,
      trackingLabel: 'MU',
      description: 'Make-up session',
      countsAs: 1,
      entityCacheKey: '1',
    })
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

  test('say what minutes count as, by default worked out from the name', async () => {
    await call('addTrackingLabel', { trackingLabel: 'NS', description: 'No show' })
    await call('addTrackingLabel', { trackingLabel: 'PNA', description: 'Provider not available', countsAs: 3 })
    expect(await read(3)).toMatchObject({ trackingLabel: 'NS', countsAs: 2 })
    expect(await read(4)).toMatchObject({ trackingLabel: 'PNA', countsAs: 3 })
    // The spec's body doesn't say it.
    await call('updateTrackingLabel', { id: 4, trackingLabel: 'PNA', description: 'Provider absent' })
    expect(await read(4)).toMatchObject({ description: 'Provider absent', countsAs: 3 })
    await call('updateTrackingLabel', { id: 4, trackingLabel: 'PNA', description: 'Provider absent', countsAs: 2 })
    expect(await read(4)).toMatchObject({ countsAs: 2 })
    const reply = await call('addTrackingLabel', { trackingLabel: 'X', description: 'Y', countsAs: 4 })
    expect(refusalOf(reply).errors).toEqual([{ path: 'countsAs', message: 'Minutes Count As Is Required.' }])
  })

  test('stored before they said so got the same default by the migration', async () => {
    const labels = [
      ['Present', 'Session held'],
      ['A', 'Unexcused ABSENCE'],
      ['Refused', 'x'],
      ['CX', 'School canceled'],
      ['NS', 'No-show'],
      ['MU', 'Make-up due'],
      ['MK', 'Makeup session'],
      ['Abstract', 'Nothing'],
    ] as const
    const { db, pool } = database()
    await db.delete(trackingLabels)
    await db
      .insert(trackingLabels)
      .values(labels.map(([trackingLabel, description]) => ({ trackingLabel, description })))
    const migration = await readFile('server/db/migrations/0003_what-labels-count-as.sql', 'utf8')
    await pool.query(migration.split('--> statement-breakpoint').at(-1) ?? '')
    const stored = await db.select().from(trackingLabels).orderBy(asc(trackingLabels.id))
    expect(stored.map(({ countsAs }) => countsAs)).toEqual(labels.map(([label, words]) => countsAsByName(label, words)))
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

  test('of fifty concurrent changes of the same version, one succeeds; without a version, the last one wins', async () => {
    const change = (entityCacheKey?: string) =>
      Promise.all(
        Array.from({ length: 50 }, async (_, n) => {
          const { status } = await call('updateTrackingLabel', {
            id: 1,
            trackingLabel: `L${n}`,
            description: 'Here',
            ...(entityCacheKey && { entityCacheKey }),
          })
          return status
        }),
      )
    expect((await change('1')).toSorted()).toEqual([200, ...Array<number>(49).fill(409)])
    expect(await change()).toEqual(Array<number>(50).fill(200))
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
