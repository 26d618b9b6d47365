import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { getWorkLeft, getWorkReceived, type HandOverPreview, handOverPreviewSchema } from '#contract/hand-over.ts'
import { getNeedsYou } from '#contract/needs-you.ts'
import type { HandOverChoices } from '#domain/hand-over.ts'
import type { SessionForm } from '#domain/session-form.ts'
import { documentRequirements, documentTemplates } from '#server/db/schema/documents.ts'
import { providerSchools, providers, providerTypes } from '#server/db/schema/providers.ts'
import { ptoRequests } from '#server/db/schema/time-off.ts'
import { users } from '#server/db/schema/users.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { addDocuments } from '#tests/support/server/documents.ts'
import { notified } from '#tests/support/server/notifications.ts'
import { addStatuses } from '#tests/support/server/provider-lists.ts'
import {
  addSession,
  CASELOAD_IDS,
  SCHOOL_IDS,
  storeWaitingChange,
  useDistrict,
} from '#tests/support/server/schedule.ts'
import { allowScreen, useTestServer } from '#tests/support/server/test-server.ts'
import { goTo } from '#tests/support/server/time-off.ts'
import { studentsDue } from './students-due.ts'

const { lincoln, maple, northgate } = SCHOOL_IDS
const PAUL = 1
const SOFIA = 2
/** At Lincoln and Maple. */
const DANA = 3
/** At Maple, of another type. */
const OTTO = 4

/** Mondays from 11/23/2026, four times. */
const mondays = (form: Partial<SessionForm> = {}): Partial<SessionForm> => ({
  eventName: 'Monday group',
  rule: { type: 'weekly', option: 'everyNWeeks', everyNWeeks: 1, days: [1] },
  date: '2026-11-23',
  endDate: '2026-12-14',
  ...form,
})

