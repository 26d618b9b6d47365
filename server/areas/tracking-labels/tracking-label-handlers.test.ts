import { asc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { getOrganizationChanges } from '#contract/organization.ts'
import { lockOuts } from '#server/db/schema/locked-periods.ts'
import { occurrenceStudents } from '#server/db/schema/schedule.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { labelNames } from '#tests/support/server/labels.ts'
import { addSession, occurrenceIdsOn, refusalOf, TEST_NOW, TODAY, useDistrict } from '#tests/support/server/schedule.ts'
import { PEOPLE, useTestServer } from '#tests/support/server/test-server.ts'

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

  /** Paul's session on a day, labeled by Paul: the session itself, then Ana, then Bo. */
  const addLabeled = async (date: string, [own = '', ana = '', bo = '']: string[]) => {
    const paul = await server().tokenOf(PEOPLE.Providers.userId)
    await addSession(server(), paul, { date })
    const [id = 0] = await occurrenceIdsOn(server(), paul, date)
    const entries = await database().db.select().from(occurrenceStudents).where(eq(occurrenceStudents.occurrenceId, id))
    const [first = 0, second = 0] = entries.map((entry) => entry.id).toSorted((one, other) => one - other)
    const label = (name: Parameters<typeof call>[0], which: number, names: string) =>
      server().call(name, { token: paul, body: { id: which, trackingLabels: names } })
    await label('updateRecurrenceFeedback', id, own)
    await label('updateRecurrenceStudentFeedback', first, ana)
    await label('updateRecurrenceStudentFeedback', second, bo)
    return id
  }
  const namesOf = async (id: number) => {
    const of = async (table: string, which: string) => {
      const { rows } = await database().pool.query(
        `select ${labelNames} from ${table} where ${which} = ${id} order by id`,
      )
      return rows.map((row) => row.tracking_labels)
    }
    return [...(await of('occurrences', 'id')), ...(await of('occurrence_students', 'occurrence_id'))]
  }
  const meaningsOf = async (id: number) => {
    const { rows } = await database().pool.query<{ label_meanings: number[] }>(
      `select label_meanings from occurrence_students where occurrence_id = ${id} order by id`,
    )
    return rows.map(({ label_meanings }) => label_meanings)
  }
  const change = (body: object) => call('updateTrackingLabel', { description: 'Present, session held', ...body })
  const question = async (query: { id: number; countsAs: number }) =>
    (await server().call('getMeaningChange', { token: token.ada, query })).data
  const logged = async () => {
    const { data } = await server().call('getOrganizationChanges', { token: token.ada, query: { keywords: 'label' } })
    return getOrganizationChanges.data.parse(data).rows.map(({ before, after }) => [before, after])
  }

  test('renamed have the new name on the sessions that bear them; a deleted one keeps its own', async () => {
    const id = await addLabeled(TODAY, ['ABS,PRE', 'ABS', 'PRE'])
    await call('deleteTrackingLabel', { id: 2 })
    await change({ id: 1, trackingLabel: 'ABS' })
    // Both are called that now, and stay apart.
    expect(await namesOf(id)).toEqual(['ABS,ABS', 'ABS', 'ABS'])
    await change({ id: 1, trackingLabel: 'HERE' })
    expect(await namesOf(id)).toEqual(['ABS,HERE', 'ABS', 'HERE'])
    expect(await meaningsOf(id)).toEqual([[2], [1]])
  })

  test('chosen by a name that a deleted label had, too, are the ones in use, except where the deleted one stays', async () => {
    const id = await addLabeled(TODAY, ['', 'ABS', ''])
    await call('deleteTrackingLabel', { id: 2 })
    await call('addTrackingLabel', { trackingLabel: 'ABS', description: 'Abstract thinking', countsAs: 1 })
    const entries = () => database().db.select().from(occurrenceStudents).orderBy(asc(occurrenceStudents.id))
    const [ana, bo] = await entries()
    for (const entry of [ana, bo]) {
      const body = { id: entry?.id, trackingLabels: 'PRE,ABS' }
      await server().call('updateRecurrenceStudentFeedback', { token: token.paul, body })
    }
    expect((await entries()).map(({ labelIds, labelMeanings }) => [labelIds, labelMeanings])).toEqual([
      [
        [1, 2],
        [1, 2],
      ],
      [
        [1, 3],
        [1, 1],
      ],
    ])
    expect(await namesOf(id)).toEqual(['', 'PRE,ABS', 'PRE,ABS'])
  })

  test('count as something else in the past only where the user agreed to it, never on approved or locked days', async () => {
    server().now = new Date('2026-11-10T15:00:00Z')
    const open = await addLabeled('2026-11-20', ['', 'PRE', 'ABS'])
    const later = await addLabeled('2026-11-25', ['', 'PRE', ''])
    const approved = await addLabeled('2026-11-19', ['', 'PRE', ''])
    const locked = await addLabeled('2026-11-13', ['', 'ABS', 'PRE'])
    await addLabeled('2026-11-18', ['', 'ABS', ''])
    await database().pool.query(`insert into provider_days (provider_id, date, state) values (1, '2026-11-19', 'approved')
      on conflict (provider_id, date) do update set state = 'approved'`)
    await database()
      .db.insert(lockOuts)
      .values({
        ...{ startDate: '2026-11-01', endDate: '2026-11-15', isForced: false, lockedById: 1, lockedAt: TEST_NOW },
        leftOut: { days: 0, minutes: 0, amount: '0.00' },
      })
    server().now = TEST_NOW
    expect(await question({ id: 1, countsAs: 2 })).toEqual({
      changed: 1,
      kept: 2,
      from: '2026-11-20',
      to: '2026-11-20',
    })
    const before = await database().db.select().from(occurrenceStudents).orderBy(asc(occurrenceStudents.id))
    expect(refusalOf(await change({ id: 1, trackingLabel: 'PRE', countsAs: 2 }))).toEqual({
      status: 409,
      message: 'This changes 1 past session.',
    })
    expect(await database().db.select().from(occurrenceStudents).orderBy(asc(occurrenceStudents.id))).toEqual(before)
    expect(await read(1)).toMatchObject({ countsAs: 1 })

    expect(await change({ id: 1, trackingLabel: 'PRE', countsAs: 2, pastSessions: 1 })).toMatchObject({ status: 200 })
    expect(await Promise.all([open, later, approved, locked].map(meaningsOf))).toEqual([
      [[2], [2]],
      [[2], []],
      [[1], []],
      [[2], [1]],
    ])
    expect(await question({ id: 1, countsAs: 2 })).toEqual({ changed: 0, kept: 2, from: null, to: null })
    expect(await logged()).toEqual([
      [
        'PRE (Present, session held): Delivered',
        'PRE (Present, session held): Absent; 1 past session changed, 2 on approved or locked days kept',
      ],
    ])
    // Saving a note or another label leaves the meaning as it was.
    await change({ id: 1, trackingLabel: 'PRE', countsAs: 3, pastSessions: 1 })
    await database().pool.query('delete from lock_outs')
    await database().pool.query(`update provider_days set state = 'open'`)
    const [, entry] = await database()
      .db.select()
      .from(occurrenceStudents)
      .where(eq(occurrenceStudents.occurrenceId, locked))
      .orderBy(asc(occurrenceStudents.id))
    const body = { id: entry?.id, trackingLabels: 'PRE,ABS' }
    await server().call('updateRecurrenceStudentFeedback', { token: token.paul, body })
    expect(await meaningsOf(locked)).toEqual([[2], [1, 2]])
  })

  test('log what is added, renamed and deleted', async () => {
    await call('addTrackingLabel', { trackingLabel: 'TELE', description: 'By video', countsAs: 1 })
    await call('updateTrackingLabel', { id: 3, trackingLabel: 'REF', description: 'By video' })
    await call('deleteTrackingLabel', { id: 3 })
    expect(await logged()).toEqual([
      ['REF (By video): Delivered', ''],
      ['TELE (By video): Delivered', 'REF (By video): Delivered'],
      ['', 'TELE (By video): Delivered'],
    ])
  })
})
