import { beforeEach, expect, test } from 'vitest'
import { type FoundRecord, findRecords, MOST_FOUND, type RecordRef } from '#contract/search.ts'
import { students } from '#server/db/schema/students.ts'
import { describeEngines, useDatabase } from '#tests/support/server/database.ts'
import { addInvoice } from '#tests/support/server/issued-invoices.ts'
import {
  addSession,
  CASELOAD_IDS,
  occurrenceIdsOn,
  SCHOOL_IDS,
  TODAY,
  useDistrict,
} from '#tests/support/server/schedule.ts'
import { allowScreen, useTestServer } from '#tests/support/server/test-server.ts'

/** Paul's group today and every Monday from the 23rd on; Sofía's session with Dora on the 24th. */
describeEngines('the search across everything', (engine) => {
  const database = useDatabase(engine)
  const server = useTestServer(database)
  const token = useDistrict(database, server)

  beforeEach(async () => {
    await allowScreen(database(), 'Administrators', 'Caseloads')
    await allowScreen(database(), 'Providers', 'ProviderCaseload')
    await addSession(server(), token.paul, { startTime: '13:00', endTime: '13:45' })
    await addSession(server(), token.paul, {
      eventName: 'Handwriting',
      date: '2026-11-23',
      endDate: '2026-12-07',
      rule: { type: 'weekly', option: 'everyNWeeks', everyNWeeks: 1, days: [1] },
    })
    await addSession(server(), token.sofia, {
      eventName: 'Language at Lincoln',
      date: '2026-11-24',
      caseloadIds: [CASELOAD_IDS.dora],
    })
  })

  const find = async (by: string, words: string, recent: readonly RecordRef[] = []): Promise<FoundRecord[]> => {
    const reply = await server().call('findRecords', { token: by, body: { words, recent } })
    expect(reply).toMatchObject({ status: 200 })
    return findRecords.data.parse(reply.data)
  }
  const named = async (by: string, words: string, recent: readonly RecordRef[] = []) =>
    (await find(by, words, recent)).map(({ kind, name, detail }) => [kind, name, detail])

  test('finds students, schools, providers and sessions by part of a name', async () => {
    expect(await named(token.ada, 'núñ')).toEqual([['student', 'Ana Núñez', 'Lincoln']])
    // However it is spelled: without accents, or with letters and accents apart, as some keyboards type them.
    for (const words of ['nunez', 'NUÑEZ', 'Nu\u0301n\u0303', 'ana  n']) {
      expect(await named(token.ada, words), words).toEqual([['student', 'Ana Núñez', 'Lincoln']])
    }
    expect(await named(token.ada, 'sofia')).toEqual([['provider', 'Sofía Special', 'Occupational Therapist']])
    expect(await named(token.ada, 'LINC')).toEqual([
      ['school', 'Lincoln', ''],
      ['session', 'Language at Lincoln', 'Tue, Nov 24, 2026, 9:00 AM, Lincoln, Sofía Special'],
    ])
    expect(await named(token.ada, 'paul pro')).toEqual([['provider', 'Paul Provider', 'Occupational Therapist']])
    expect(await find(token.ada, 'handw')).toEqual([
      {
        kind: 'session',
        id: 2,
        name: 'Handwriting',
        detail: 'Mon, Nov 23, 2026, 9:00 AM, Lincoln, Paul Provider',
        providerId: 1,
        date: '2026-11-23',
      },
    ])
    expect(await find(token.ada, 'nobody')).toEqual([])
    expect(await find(token.ada, '%')).toEqual([])
  })

  test('finds invoices by part of their number, the latest first, for those who may open Billing History', async () => {
    for (const number of [13, 130]) await addInvoice(database(), { number })
    expect(await named(token.ada, '13')).toEqual([])
    await allowScreen(database(), 'Administrators', 'BillingHistory')
    const period = 'Lincoln, 11/01/2026 to 11/15/2026'
    expect(await named(token.ada, 'inv-0001')).toEqual([['invoice', 'INV-00013', period]])
    expect(await named(token.ada, '13')).toEqual([
      ['invoice', 'INV-00130', period],
      ['invoice', 'INV-00013', period],
    ])
    expect(await named(token.paul, '13')).toEqual([])
  })

  test('finds the sessions of a day, also by name', async () => {
    expect(await named(token.ada, '11/30')).toEqual([
      ['session', 'Handwriting', 'Mon, Nov 30, 2026, 9:00 AM, Lincoln, Paul Provider'],
    ])
    expect(await named(token.ada, 'today')).toHaveLength(1)
    expect(await named(token.ada, 'fine today')).toHaveLength(1)
    expect(await named(token.ada, 'language today')).toEqual([])
  })

  test('gives providers only their own students and sessions, and those in their sessions', async () => {
    expect(await named(token.paul, 'a')).toEqual([
      ['student', 'Ana Núñez', 'Lincoln'],
      ['student', 'Chi Okafor', 'Maple'],
      ['session', 'Handwriting', 'Mon, Nov 23, 2026, 9:00 AM, Lincoln'],
    ])
    await database().db.update(students).set({ providerId: 2 })
    expect((await named(token.paul, 'a')).map(([, name]) => name)).toEqual(['Ana Núñez', 'Handwriting'])
    expect(await named(token.paul, '11/24')).toEqual([])
    expect(await named(token.paul, 'Lincoln')).toEqual([])
    expect(await named(token.paul, 'Sofía')).toEqual([])
  })

  test('finds nothing whose page the user may not open', async () => {
    await database().db.execute('delete from role_permissions')
    expect((await find(token.ada, 'a')).map(({ kind }) => kind)).not.toContain('student')
    expect((await find(token.ada, 'Lincoln')).map(({ kind }) => kind)).toEqual(['session'])
    expect((await find(token.paul, 'a')).map(({ kind }) => kind)).toEqual(['session'])
    await database().db.execute('update users set provider_id = null where id = 2')
    expect(await find(token.paul, 'a')).toEqual([])
  })

  test('without words gives the recent records that the user may still open, and with words puts them first', async () => {
    const [id = 0] = await occurrenceIdsOn(server(), token.sofia, '2026-11-24')
    const recent: RecordRef[] = [
      { kind: 'student', id: 4 },
      { kind: 'school', id: SCHOOL_IDS.maple },
      { kind: 'session', id },
    ]
    expect(await find(token.ada, '')).toEqual([])
    expect((await find(token.ada, ' ', recent)).map(({ name }) => name)).toEqual([
      'Dora Weiss',
      'Maple',
      'Language at Lincoln',
    ])
    expect(await find(token.paul, '', recent)).toEqual([])
    const one: RecordRef[] = [{ kind: 'student', id: 5 }]
    expect((await find(token.ada, 'e', one)).map(({ name }) => name)[0]).toBe('Eli Stone')
  })

  test('finds a renamed session by its own name, and deleted ones not at all', async () => {
    const [id = 0] = await occurrenceIdsOn(server(), token.paul, '2026-11-30')
    const { data } = await server().call('editScheduleEventRecurrenceById', { token: token.ada, body: { id } })
    const students = Object(data).scheduleEventRecurrenceSchoolStudents
    const renamed = { ...Object(data), scheduleEventRecurrenceSchoolStudents: { ...students, eventName: 'Scissors' } }
    const reply = await server().call('updateScheduleEventRecurrence', { token: token.ada, body: renamed })
    expect(reply).toMatchObject({ status: 200 })
    expect((await find(token.paul, 'sciss')).map(({ date }) => date)).toEqual(['2026-11-30'])
    expect((await find(token.paul, 'handwriting')).map(({ date }) => date)).toEqual(['2026-11-23'])
    await database().db.execute(`update occurrences set deleted_at = now() where date = '2026-11-30'`)
    expect(await find(token.paul, 'sciss')).toEqual([])
  })

  test('limits each kind, those that begin with the words first', async () => {
    const student = { gender: '', schoolId: 1, providerId: 1 }
    await database()
      .db.insert(students)
      .values([
        ...Array.from({ length: 8 }, (_, n) => ({ ...student, name: `Ann Zed ${n}` })),
        { ...student, name: 'Zedd' },
      ])
    const found = (await find(token.ada, 'zed')).map(({ name }) => name)
    expect(found).toEqual(['Zedd', ...Array.from({ length: MOST_FOUND - 1 }, (_, n) => `Ann Zed ${n}`)])
    expect(await find(token.ada, TODAY)).toHaveLength(1)
  })
})