describe('handing work over', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useDistrict(database, server)
  let ben = ''

  beforeEach(async () => {
    const { db } = database()
    await allowScreen(database(), 'Administrators', 'ProviderProfileInformation')
    await db.insert(providerTypes).values({ id: 2, title: 'Physical Therapist' })
    await addStatuses(database())
    const typed = { providerTypeId: 1, statusId: 1 }
    await db.insert(providers).values([
      { firstName: 'Dana', lastName: 'Weber', email: 'dana@district.example', ...typed },
      { firstName: 'Otto', lastName: 'Other', email: 'otto@district.example', ...typed, providerTypeId: 2 },
    ])
    await db.insert(providerSchools).values([
      { providerId: DANA, schoolId: lincoln },
      { providerId: DANA, schoolId: maple },
      { providerId: OTTO, schoolId: maple },
    ])
    const [ada] = await db.select({ roleId: users.roleId }).from(users).orderBy(users.id)
    const roleId = ada?.roleId ?? 0
    await db
      .insert(users)
      .values({ email: 'ben@district.example', displayName: 'Ben Boss', passwordHash: 'none', roleId })
    ben = await server().tokenOf(4)
  })

  const rows = async (query: string) => (await database().pool.query(query)).rows as Record<string, unknown>[]
  const ask = (choices: Partial<HandOverChoices> = {}, more: object = {}) =>
    server().call('previewHandOver', { token: token.ada, body: { providerId: PAUL, choices, ...more } })
  const preview = async (choices: Partial<HandOverChoices> = {}, more: object = {}): Promise<HandOverPreview> => {
    const reply = await ask(choices, more)
    expect(reply).toMatchObject({ status: 200 })
    return handOverPreviewSchema.parse(reply.data)
  }
  const seenIn = ({ items }: HandOverPreview) => items.map(({ key, seen }) => ({ key, seen }))
  const bodyOf = (seen: HandOverPreview, choices: Partial<HandOverChoices> = {}) => ({
    providerId: PAUL,
    from: seen.from,
    choices,
    seen: seenIn(seen),
  })
  /** Previews and hands over. */
  const handOver = async (choices: Partial<HandOverChoices> = {}, more: object = {}, by = token.ada) =>
    server().call('handOver', { token: by, body: bodyOf(await preview(choices, more), choices) })
  const previewUndo = (id: number) => server().call('previewUndoHandOver', { token: token.ada, body: { id } })
  const undo = async (id: number, by = token.ada) => {
    const { data } = await previewUndo(id)
    const { seen = '' } = Object(data) as { seen?: string }
    return server().call('undoHandOver', { token: by, body: { id, seen } })
  }
  /** '2026-11-23 Monday group: 3', ordered by date. */
  const whose = async () =>
    (
      await rows(`select date::text as d, title as t, provider_id as p from occurrences where deleted_at is null
        order by date, start_time, id`)
    ).map(({ d, t, p }) => `${d} ${t}: ${p}`)
  const sessionsOf = async () =>
    (await rows('select id, provider_id as p from schedule_events order by id')).map(({ id, p }) => `${id}: ${p}`)
  const studentsOf = async () =>
    (await rows('select id, provider_id as p from students order by id')).map(({ id, p }) => `${id}: ${p}`)
  const setDay = (providerId: number, date: string, state: string) =>
    database().pool.query(
      `insert into provider_days (provider_id, date, state) values ($1, $2, $3)
       on conflict (provider_id, date) do update set state = excluded.state`,
      [providerId, date, state],
    )
  const setStatus = (id: number, statusId: number, termDate: string | null = null) =>
    database().pool.query('update providers set status_id = $2, term_date = $3 where id = $1', [id, statusId, termDate])
  const setActive = (providerId: number, isActive: boolean) =>
    database().pool.query('update users set is_active = $2 where provider_id = $1', [providerId, isActive])
  const log = async (machine: string) =>
    (
      await rows(`select entity as e, from_state as f, event as v, to_state as t, detail as d, user_id as u
      from transition_log where machine = '${machine}' order by id`)
    ).map(({ e, f, v, t, d, u }) => [e, f, v, t, d, u])
  const told = () => notified(database())

  test('lists sessions and students by school, proposes the freest colleague at each, and counts their minutes', async () => {
    const { id: group } = await addSession(server(), token.paul, mondays())
    const { id: single } = await addSession(server(), token.paul, {
      eventName: 'Evaluation',
      date: '2026-12-01',
      schoolId: maple,
      caseloadIds: [CASELOAD_IDS.chi],
    })
    // Sofía is busy on two of the Mondays.
    await addSession(server(), token.sofia, {
      ...mondays({ eventName: 'Own', startTime: '09:30', endTime: '10:30', endDate: '2026-11-30' }),
      caseloadIds: [CASELOAD_IDS.dora],
    })
    const found = await preview()
    expect(found).toMatchObject({
      provider: { id: PAUL, name: 'Paul Provider', type: 'Occupational Therapist', status: 'Active', termDate: null },
      from: '2026-11-21',
      today: '2026-11-20',
      weeks: 4,
      // Four Mondays and one Tuesday of 45 minutes, in four weeks.
      minutesBefore: 56,
      minutesAfter: 0,
      schools: [
        { id: lincoln, name: 'Lincoln', proposedId: DANA },
        { id: maple, name: 'Maple', proposedId: DANA },
      ],
      colleagues: [
        {
          id: DANA,
          name: 'Dana Weber',
          isProposed: true,
          schoolIds: [lincoln, maple],
          free: 5,
          minutesBefore: 0,
          minutesAfter: 56,
        },
        {
          id: SOFIA,
          name: 'Sofía Special',
          isProposed: true,
          schoolIds: [lincoln],
          free: 4,
          minutesBefore: 30,
          minutesAfter: 30,
        },
      ],
      toSettle: { waitingRequests: 0, waitingReturns: 0, edits: [], unconfirmedDays: 0, rejectedDays: 0 },
      handOvers: [],
    })
    expect(found.items.map(({ seen: _, ...item }) => item)).toEqual([
      {
        key: `session/${group}`,
        name: 'Monday group',
        schoolId: lincoln,
        session: {
          isRecurring: true,
          count: 4,
          first: '2026-11-23',
          last: '2026-12-14',
          startTime: '09:00',
          endTime: '09:45',
          weekdays: [1],
          minutesPerWeek: 45,
        },
        stays: [],
        toProviderId: DANA,
        problem: null,
        clashes: [],
        clashCount: 0,
        isMoving: true,
      },
      ...[
        ['student/1', 'Ana Núñez'],
        ['student/2', 'Bo Li'],
      ].map(([key, name]) => ({
        key,
        name,
        schoolId: lincoln,
        session: null,
        stays: [],
        toProviderId: DANA,
        problem: null,
        clashes: [],
        clashCount: 0,
        isMoving: true,
      })),
      expect.objectContaining({ key: `session/${single}`, name: 'Evaluation', schoolId: maple, toProviderId: DANA }),
      expect.objectContaining({ key: 'student/3', name: 'Chi Okafor', schoolId: maple, toProviderId: DANA }),
    ])
  })

  test('moves a series from the day on, single sessions and students, and says so to everyone concerned', async () => {
    await database().pool.query(
      "insert into users (email, display_name, role_id, provider_id) values ('dana@district.example', 'Dana', 2, 3)",
    )
    const { id: group } = await addSession(server(), token.paul, mondays())
    await addSession(server(), token.paul, {
      eventName: 'Evaluation',
      date: '2026-12-01',
      schoolId: maple,
      caseloadIds: [CASELOAD_IDS.chi],
    })
    const reply = await handOver({ toProviderId: DANA }, { from: '2026-12-01' })
    expect(reply).toMatchObject({
      status: 200,
      message: 'Handed over: 3 sessions and 3 students.',
      data: { id: 1, items: 5, sessions: 3 },
    })
    expect(await whose()).toEqual([
      '2026-11-23 Monday group: 1',
      '2026-11-30 Monday group: 1',
      '2026-12-01 Evaluation: 3',
      '2026-12-07 Monday group: 3',
      '2026-12-14 Monday group: 3',
    ])
    // In place: the series keeps its id, and is Dana's from now on.
    expect(await sessionsOf()).toEqual(['1: 3', '2: 3'])
    // Students go on the day.
    expect(await studentsOf()).toEqual(['1: 1', '2: 1', '3: 1', '4: 2', '5: 2'])
    expect((await log('schedule-event')).at(-2)).toEqual([
      String(group),
      'scheduled',
      'series.change',
      'scheduled',
      { version: 2, changes: ['the provider'], changed: 2 },
      1,
    ])
    expect((await log('occurrence')).map(([entity, , event]) => [entity, event])).toEqual([
      ['3', 'series.edit'],
      ['4', 'series.edit'],
      ['5', 'series.edit'],
    ])
    expect(await told()).toEqual([
      ['Paul Provider', 'Handed over from 12/01/2026 on: 3 sessions and 3 students to Dana Weber.'],
      ['Dana', 'You take over 3 sessions and 3 students of Paul Provider from 12/01/2026 on.'],
    ])
    const { handOvers, items } = await preview()
    expect(handOvers).toEqual([
      {
        id: 1,
        at: '2026-11-20T15:00:00.000Z',
        by: 'Ada Admin',
        fromDate: '2026-12-01',
        state: 'moved',
        undoneAt: null,
        undoneBy: null,
        items: [
          {
            name: 'Monday group',
            schoolName: 'Lincoln',
            toProviderId: DANA,
            toProviderName: 'Dana Weber',
            sessions: 2,
            movesOn: null,
            isUndone: false,
            stayed: [],
          },
          {
            name: 'Ana Núñez',
            schoolName: 'Lincoln',
            toProviderId: DANA,
            toProviderName: 'Dana Weber',
            sessions: null,
            movesOn: '2026-12-01',
            isUndone: false,
            stayed: [],
          },
          {
            name: 'Bo Li',
            schoolName: 'Lincoln',
            toProviderId: DANA,
            toProviderName: 'Dana Weber',
            sessions: null,
            movesOn: '2026-12-01',
            isUndone: false,
            stayed: [],
          },
          {
            name: 'Evaluation',
            schoolName: 'Maple',
            toProviderId: DANA,
            toProviderName: 'Dana Weber',
            sessions: 1,
            movesOn: null,
            isUndone: false,
            stayed: [],
          },
          {
            name: 'Chi Okafor',
            schoolName: 'Maple',
            toProviderId: DANA,
            toProviderName: 'Dana Weber',
            sessions: null,
            movesOn: '2026-12-01',
            isUndone: false,
            stayed: [],
          },
        ],
      },
    ])
    expect(items.map(({ key, session }) => [key, session?.count])).toEqual([[`session/${group}`, 2]])
  })

  test('leaves what is over, confirmed, approved or locked, or waits for approval, and says why', async () => {
    await addSession(server(), token.paul, mondays({ endDate: '2026-12-28' }))
    await setDay(PAUL, '2026-11-23', 'confirmed')
    await setDay(PAUL, '2026-11-30', 'approved')
    await setDay(PAUL, '2026-12-07', 'locked')
    const [, , , waiting] = await rows(`select id from occurrences where title = 'Monday group' order by date`)
    await storeWaitingChange(database(), Number(waiting?.id), { date: '2026-12-14' })
    // Dana's own day is approved, too.
    await setDay(DANA, '2026-12-21', 'approved')
    const seen = await preview({ toProviderId: DANA }, { from: '2026-11-20' })
    const item = seen.items.find(({ name }) => name === 'Monday group')
    expect(item?.stays).toEqual([
      { why: 'confirmed', dates: ['2026-11-23'] },
      { why: 'approved', dates: ['2026-11-30', '2026-12-21'] },
      { why: 'locked', dates: ['2026-12-07'] },
      { why: 'waiting', dates: ['2026-12-14'] },
    ])
    expect(item?.session?.count).toBe(1)
    expect(seen.toSettle.edits).toEqual([{ occurrenceId: waiting?.id, title: 'Monday group', date: '2026-12-14' }])
    const reply = await server().call('handOver', {
      token: token.ada,
      body: bodyOf(seen, { toProviderId: DANA }),
    })
    expect(reply).toMatchObject({ status: 200 })
    expect((await whose()).filter((line) => line.includes('Monday'))).toEqual([
      '2026-11-23 Monday group: 1',
      '2026-11-30 Monday group: 1',
      '2026-12-07 Monday group: 1',
      '2026-12-14 Monday group: 1',
      '2026-12-21 Monday group: 1',
      '2026-12-28 Monday group: 3',
    ])
  })

  test('an item with a clash moves only if asked to, and the clash is named', async () => {
    await addSession(server(), token.paul, mondays())
    await addSession(server(), token.sofia, {
      eventName: 'Own group',
      date: '2026-11-30',
      startTime: '09:30',
      endTime: '10:30',
      caseloadIds: [CASELOAD_IDS.dora],
    })
    await database()
      .db.insert(ptoRequests)
      .values([
        {
          providerId: SOFIA,
          requestedDate: '2026-12-07',
          startTime: '08:00',
          endTime: '12:00',
          reason: 'Away',
          state: 'accepted',
        },
        // It touches the session, or awaits an answer: no clash.
        {
          providerId: SOFIA,
          requestedDate: '2026-12-14',
          startTime: '09:45',
          endTime: '12:00',
          reason: 'Away',
          state: 'accepted',
        },
        {
          providerId: SOFIA,
          requestedDate: '2026-11-23',
          startTime: '08:00',
          endTime: '12:00',
          reason: 'Away',
          state: 'pending',
        },
      ])
    const { items } = await preview({ toProviderId: SOFIA })
    expect(items[0]).toMatchObject({
      clashes: [
        { kind: 'session', date: '2026-11-30', startTime: '09:30', endTime: '10:30', title: 'Own group' },
        { kind: 'timeOff', date: '2026-12-07', startTime: '08:00', endTime: '12:00', title: '' },
      ],
      clashCount: 2,
      isMoving: false,
    })
    const without = { toProviderId: SOFIA, items: [] }
    expect(await handOver(without)).toMatchObject({ message: 'Handed over: 3 students.' })
    expect(await sessionsOf()).toEqual(['1: 1', '2: 2'])
    const anyway = { items: [{ key: 'session/1' as const, toProviderId: SOFIA, anyway: true }] }
    expect(await handOver(anyway)).toMatchObject({ message: 'Handed over: 4 sessions.' })
    expect(await sessionsOf()).toEqual(['1: 2', '2: 2'])
  })

  test('each school and each item can go to someone else, or stay', async () => {
    await addSession(server(), token.paul, mondays())
    await addSession(server(), token.paul, {
      eventName: 'Evaluation',
      date: '2026-12-01',
      schoolId: maple,
      caseloadIds: [CASELOAD_IDS.chi],
    })
    const reply = await handOver(
      {
        toProviderId: DANA,
        schools: [{ schoolId: lincoln, toProviderId: SOFIA }],
        items: [
          { key: 'student/1', toProviderId: null },
          { key: 'student/2', toProviderId: DANA },
        ],
      },
      { from: '2026-11-20' },
    )
    expect(reply).toMatchObject({ message: 'Handed over: 5 sessions and 2 students.' })
    expect(await sessionsOf()).toEqual(['1: 2', '2: 3'])
    expect(await studentsOf()).toEqual(['1: 1', '2: 3', '3: 3', '4: 2', '5: 2'])
  })

  test('a colleague who takes work at another school works there from then on', async () => {
    await addSession(server(), token.paul, {
      eventName: 'Evaluation',
      date: '2026-12-01',
      schoolId: maple,
      caseloadIds: [CASELOAD_IDS.chi],
    })
    expect((await preview()).colleagues.map(({ id, isProposed }) => [id, isProposed])).toEqual([
      [DANA, true],
      [SOFIA, true],
    ])
    expect(await handOver({ toProviderId: null, schools: [{ schoolId: maple, toProviderId: SOFIA }] })).toMatchObject({
      status: 200,
    })
    expect(
      (await rows(`select school_id as s from provider_schools where provider_id = ${SOFIA} order by 1`)).map(
        ({ s }) => s,
      ),
    ).toEqual([lincoln, maple, northgate])
    expect(await rows(`select version from providers where id = ${SOFIA}`)).toEqual([{ version: 2 }])
  })

  test('nobody is given sessions after their last day, and students only if asked to', async () => {
    await addSession(server(), token.paul, mondays())
    await addSession(server(), token.paul, {
      eventName: 'Evaluation',
      date: '2026-11-24',
      caseloadIds: [CASELOAD_IDS.ana],
    })
    await setStatus(DANA, 1, '2026-12-01')
    const lastDay = { kind: 'lastDay', date: '2026-12-01' }
    for (const anyway of [false, true]) {
      const { items, colleagues } = await preview({ toProviderId: DANA, anyway })
      expect(items.map(({ name, problem, clashes, isMoving }) => [name, problem, clashes, isMoving])).toEqual([
        ['Monday group', 'The last day of Dana Weber is 12/01/2026, before 2 of these sessions.', [], false],
        ['Evaluation', null, [], true],
        ['Ana Núñez', null, [lastDay], anyway],
        ['Bo Li', null, [lastDay], anyway],
        ['Chi Okafor', null, [lastDay], anyway],
      ])
      expect(colleagues.find(({ id }) => id === DANA)).toMatchObject({ free: 1, lastDay: '2026-12-01' })
    }
    expect(await handOver({ toProviderId: DANA, anyway: true })).toMatchObject({
      status: 200,
      message: 'Handed over: 1 session and 3 students.',
    })
    expect(await whose()).toEqual([
      '2026-11-23 Monday group: 1',
      '2026-11-24 Evaluation: 3',
      '2026-11-30 Monday group: 1',
      '2026-12-07 Monday group: 1',
      '2026-12-14 Monday group: 1',
    ])
  })

  test('the one who stays is proposed before the one who leaves', async () => {
    await setStatus(DANA, 1, '2026-12-31')
    const { schools, items } = await preview()
    expect(schools).toEqual([
      { id: lincoln, name: 'Lincoln', proposedId: SOFIA },
      { id: maple, name: 'Maple', proposedId: DANA },
    ])
    // Nobody else works at Maple; the student still waits for an answer.
    expect(items.map(({ name, toProviderId, isMoving }) => [name, toProviderId, isMoving])).toEqual([
      ['Ana Núñez', SOFIA, true],
      ['Bo Li', SOFIA, true],
      ['Chi Okafor', DANA, false],
    ])
  })

  test('a last day that is set after the preview is found', async () => {
    await addSession(server(), token.paul, mondays())
    const choices = { toProviderId: DANA, anyway: true }
    const body = bodyOf(await preview(choices), choices)
    await setStatus(DANA, 1, '2026-12-31')
    expect(await server().call('handOver', { token: token.ada, body })).toMatchObject({
      status: 409,
      message:
        'Nothing was handed over, because something is different now: “Ana Núñez”, “Bo Li”, “Chi Okafor” have changed. Please review the new preview.',
    })
  })

  test('deactivated colleagues are not offered, and those who are not signed in yet are marked', async () => {
    await addSession(server(), token.paul, mondays())
    await setActive(SOFIA, false)
    await database().pool.query(
      "insert into users (email, display_name, role_id, provider_id) values ('dana@district.example', 'Dana', 2, 3)",
    )
    expect((await preview()).colleagues.map(({ id, invitation }) => [id, invitation])).toEqual([[DANA, 'notInvited']])
    await database().pool.query("update users set invited_at = '2026-11-20T15:00:00Z' where provider_id = 3")
    expect((await preview()).colleagues.map(({ id, invitation }) => [id, invitation])).toEqual([[DANA, 'invited']])
    expect((await preview({ toProviderId: SOFIA })).items[0]).toMatchObject({
      toProviderId: SOFIA,
      problem: "Sofía Special's account is deactivated.",
      isMoving: false,
    })
    expect(await handOver({ toProviderId: SOFIA })).toMatchObject({ status: 400 })
    await database().pool.query("update users set password_hash = 'some' where provider_id = 3")
    expect((await preview()).colleagues.map(({ id, invitation }) => [id, invitation])).toEqual([[DANA, null]])
  })

  test('says which required documents colleagues will be without on the first day', async () => {
    const { db } = database()
    await addSession(server(), token.paul, mondays())
    await db.insert(documentTemplates).values([
      { title: 'License', isForProviders: true },
      { title: 'CPR', isForProviders: true },
    ])
    await db.insert(documentRequirements).values([1, 2].map((templateId) => ({ templateId, providerTypeId: 1 })))
    const until = (providerId: number, templateTypeId: number, expiryDate: string) => {
      const name = `${providerId}-${templateTypeId}`
      const file = { fileName: name, originalFileName: `${name}.pdf`, content: Buffer.from('') }
      return { providerId, templateTypeId, title: name, expiryDate, ...file }
    }
    await addDocuments(database(), [
      until(DANA, 1, '2026-12-01'),
      until(SOFIA, 1, '2026-12-01'),
      until(SOFIA, 2, '2026-12-02'),
    ])
    const lacking = async (from?: string) => {
      const { colleagues } = await preview({}, from ? { from } : {})
      return Object.fromEntries(colleagues.map(({ name, missingDocuments }) => [name, missingDocuments]))
    }
    expect(await lacking('2026-12-01')).toEqual({ 'Dana Weber': ['CPR'], 'Sofía Special': [] })
    expect(await lacking('2026-12-02')).toEqual({ 'Dana Weber': ['CPR', 'License'], 'Sofía Special': ['License'] })
  })

  test('colleagues on leave, who left, or of another type are not proposed', async () => {
    await addSession(server(), token.paul, mondays())
    await setStatus(SOFIA, 2)
    expect((await preview()).colleagues.map(({ id }) => id)).toEqual([DANA])
    const { items: onLeave } = await preview({ toProviderId: SOFIA })
    expect(onLeave[0]).toMatchObject({ toProviderId: SOFIA, problem: 'Sofía Special is on leave.', isMoving: false })
    expect((await preview({ toProviderId: OTTO })).items[0]).toMatchObject({
      problem: 'Otto Other is of another type.',
    })
    await setStatus(DANA, 3, '2026-11-19')
    expect((await preview({ toProviderId: DANA })).items[0]).toMatchObject({ problem: 'Dana Weber has left by then.' })
    expect((await preview()).items[0]).toMatchObject({ toProviderId: null, isMoving: false })
  })

  test('begins on the day after the last day at work, but not before today', async () => {
    await setStatus(PAUL, 1, '2026-12-18')
    expect(await preview()).toMatchObject({ from: '2026-12-19', provider: { termDate: '2026-12-18' } })
    await setStatus(PAUL, 3, '2026-11-10')
    expect(await preview()).toMatchObject({ from: '2026-11-20', provider: { status: 'Terminated' } })
  })

  test('refuses what cannot be: unknown or same provider, a past day, no choice', async () => {
    await addSession(server(), token.paul, mondays())
    const refused = async (choices: Partial<HandOverChoices>, more: object = {}) => {
      const { status, message } = await ask(choices, more)
      return [status, message]
    }
    expect(await refused({}, { providerId: 99 })).toEqual([404, 'Provider not found.'])
    expect(await refused({ toProviderId: 99 })).toEqual([400, 'Provider not found.'])
    expect(await refused({ toProviderId: PAUL })).toEqual([400, 'Work cannot be handed over to the same provider.'])
    expect(await refused({}, { from: '2026-11-19' })).toEqual([400, 'The day must be today or later.'])
    expect(await refused({}, { from: '2026-02-30' })).toEqual([400, 'Enter Valid Date'])
    expect(await handOver({ toProviderId: null })).toMatchObject({
      status: 400,
      message: 'Choose at least one item to hand over.',
    })
    const foreign = { key: 'session/77', seen: 'abc' }
    const seen = await preview({ toProviderId: DANA })
    const body = { ...bodyOf(seen, { toProviderId: DANA }), seen: [...seenIn(seen), foreign] }
    expect(await server().call('handOver', { token: token.ada, body })).toMatchObject({
      status: 409,
      message:
        'Nothing was handed over, because something is different now: 1 item is no longer there. Please review the new preview.',
    })
    for (const by of [token.paul, token.sofia]) {
      expect(await handOver({ toProviderId: DANA }, {}, by)).toMatchObject({ status: 403 })
    }
    expect(await whose()).toEqual(['11-23', '11-30', '12-07', '12-14'].map((day) => `2026-${day} Monday group: 1`))
  })

  test('refuses what changed since the preview, names it, and changes nothing', async () => {
    await addSession(server(), token.paul, mondays())
    const choices = { toProviderId: DANA }
    const seen = await preview(choices)
    const send = () => server().call('handOver', { token: token.ada, body: bodyOf(seen, choices) })
    const different = (what: string) => ({
      status: 409,
      message: `Nothing was handed over, because something is different now: ${what}. Please review the new preview.`,
    })
    await addSession(server(), token.paul, { eventName: 'New one', date: '2026-12-02' })
    expect(await send()).toMatchObject(different('“New one” is new'))
    await database().pool.query("update schedule_events set deleted_at = now() where event_name = 'New one'")
    await database().pool.query("update occurrences set deleted_at = now() where title = 'New one'")
    await database().pool.query('update students set provider_id = null where id = 2')
    expect(await send()).toMatchObject(different('1 item is no longer there'))
    await database().pool.query('update students set provider_id = 1 where id = 2')
    await setStatus(DANA, 3, '2026-11-19')
    expect(await send()).toMatchObject(different('“Monday group”, “Ana Núñez”, “Bo Li” and 1 more have changed'))
    await setStatus(DANA, 1)
    expect(await sessionsOf()).toEqual(['1: 1', '2: 1'])
    expect(await send()).toMatchObject({ status: 200 })
    // The same again without its key: everything is gone.
    expect(await send()).toMatchObject(different('4 items are no longer there'))
  })

  test('a repeat with the same key hands over once', async () => {
    await addSession(server(), token.paul, mondays())
    const choices = { toProviderId: DANA }
    const body = bodyOf(await preview(choices), choices)
    const headers = { 'Idempotency-Key': '7d9f4f60-52a5-4f9c-9df5-1a3c5f8b2e01' }
    const replies = [
      await server().call('handOver', { token: token.ada, body, headers }),
      await server().call('handOver', { token: token.ada, body, headers }),
    ]
    expect(replies.map(({ status, data }) => [status, data])).toEqual([
      [200, { id: 1, items: 4, sessions: 4 }],
      [200, { id: 1, items: 4, sessions: 4 }],
    ])
    expect(await rows('select id from hand_overs')).toEqual([{ id: 1 }])
  })

  test('of two administrators at once, one hands over and the other is told', async () => {
    await addSession(server(), token.paul, mondays())
    const today = { from: '2026-11-20' }
    const toDana = bodyOf(await preview({ toProviderId: DANA }, today), { toProviderId: DANA })
    const toSofia = bodyOf(await preview({ toProviderId: SOFIA }, today), { toProviderId: SOFIA })
    const replies = await Promise.all([
      server().call('handOver', { token: token.ada, body: toDana }),
      server().call('handOver', { token: ben, body: toSofia }),
    ])
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    const owner = replies[0]?.status === 200 ? DANA : SOFIA
    expect(await sessionsOf()).toEqual([`1: ${owner}`])
    expect(await studentsOf()).toEqual([`1: ${owner}`, `2: ${owner}`, `3: ${owner}`, '4: 2', '5: 2'])
  })

  test('hours that a colleague confirmed at the school must be confirmed again', async () => {
    await addSession(server(), token.sofia, { date: '2026-12-01', caseloadIds: [CASELOAD_IDS.dora] })
    await addSession(server(), token.paul, {
      date: '2026-12-01',
      startTime: '11:00',
      endTime: '11:45',
      caseloadIds: [CASELOAD_IDS.ana],
    })
    await setDay(SOFIA, '2026-12-01', 'confirmed')
    await database().pool.query(`insert into timesheets
      (provider_id, school_id, date, start_time, end_time, is_zero_hours, confirmed_at, confirmed_by_id)
      values (${SOFIA}, ${lincoln}, '2026-12-01', '09:00', '09:00', true, now(), 3)`)
    expect(await handOver({ toProviderId: SOFIA })).toMatchObject({ status: 200 })
    expect(await rows('select confirmed_at from timesheets')).toEqual([{ confirmed_at: null }])
    expect(await rows(`select state from provider_days where provider_id = ${SOFIA} and date = '2026-12-01'`)).toEqual([
      { state: 'open' },
    ])
  })

  test('students go on the first day, once, and stay if they have changed or the colleague is gone', async () => {
    const due = (on: string) => studentsDue.run({ db: database().db, clock: () => new Date(`${on}T12:00:00Z`) })
    const caseloadOf = async (providerId: number) =>
      (await preview({}, { providerId })).items.flatMap(({ key, name }) => (key.startsWith('student/') ? name : []))
    const stored = () => rows('select name, moves_on::text as "on", stayed from hand_over_items order by name')
    const movingOn = { from: '2026-12-01' }
    expect(await handOver({ toProviderId: DANA }, movingOn)).toMatchObject({ message: 'Handed over: 3 students.' })
    expect(await studentsOf()).toEqual(['1: 1', '2: 1', '3: 1', '4: 2', '5: 2'])
    await allowScreen(database(), 'Administrators', 'Caseloads')
    const { data: ana } = await server().call('getStudent', { token: token.ada, params: { id: 1 } })
    expect(ana).toMatchObject({
      providerId: PAUL,
      comingTherapist: { id: DANA, name: 'Dana Weber', from: '2026-12-01' },
    })
    // They are neither left with Paul nor can they be handed over again.
    expect(await caseloadOf(PAUL)).toEqual([])
    await setStatus(PAUL, 1, '2026-11-30')
    expect((await server().call('getWorkLeft', { token: token.ada, query: {} })).data).toMatchObject({ workLeft: [] })
    await setStatus(PAUL, 1)
    await due('2026-11-30')
    expect(await studentsOf()).toEqual(['1: 1', '2: 1', '3: 1', '4: 2', '5: 2'])

    await database().pool.query(`update students set provider_id = ${SOFIA} where id = 2`)
    await due('2026-12-01')
    expect(await studentsOf()).toEqual(['1: 3', '2: 2', '3: 3', '4: 2', '5: 2'])
    expect(await stored()).toEqual([
      { name: 'Ana Núñez', on: null, stayed: [] },
      { name: 'Bo Li', on: null, stayed: [{ why: 'changed', dates: [] }] },
      { name: 'Chi Okafor', on: null, stayed: [] },
    ])
    await due('2026-12-02')
    expect(await rows('select version from students order by id limit 3')).toEqual(
      [2, 1, 2].map((version) => ({ version })),
    )
  })

  test('students who have not gone yet stay once the hand-over is undone, and with a colleague who is gone', async () => {
    const due = (on: string) => studentsDue.run({ db: database().db, clock: () => new Date(`${on}T12:00:00Z`) })
    await handOver({ toProviderId: DANA }, { from: '2026-12-01' })
    expect(await undo(1)).toMatchObject({ message: 'The hand-over has been undone.' })
    await due('2026-12-01')
    expect(await studentsOf()).toEqual(['1: 1', '2: 1', '3: 1', '4: 2', '5: 2'])
    expect((await preview()).items.map(({ name }) => name)).toEqual(['Ana Núñez', 'Bo Li', 'Chi Okafor'])

    await handOver({ toProviderId: DANA }, { from: '2026-12-03' })
    await setStatus(DANA, 2)
    await due('2026-12-03')
    expect(await studentsOf()).toEqual(['1: 1', '2: 1', '3: 1', '4: 2', '5: 2'])
    expect(await rows('select distinct stayed from hand_over_items where not is_undone')).toEqual([
      { stayed: [{ why: 'onLeave', dates: [] }] },
    ])
    expect((await preview()).items).toHaveLength(3)
  })

  test('undo gives everything back, tells everyone, and works once', async () => {
    await addSession(server(), token.paul, mondays())
    await handOver({ toProviderId: DANA })
    expect(await previewUndo(1)).toMatchObject({
      data: {
        id: 1,
        toProviderName: 'Paul Provider',
        items: [
          {
            name: 'Monday group',
            schoolName: 'Lincoln',
            fromProviderId: DANA,
            fromProviderName: 'Dana Weber',
            sessions: 4,
            goesBack: true,
            stays: [],
            clashCount: 0,
          },
          { name: 'Ana Núñez', sessions: null, goesBack: true },
          { name: 'Bo Li', sessions: null, goesBack: true },
          { name: 'Chi Okafor', sessions: null, goesBack: true },
        ],
      },
    })
    expect(await undo(1, ben)).toMatchObject({
      status: 200,
      message: 'The hand-over has been undone.',
      data: { id: 1, state: 'undone' },
    })
    expect(await sessionsOf()).toEqual(['1: 1'])
    expect(await whose()).toEqual(['11-23', '11-30', '12-07', '12-14'].map((day) => `2026-${day} Monday group: 1`))
    expect(await studentsOf()).toEqual(['1: 1', '2: 1', '3: 1', '4: 2', '5: 2'])
    expect((await log('hand-over')).at(-1)).toEqual([
      '1',
      'moved',
      'handOver.undo',
      'undone',
      { items: 4, staying: 0 },
      4,
    ])
    const period = 'from: "2026-11-20", to: "2026-11-20"'
    const query = `{ lifecycle(name: "people/hand-over-lifecycle") {
      states(${period}) { state records } transitions(${period}) { fromState event toState records } } }`
    expect((await server().call('askGraphql', { token: token.ada, body: { query } })).data).toEqual({
      lifecycle: {
        states: [
          { state: 'moved', records: 0 },
          { state: 'partlyUndone', records: 0 },
          { state: 'undone', records: 1 },
        ],
        transitions: [{ fromState: 'moved', event: 'handOver.undo', toState: 'undone', records: 1 }],
      },
    })
    expect((await told()).at(-1)).toEqual([
      'Paul Provider',
      'Back with you from 11/20/2026 on: 4 sessions and 3 students.',
    ])
    expect((await preview()).handOvers[0]).toMatchObject({
      state: 'undone',
      undoneAt: '2026-11-20T15:00:00.000Z',
      undoneBy: 'Ben Boss',
    })
    expect(await undo(1)).toMatchObject({ status: 409, message: 'Ben Boss has already undone this hand-over.' })
    expect(await undo(9)).toMatchObject({ status: 404, message: 'Hand-over not found.' })
  })

  test('undo leaves what was changed, confirmed or passed since, item by item, and can be repeated for the rest', async () => {
    await addSession(server(), token.paul, mondays())
    await addSession(server(), token.paul, {
      eventName: 'Changed',
      date: '2026-12-15',
      caseloadIds: [CASELOAD_IDS.ana],
    })
    await handOver({ toProviderId: DANA })
    // Two Mondays later; the third is confirmed, the single session and a student changed.
    await goTo(server(), token, '2026-12-02T15:00:00Z')
    await setDay(DANA, '2026-12-07', 'confirmed')
    await database().pool.query("update schedule_events set version = version + 1 where event_name = 'Changed'")
    await database().pool.query('update students set provider_id = 2 where id = 1')
    expect(await previewUndo(1)).toMatchObject({
      data: {
        items: [
          {
            name: 'Monday group',
            sessions: 1,
            goesBack: true,
            stays: [
              { why: 'passed', dates: ['2026-11-23', '2026-11-30'] },
              { why: 'confirmed', dates: ['2026-12-07'] },
            ],
          },
          { name: 'Changed', sessions: 0, goesBack: false, stays: [{ why: 'changed', dates: ['2026-12-15'] }] },
          { name: 'Ana Núñez', goesBack: false, stays: [{ why: 'changed', dates: [] }] },
          { name: 'Bo Li', goesBack: true },
          { name: 'Chi Okafor', goesBack: true },
        ],
      },
    })
    expect(await undo(1)).toMatchObject({ status: 200, message: 'The hand-over has been undone in part.' })
    expect(await whose()).toEqual([
      '2026-11-23 Monday group: 3',
      '2026-11-30 Monday group: 3',
      '2026-12-07 Monday group: 3',
      '2026-12-14 Monday group: 1',
      '2026-12-15 Changed: 3',
    ])
    expect(await studentsOf()).toEqual(['1: 2', '2: 1', '3: 1', '4: 2', '5: 2'])
    const { handOvers } = await preview()
    expect(handOvers[0]).toMatchObject({ state: 'partlyUndone', undoneBy: 'Ada Admin' })
    expect(
      handOvers[0]?.items.map(({ name, isUndone, stayed }) => [name, isUndone, stayed.map(({ why }) => why)]),
    ).toEqual([
      ['Monday group', false, ['passed', 'confirmed']],
      ['Changed', false, ['changed']],
      ['Ana Núñez', false, ['changed']],
      ['Bo Li', true, []],
      ['Chi Okafor', true, []],
    ])
    // Nothing else can go back until the day is open again.
    expect(await undo(1)).toMatchObject({
      status: 409,
      message: 'Nothing in this hand-over can be undone right now.',
    })
    await setDay(DANA, '2026-12-07', 'open')
    expect(await undo(1)).toMatchObject({ status: 200 })
    expect((await whose()).filter((line) => line.includes('12-07'))).toEqual(['2026-12-07 Monday group: 1'])
  })

  test('individually edited sessions move with their own values, and back', async () => {
    await addSession(server(), token.paul, mondays())
    await database().pool.query(`update occurrences set is_edited_alone = true, title = 'Longer', end_time = '11:00'
      where date = '2026-11-30'`)
    const moved = ['11-23 Monday group', '11-30 Longer', '12-07 Monday group', '12-14 Monday group']
    expect(await handOver({ toProviderId: DANA })).toMatchObject({ message: 'Handed over: 4 sessions and 3 students.' })
    expect(await whose()).toEqual(moved.map((line) => `2026-${line}: ${DANA}`))
    expect(await undo(1)).toMatchObject({ status: 200 })
    expect(await whose()).toEqual(moved.map((line) => `2026-${line}: ${PAUL}`))
    expect(
      await rows(`select end_time::text as e, is_edited_alone as a from occurrences where title = 'Longer'`),
    ).toEqual([{ e: '11:00:00', a: true }])
  })

  test("one date of a colleague's series moves alone: the series stays theirs", async () => {
    await addSession(server(), token.sofia, { ...mondays(), caseloadIds: [CASELOAD_IDS.dora] })
    await database().pool.query(
      "update occurrences set provider_id = 1, is_edited_alone = true where date = '2026-11-30'",
    )
    expect((await preview({ toProviderId: DANA })).items[0]).toMatchObject({
      name: 'Monday group',
      session: { count: 1 },
    })
    await handOver({ toProviderId: DANA })
    expect(await sessionsOf()).toEqual([`1: ${SOFIA}`])
    expect((await whose()).filter((line) => !line.endsWith(`: ${SOFIA}`))).toEqual([`2026-11-30 Monday group: ${DANA}`])
    // Its series changes meanwhile, but not this date.
    await database().pool.query('update schedule_events set version = version + 1')
    expect(await undo(1)).toMatchObject({ message: 'The hand-over has been undone.' })
    expect((await whose()).filter((line) => !line.endsWith(`: ${SOFIA}`))).toEqual([`2026-11-30 Monday group: ${PAUL}`])
    expect(await sessionsOf()).toEqual([`1: ${SOFIA}`])
  })

  test('undo counts what the provider has at the time by now, and goes back all the same', async () => {
    await addSession(server(), token.paul, mondays())
    await handOver({ toProviderId: DANA })
    await addSession(server(), token.ada, {
      providerId: PAUL,
      rateTypeId: 1,
      eventName: 'Since',
      date: '2026-11-30',
      startTime: '09:30',
      endTime: '10:00',
    })
    expect(await previewUndo(1)).toMatchObject({ data: { items: [{ clashCount: 1, goesBack: true }, {}, {}, {}] } })
    expect(await undo(1)).toMatchObject({ status: 200 })
    expect((await whose()).filter((line) => line.startsWith('2026-11-30'))).toEqual([
      '2026-11-30 Monday group: 1',
      '2026-11-30 Since: 1',
    ])
  })

  test('gives nothing back to someone who has left, is on leave or deactivated, and says why', async () => {
    await addSession(server(), token.paul, mondays())
    await handOver({ toProviderId: DANA })
    const { data } = await previewUndo(1)
    const { seen } = data as { seen: string }
    const changes = [
      ['left', () => setStatus(PAUL, 3, '2026-11-20'), () => setStatus(PAUL, 1)],
      ['left', () => setStatus(PAUL, 1, '2026-11-19'), () => setStatus(PAUL, 1)],
      ['onLeave', () => setStatus(PAUL, 2), () => setStatus(PAUL, 1)],
      ['deactivated', () => setActive(PAUL, false), () => setActive(PAUL, true)],
    ] as const
    for (const [why, leave, comeBack] of changes) {
      await leave()
      const dates = ['2026-11-23', '2026-11-30', '2026-12-07', '2026-12-14']
      const student = { goesBack: false, stays: [{ why, dates: [] }] }
      expect(await previewUndo(1)).toMatchObject({
        data: {
          items: [
            { name: 'Monday group', sessions: 0, goesBack: false, stays: [{ why, dates }] },
            student,
            student,
            student,
          ],
        },
      })
      // The same goes for an administrator who saw the earlier preview.
      expect(await server().call('undoHandOver', { token: token.ada, body: { id: 1, seen } })).toMatchObject({
        status: 409,
        message: 'Nothing was undone because something changed in the meantime. Please review what will be undone.',
      })
      expect(await undo(1)).toMatchObject({
        status: 409,
        message: 'Nothing in this hand-over can be undone right now.',
      })
      expect(await sessionsOf()).toEqual([`1: ${DANA}`])
      await comeBack()
    }
    expect(await undo(1)).toMatchObject({ message: 'The hand-over has been undone.' })
    expect(await studentsOf()).toEqual(['1: 1', '2: 1', '3: 1', '4: 2', '5: 2'])
  })

  test('gives nothing back that is after the last day at work; students go back until then', async () => {
    await addSession(server(), token.paul, mondays())
    await handOver({ toProviderId: DANA })
    expect((await previewUndo(1)).data).toMatchObject({ lastDay: null })
    await setStatus(PAUL, 1, '2026-12-07')
    const { data } = await previewUndo(1)
    expect(data).toMatchObject({
      lastDay: '2026-12-07',
      items: [
        { name: 'Monday group', sessions: 3, goesBack: true, stays: [{ why: 'left', dates: ['2026-12-14'] }] },
        { name: 'Ana Núñez', goesBack: true, stays: [] },
        {},
        {},
      ],
    })
    // Only the last day differs, and it must have been seen.
    await setStatus(PAUL, 1, '2026-12-08')
    const { seen } = data as { seen: string }
    expect(await server().call('undoHandOver', { token: token.ada, body: { id: 1, seen } })).toMatchObject({
      status: 409,
    })
    expect(await undo(1)).toMatchObject({ message: 'The hand-over has been undone in part.' })
    expect(await whose()).toEqual([
      '2026-11-23 Monday group: 1',
      '2026-11-30 Monday group: 1',
      '2026-12-07 Monday group: 1',
      '2026-12-14 Monday group: 3',
    ])
    expect(await studentsOf()).toEqual(['1: 1', '2: 1', '3: 1', '4: 2', '5: 2'])
  })

  test('undo names the schools where the provider no longer works, and adds them again', async () => {
    await addSession(server(), token.paul, {
      eventName: 'Evaluation',
      date: '2026-12-01',
      schoolId: maple,
      caseloadIds: [CASELOAD_IDS.chi],
    })
    await handOver({ toProviderId: DANA })
    const { data: before } = await previewUndo(1)
    expect(before).toMatchObject({ schoolsAdded: [] })
    await database().pool.query('delete from provider_schools where provider_id = 1')
    const { seen } = before as { seen: string }
    expect(await server().call('undoHandOver', { token: token.ada, body: { id: 1, seen } })).toMatchObject({
      status: 409,
    })
    expect(await previewUndo(1)).toMatchObject({ data: { schoolsAdded: ['Lincoln', 'Maple'] } })
    expect(await undo(1)).toMatchObject({ message: 'The hand-over has been undone.' })
    expect(await rows('select school_id as s from provider_schools where provider_id = 1 order by 1')).toEqual([
      { s: lincoln },
      { s: maple },
    ])
    expect(await rows('select version from providers where id = 1')).toEqual([{ version: 2 }])
  })

  test('undo adds no school for what stays', async () => {
    await handOver({ toProviderId: DANA })
    await database().pool.query('delete from provider_schools where provider_id = 1')
    await database().pool.query(`update students set provider_id = ${SOFIA} where id = ${CASELOAD_IDS.chi}`)
    expect(await previewUndo(1)).toMatchObject({ data: { schoolsAdded: ['Lincoln'] } })
    expect(await undo(1)).toMatchObject({ message: 'The hand-over has been undone in part.' })
    expect(await rows('select school_id as s from provider_schools where provider_id = 1')).toEqual([{ s: lincoln }])
  })

  test('of two administrators who undo at once, one is told that the other was first', async () => {
    await addSession(server(), token.paul, mondays())
    await handOver({ toProviderId: DANA })
    const { data } = await previewUndo(1)
    const { seen } = data as { seen: string }
    const replies = await Promise.all(
      [token.ada, ben].map((by) => server().call('undoHandOver', { token: by, body: { id: 1, seen } })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    const first = replies[0]?.status === 200 ? 'Ada Admin' : 'Ben Boss'
    expect(replies.find(({ status }) => status === 409)?.message).toBe(`${first} has already undone this hand-over.`)
    expect(await sessionsOf()).toEqual(['1: 1'])
  })

  test('undo after a preview that is out of date changes nothing', async () => {
    await addSession(server(), token.paul, mondays())
    await handOver({ toProviderId: DANA })
    const { data } = await previewUndo(1)
    const { seen } = data as { seen: string }
    await setDay(DANA, '2026-11-23', 'approved')
    expect(await server().call('undoHandOver', { token: token.ada, body: { id: 1, seen } })).toMatchObject({
      status: 409,
      message: 'Nothing was undone because something changed in the meantime. Please review what will be undone.',
    })
    expect(await sessionsOf()).toEqual(['1: 3'])
  })

  test('counts requests and days that are settled elsewhere as their lists do', async () => {
    await goTo(server(), token, '2026-11-10T15:00:00Z')
    for (const date of ['2026-11-12', '2026-11-13']) await addSession(server(), token.paul, { date })
    await goTo(server(), token, '2026-11-20T15:00:00Z')
    await setDay(PAUL, '2026-11-13', 'rejected')
    const request = { providerId: PAUL, startTime: '08:00', endTime: '12:00', reason: 'Away' }
    const [first] = await database()
      .db.insert(ptoRequests)
      .values([
        { ...request, requestedDate: '2026-12-07', state: 'pending' },
        { ...request, requestedDate: '2026-12-01', state: 'accepted' },
        { ...request, requestedDate: '2026-12-02', state: 'givingBack' },
      ])
      .returning()
    // Two days of one request.
    await database()
      .db.update(ptoRequests)
      .set({ spanId: first?.id ?? 0 })
      .where(eq(ptoRequests.id, first?.id ?? 0))
    await database()
      .db.insert(ptoRequests)
      .values({ ...request, requestedDate: '2026-12-08', state: 'pending', spanId: first?.id ?? 0 })
    const { toSettle } = await preview()
    expect(toSettle).toEqual({ waitingRequests: 1, waitingReturns: 1, edits: [], unconfirmedDays: 1, rejectedDays: 1 })
    await allowScreen(database(), 'Administrators', 'PTORequest')
    const listed = async (name: 'getAdminPtos' | 'getOpenDays', query: Record<string, string | number>) => {
      const { data } = await server().call(name, { token: token.ada, query: { providerIds: String(PAUL), ...query } })
      return (data as { totalRecords: number }).totalRecords
    }
    expect(await listed('getAdminPtos', { statusId: 1 })).toBe(toSettle.waitingRequests)
    expect(await listed('getAdminPtos', { statusId: 5 })).toBe(toSettle.waitingReturns)
    expect(await listed('getOpenDays', { status: 1 })).toBe(toSettle.unconfirmedDays)
    expect(await listed('getOpenDays', { status: 2 })).toBe(toSettle.rejectedDays)
  })

  test('work of those who are on leave, leave or have left is counted until it is handed over, everywhere alike', async () => {
    await addSession(server(), token.paul, mondays())
    const workLeft = async () => {
      const { data } = await server().call('getWorkLeft', { token: token.ada })
      const { rows: found, total } = getWorkLeft.data.parse(data)
      const { entries } = getNeedsYou.data.parse((await server().call('getNeedsYou', { token: token.ada })).data)
      expect(entries.find(({ key }) => key === 'workLeft')?.count ?? 0).toBe(total)
      expect(found).toHaveLength(total)
      const overview = (await server().call('getProviderOverview', { token: token.ada, params: { id: PAUL } })).data
      expect(overview).toMatchObject({ workLeft: found.find(({ providerId }) => providerId === PAUL) ?? null })
      return found.map(({ providerId, status, lastDay, from, sessions, students }) => [
        providerId,
        status,
        lastDay,
        from,
        sessions,
        students,
      ])
    }
    expect(await workLeft()).toEqual([])
    await setStatus(PAUL, 2)
    expect(await workLeft()).toEqual([[PAUL, 'On Leave', null, '2026-11-21', 4, 3]])
    await setStatus(PAUL, 1, '2026-12-01')
    expect(await workLeft()).toEqual([[PAUL, 'Active', '2026-12-01', '2026-12-02', 2, 3]])
    const { from, items } = await preview()
    expect(from).toBe('2026-12-02')
    expect(items.reduce((sum, { session }) => sum + (session?.count ?? 0), 0)).toBe(2)
    await setStatus(PAUL, 1, '2026-11-10')
    await setStatus(SOFIA, 2)
    expect(await workLeft()).toEqual([
      [PAUL, 'Terminated', '2026-11-10', '2026-11-20', 4, 3],
      [SOFIA, 'On Leave', null, '2026-11-21', 0, 2],
    ])
    expect(await handOver({ toProviderId: DANA })).toMatchObject({ status: 200 })
    expect(await workLeft()).toEqual([[SOFIA, 'On Leave', null, '2026-11-21', 0, 2]])
    expect(await server().call('getWorkLeft', { token: token.sofia })).toMatchObject({ status: 403 })
  })

  test('those who took over work are told on the Home Page for two weeks, until they dismiss it', async () => {
    await addSession(server(), token.paul, mondays())
    await handOver({ toProviderId: SOFIA })
    const list = async (query: Record<string, number> = {}, by = token.sofia) =>
      getWorkReceived.data.parse((await server().call('getWorkReceived', { token: by, query })).data).rows
    const needs = async (by = token.sofia) =>
      getNeedsYou.data.parse((await server().call('getNeedsYou', { token: by })).data)
    const counts = async (by = token.sofia) =>
      (await needs(by)).entries.filter(({ key }) => key === 'workReceived').map(({ count }) => count)
    const entry = {
      id: 1,
      at: '2026-11-20T15:00:00.000Z',
      by: 'Ada Admin',
      providerId: PAUL,
      providerName: 'Paul Provider',
      from: '2026-11-21',
      sessions: 4,
      students: ['Ana Núñez', 'Bo Li', 'Chi Okafor'],
    }
    expect(await list({ shown: 2 })).toEqual([entry])
    expect(await counts()).toEqual([1])
    expect([await list({}, token.paul), await counts(token.paul)]).toEqual([[], []])
    expect(await server().call('getWorkReceived', { token: token.ada })).toMatchObject({ status: 403 })
    // One Monday and a student stay with Sofía.
    await setDay(SOFIA, '2026-11-23', 'approved')
    await database().pool.query(`update students set version = version, provider_id = ${DANA} where id = 1`)
    await undo(1)
    expect(await list()).toEqual([{ ...entry, sessions: 1, students: ['Ana Núñez'] }])
    const body = { key: 'workReceived', until: (await needs()).asOf }
    expect(await server().call('dismissNews', { token: token.sofia, body })).toMatchObject({ status: 200 })
    expect([await counts(), await list({ shown: 2 }), (await list({ shown: 1 })).length]).toEqual([[], [], 1])
    await goTo(server(), token, '2026-12-08T15:00:00Z')
    expect(await list()).toEqual([])
  })

  test('minutes add up: the total is that of the items, whatever stays', async () => {
    // 45 minutes in one of three weeks are 15; 50 minutes in one of them are 17, and together 32.
    for (const [date, endTime] of [
      ['2026-11-24', '09:45'],
      ['2026-12-01', '09:50'],
      ['2026-12-08', '09:50'],
    ] as const)
      await addSession(server(), token.paul, { date, endTime, eventName: date })
    await setDay(PAUL, '2026-12-08', 'approved')
    const found = await preview({ toProviderId: DANA })
    const minutes = found.items.flatMap(({ session }) => session?.minutesPerWeek ?? [])
    expect(minutes).toEqual([23, 25, 0])
    expect(found).toMatchObject({ weeks: 2, minutesBefore: 48, minutesAfter: 0 })
    expect(found.colleagues[0]).toMatchObject({ id: DANA, minutesBefore: 0, minutesAfter: 48 })
  })
})
