import { beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '#tests/support/server/database.ts'
import { labelNames } from '#tests/support/server/labels.ts'
import { addDistrict, addSession, refusalOf, TEST_NOW } from '#tests/support/server/schedule.ts'
import { PEOPLE, useTestServer } from '#tests/support/server/test-server.ts'

const { Administrators: ada, Providers: paul, SpecialProvider: sofia } = PEOPLE
const SAVED = 'Recurrence feeback updated successfully'

describe('labels and notes', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  let token: { ada: string; paul: string; sofia: string }

  beforeAll(async () => {
    server().now = TEST_NOW
    await addDistrict(database())
    token = {
      ada: await server().tokenOf(ada.userId),
      paul: await server().tokenOf(paul.userId),
      sofia: await server().tokenOf(sofia.userId),
    }
    await addSession(server(), token.paul)
  })

  const rowsOf = async (table: string) =>
    (await database().pool.query(`select id, ${labelNames}, tracking_feedback, version from ${table} order by id`)).rows
  type FeedbackCall =
    | 'updateRecurrenceFeedback'
    | 'updateEventNote'
    | 'updateRecurrenceStudentFeedback'
    | 'updateStudentNote'
  const save = (by: string, name: FeedbackCall, body: Record<string, unknown>) =>
    server().call(name, { token: by, body })

  test('of a session: saving one keeps the other', async () => {
    expect(
      await save(token.paul, 'updateRecurrenceFeedback', { id: 1, trackingLabels: ' PRE , ABS,PRE' }),
    ).toMatchObject({
      status: 200,
      message: SAVED,
      data: { trackingLabels: 'PRE,ABS', trackingFeedback: '' },
    })
    expect(await save(token.paul, 'updateEventNote', { id: 1, trackingFeedback: ' Went well. ' })).toMatchObject({
      message: SAVED,
      data: { trackingLabels: 'PRE,ABS', trackingFeedback: 'Went well.' },
    })
    expect(await rowsOf('occurrences')).toEqual([
      { id: 1, tracking_labels: 'PRE,ABS', tracking_feedback: 'Went well.', version: 3 },
    ])
  })

  test('of one student, not of the other; also by an administrator', async () => {
    await save(token.paul, 'updateRecurrenceStudentFeedback', { id: 2, trackingLabels: 'ABS' })
    const { data } = await save(token.ada, 'updateStudentNote', { id: 2, trackingFeedback: 'Sick at home' })
    expect(data).toEqual({ trackingLabels: 'ABS', trackingFeedback: 'Sick at home' })
    const read = (by: string, id: number) => server().call('getRecurrenceStudentFeedback', { token: by, body: { id } })
    expect((await read(token.paul, 2)).data).toEqual(data)
    expect((await read(token.paul, 1)).data).toEqual({ trackingLabels: '', trackingFeedback: '' })
    expect(refusalOf(await read(token.sofia, 2))).toEqual({ status: 404, message: 'Session not found.' })
    expect(await rowsOf('occurrence_students')).toEqual([
      { id: 1, tracking_labels: '', tracking_feedback: '', version: 1 },
      { id: 2, tracking_labels: 'ABS', tracking_feedback: 'Sick at home', version: 3 },
    ])
  })

  test('can be removed again', async () => {
    const { data } = await save(token.paul, 'updateRecurrenceStudentFeedback', { id: 2, trackingLabels: '' })
    expect(data).toEqual({ trackingLabels: '', trackingFeedback: 'Sick at home' })
  })

  test("saved over someone else's change are refused with their text, labels and note separately", async () => {
    const seen = { trackingLabels: '', trackingFeedback: 'Sick at home' }
    const theirs = { trackingLabels: 'ABS', trackingFeedback: 'Back on Monday' }
    await save(token.ada, 'updateRecurrenceStudentFeedback', { id: 2, ...theirs, seen })
    const late = { id: 2, trackingLabels: 'PRE', trackingFeedback: 'Came late', seen }
    const refused = await save(token.paul, 'updateRecurrenceStudentFeedback', late)
    expect(refused).toMatchObject({
      status: 409,
      message:
        'Someone else has changed the labels. They are now: ABS\n\n' +
        'Someone else has changed the note. It now says:\nBack on Monday',
      data: theirs,
    })
    const second = async () => (await rowsOf('occurrence_students'))[1]
    expect(await second()).toMatchObject({ tracking_labels: 'ABS', tracking_feedback: 'Back on Monday' })

    // The same text twice overwrites nothing, nor does a note saved next to someone else's labels.
    expect((await save(token.paul, 'updateStudentNote', { ...late, trackingFeedback: 'Back on Monday ' })).status).toBe(
      409,
    )
    const note = { id: 2, trackingFeedback: 'Back on Monday ', seen }
    expect((await save(token.paul, 'updateStudentNote', note)).status).toBe(200)
    const onlyNote = { id: 2, trackingFeedback: 'Came late', seen: { ...seen, trackingFeedback: 'Back on Monday' } }
    expect((await save(token.paul, 'updateStudentNote', onlyNote)).status).toBe(200)
    // After reading theirs, the user overwrites on purpose.
    const meant = { ...late, seen: { ...theirs, trackingFeedback: 'Came late' } }
    expect((await save(token.paul, 'updateRecurrenceStudentFeedback', meant)).status).toBe(200)
    expect(await second()).toMatchObject({ tracking_labels: 'PRE', tracking_feedback: 'Came late' })
  })

  test('saved by two users at once are refused to one of them', async () => {
    const [before] = await rowsOf('occurrences')
    const seen = { trackingLabels: before.tracking_labels, trackingFeedback: before.tracking_feedback }
    const replies = await Promise.all(
      [token.ada, token.paul].map((by) =>
        save(by, 'updateEventNote', { id: 1, trackingFeedback: by === token.ada ? 'Of Ada' : 'Of Paul', seen }),
      ),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    const stored = replies[0]?.status === 200 ? 'Of Ada' : 'Of Paul'
    expect((await rowsOf('occurrences'))[0]).toMatchObject({ tracking_feedback: stored })
    expect(replies.find(({ status }) => status === 409)?.message).toBe(
      `Someone else has changed the note. It now says:\n${stored}`,
    )
  })

  test('of another provider’s session do not exist', async () => {
    const gone = { status: 404, message: 'Session not found.' }
    const before = [await rowsOf('occurrences'), await rowsOf('occurrence_students')]
    for (const name of [
      'updateRecurrenceFeedback',
      'updateEventNote',
      'updateRecurrenceStudentFeedback',
      'updateStudentNote',
    ] as const) {
      const words = { trackingLabels: 'PRE', trackingFeedback: 'x' }
      expect(refusalOf(await save(token.sofia, name, { id: 1, ...words }))).toEqual(gone)
      expect(refusalOf(await save(token.ada, name, { id: 77, ...words }))).toEqual(gone)
    }
    expect([await rowsOf('occurrences'), await rowsOf('occurrence_students')]).toEqual(before)
  })

  test('accept only existing labels', async () => {
    const message = 'Tracking label NOPE does not exist.'
    expect(
      refusalOf(await save(token.paul, 'updateRecurrenceFeedback', { id: 1, trackingLabels: 'PRE,NOPE' })),
    ).toEqual({
      status: 400,
      message,
      errors: [{ path: 'trackingLabels', message }],
    })
  })

  test('of a locked day are refused', async () => {
    await database().pool.query(`update provider_days set state = 'locked'`)
    expect(refusalOf(await save(token.paul, 'updateStudentNote', { id: 1, trackingFeedback: 'Late' }))).toEqual({
      status: 409,
      message: '11/20/2026 is locked. You will not be able to make any changes for this day.',
    })
  })
})
