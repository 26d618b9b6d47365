import { beforeEach, describe, expect, test } from 'vitest'
import { type EventDetail, getScheduleEventById, type PendingDecision } from '#contract/schedule.ts'
import { type StoredSession, storedSessionSchema } from '#contract/session-form.ts'
import { documentRequirements, documentTemplates, providerDocuments } from '#server/db/schema/documents.ts'
import { lockOuts } from '#server/db/schema/locked-periods.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { pdf } from '#tests/support/server/document-files.ts'
import { addDocuments } from '#tests/support/server/documents.ts'
import { addSession, refusalOf, SCHOOL_IDS, TODAY, useDistrict } from '#tests/support/server/schedule.ts'
import { useTestServer } from '#tests/support/server/test-server.ts'

/** Paul has asked to hold his session at 1 PM today (1) at 3 PM instead. */
describe('deciding on a waiting change', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  const token = useDistrict(database, server)

  const rows = async (query: string, values: unknown[] = []) =>
    (await database().pool.query(query, values)).rows as Record<string, unknown>[]
  const edit = async (by: string, id: number): Promise<StoredSession> => {
    const { data } = await server().call('editScheduleEventRecurrenceById', { token: by, body: { id } })
    return storedSessionSchema.parse(data)
  }
  const ask = async (by: string, id: number, change: Partial<StoredSession>) => {
    const body = { ...(await edit(by, id)), ...change }
    const reply = await server().call('updateScheduleEventRecurrence', { token: by, body })
    expect(reply).toMatchObject({ status: 200, message: 'Your change is waiting for an administrator to approve it' })
    return reply.data
  }
  const details = async (id: number, by = token.ada): Promise<EventDetail> => {
    const { data } = await server().call('getScheduleEventById', { token: by, body: { id } })
    return getScheduleEventById.data.parse(data)
  }
  const asked = async (id: number): Promise<PendingDecision> => {
    const { edited } = await details(id)
    if (!edited?.decision) throw new Error('Nothing is asked')
    return edited.decision
  }
  const approve = async (id: number, seenKey?: string) => {
    const { entityCacheKey } = await edit(token.ada, id)
    return server().call('approveScheduleEventRecurrence', { token: token.ada, body: { id, entityCacheKey, seenKey } })
  }
  const stored = () => rows('select id, date::text, left(start_time::text, 5) as start from occurrences order by id')

  beforeEach(async () => {
    await addSession(server(), token.paul, { startTime: '13:00', endTime: '14:00' })
    await ask(token.paul, 1, { startTime: '15:00', endTime: '16:00' })
  })

  test('names another waiting change to the same time, and after one is approved, the session that is there now', async () => {
    await addSession(server(), token.ada, {
      providerId: 2,
      rateTypeId: 1,
      eventName: 'Handwriting',
      startTime: '10:30',
      endTime: '11:00',
    })
    expect(await asked(1)).toMatchObject({ obstacle: null, clashes: [] })
    const handwriting = {
      kind: 'studentSession',
      occurrenceId: 2,
      title: 'Handwriting',
      startTime: '15:30',
      endTime: '16:30',
      providerName: 'Sofía Special',
      studentNames: ['Ana Núñez', 'Bo Li'],
    }
    const reading = { ...handwriting, occurrenceId: 1, title: 'Fine motor group', providerName: 'Paul Provider' }
    const at3 = { startTime: '15:00', endTime: '16:00' }
    // A provider learns no more of another's change than of another's session.
    expect(await ask(token.sofia, 2, { startTime: '15:30', endTime: '16:30' })).toMatchObject({
      clashes: [
        {
          date: TODAY,
          clashes: [{ ...reading, ...at3, occurrenceId: null, title: null, providerName: null, isWaiting: true }],
        },
      ],
    })

    const first = await asked(1)
    const second = await asked(2)
    expect(first.clashes).toEqual([{ ...handwriting, isWaiting: true }])
    expect(second.clashes).toEqual([{ ...reading, ...at3, isWaiting: true }])
    expect((await approve(1, first.seenKey)).status).toBe(200)

    expect(refusalOf(await approve(2, second.seenKey))).toEqual({
      status: 409,
      message:
        'The warnings have changed. Please decide again: Ana Núñez and Bo Li have Fine motor group with Paul Provider, 3:00 PM-4:00 PM.',
    })
    expect(await stored()).toEqual([
      { id: 1, date: TODAY, start: '15:00' },
      { id: 2, date: TODAY, start: '10:30' },
    ])
    const now = await asked(2)
    expect(now.clashes).toEqual([{ ...reading, ...at3 }])
    expect((await approve(2, now.seenKey)).status).toBe(200)
    expect((await stored())[1]).toEqual({ id: 2, date: TODAY, start: '15:30' })
  })

  test("names a provider's own sessions and accepted time off, and asks again once they are gone", async () => {
    await addSession(server(), token.paul, {
      eventName: 'Reading',
      startTime: '15:30',
      endTime: '16:00',
      schoolId: SCHOOL_IDS.maple,
      caseloadIds: [3],
    })
    await rows(
      `insert into pto_requests (provider_id, requested_date, start_time, end_time, reason, state)
       values (1, $1, '15:30', '17:00', 'Dentist', 'accepted'), (1, $1, '15:00', '17:00', 'Trip', 'pending')`,
      [TODAY],
    )
    const seen = await asked(1)
    expect(seen.clashes).toEqual([
      {
        kind: 'providerSession',
        occurrenceId: 2,
        title: 'Reading',
        startTime: '15:30',
        endTime: '16:00',
        schoolName: 'Maple',
        providerName: 'Paul Provider',
        studentNames: [],
      },
      { kind: 'timeOff', startTime: '15:30', endTime: '17:00' },
    ])
    await rows('delete from pto_requests')
    await rows('update occurrences set deleted_at = now() where id = 2')
    expect(refusalOf(await approve(1, seen.seenKey))).toEqual({
      status: 409,
      message: 'What you were warned of no longer applies. Please decide again.',
    })
    expect((await approve(1, (await asked(1)).seenKey)).status).toBe(200)
  })

  test('names what the provider lacks on the day, also if the day stays', async () => {
    const { db } = database()
    await db.insert(documentTemplates).values({ title: 'License', mustExpire: true })
    await db.insert(documentRequirements).values({ templateId: 1, providerTypeId: 1 })
    const missing = { kind: 'document', documentType: 'License', expiryDate: null, sessions: 1 }
    expect((await asked(1)).clashes).toEqual([missing])
    await addDocuments(database(), [
      {
        providerId: 1,
        templateTypeId: 1,
        title: 'L',
        fileName: 'l',
        originalFileName: 'l.pdf',
        expiryDate: '2026-11-01',
        content: Buffer.from(pdf('L')),
      },
    ])
    expect(await db.$count(providerDocuments)).toBe(1)
    expect((await asked(1)).clashes).toEqual([{ ...missing, expiryDate: '2026-11-01' }])
  })

  test('says why a change to a locked or approved day cannot be approved, and it can be rejected', async () => {
    await server().call('rejectScheduleEventRecurrence', { token: token.ada, body: { id: 1 } })
    await ask(token.paul, 1, { fromDate: '2026-11-23', toDate: '2026-11-23' })
    expect(await asked(1)).toMatchObject({ obstacle: null, clashes: [] })
    const { seenKey } = await asked(1)
    await rows("update provider_days set state = 'approved' where date = '2026-11-23'")
    expect((await asked(1)).obstacle).toBe('No session can be added: 11/23/2026 is approved.')
    await rows('delete from provider_days')
    await database()
      .db.insert(lockOuts)
      .values({
        startDate: '2026-11-23',
        endDate: '2026-11-30',
        isForced: false,
        leftOut: { days: 0, minutes: 0, amount: '0.00' },
        lockedById: 1,
      })
    const message = 'No session can be added: 11/23/2026 is locked.'
    expect((await asked(1)).obstacle).toBe(message)
    expect(refusalOf(await approve(1, seenKey))).toEqual({ status: 409, message })
    expect(await stored()).toEqual([{ id: 1, date: TODAY, start: '13:00' }])
    const { status } = await server().call('rejectScheduleEventRecurrence', { token: token.ada, body: { id: 1 } })
    expect(status).toBe(200)
  })

  test('is for administrators; the notification opens the session', async () => {
    expect((await details(1, token.paul)).edited).not.toHaveProperty('decision')
    expect(await rows("select href from notification_events where kind = 'session-change-asked'")).toEqual([
      { href: `/schedule-event-viewer?view=daily&date=${TODAY}&provider=1&session=1` },
    ])
    // Callers of the specified API, who see no warnings, approve as before.
    expect((await approve(1)).status).toBe(200)
  })
})
