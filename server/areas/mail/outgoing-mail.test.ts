import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { jobs } from '#server/db/schema/jobs.ts'
import { truncateAll, useDatabase } from '#tests/support/server/database.ts'
import { addMail } from '#tests/support/server/outgoing-mail.ts'
import { addPeople, PEOPLE, useTestServer } from '#tests/support/server/test-server.ts'

describe('outgoing mail', () => {
  const database = useDatabase()
  const server = useTestServer(database)
  let token = ''
  beforeEach(async () => {
    await truncateAll(database())
    await addPeople(database())
    server().now = new Date('2026-06-12T15:00:00Z')
    token = await server().tokenOf(PEOPLE.Administrators.userId)
  })

  const list = async (query: Record<string, string | number> = {}) =>
    (await server().call('getOutgoingMail', { token, query })).data
  const act = (name: 'sendMailAgain' | 'deleteMail', id: string) => server().call(name, { token, body: { id } })
  const at = (minute: number) => new Date(Date.UTC(2026, 5, 12, 14, minute))
  const ada = { to: 'ada@district.example', subject: 'Welcome' }

  test('is listed with what became of it, the latest first, without its text', async () => {
    await addMail(database(), { ...ada, createdAt: at(1), state: 'done', attempts: 1 })
    const id = await addMail(database(), {
      to: 'bo@district.example',
      subject: '100% done',
      createdAt: at(2),
      state: 'failed',
      attempts: 12,
      reason: 'The mail server could not be reached.',
    })
    await database().db.insert(jobs).values({ id: '0b1c2d3e-4f50-4172-8394-a5b6c7d8e9f0', kind: 'other', payload: {} })
    expect(await list()).toEqual({
      pageIndex: 1,
      pageSize: 10,
      totalRecords: 2,
      outgoingMail: [
        {
          id,
          recipient: 'bo@district.example',
          subject: '100% done',
          state: 4,
          attempts: 12,
          reason: 'The mail server could not be reached.',
          createdAtUtc: '2026-06-12T14:02:00.000Z',
          isRepeatable: true,
        },
        {
          id: expect.any(String),
          recipient: 'ada@district.example',
          subject: 'Welcome',
          state: 3,
          attempts: 1,
          reason: null,
          createdAtUtc: '2026-06-12T14:01:00.000Z',
          isRepeatable: false,
        },
      ],
    })
    for (const [query, total] of [
      [{ keywords: 'BO@' }, 1],
      [{ keywords: '0%' }, 1],
      [{ keywords: 'sealed' }, 0],
      [{ state: 4 }, 1],
      [{ state: 1 }, 0],
      [{ keywords: 'welcome', state: 3 }, 1],
    ] as const) {
      expect(await list(query)).toMatchObject({ totalRecords: total })
    }
  })

  test('that was given up is counted, and can be sent again', async () => {
    const id = await addMail(database(), { ...ada, state: 'failed', attempts: 12, reason: 'No answer.' })
    const counted = async () => (await server().call('getNeedsYou', { token })).data
    expect(await counted()).toMatchObject({ entries: [{ key: 'undeliveredMail', count: 1 }] })
    expect(await act('sendMailAgain', id)).toMatchObject({ status: 200, data: null })
    const [job] = await database().db.select().from(jobs).where(eq(jobs.id, id))
    expect(job).toMatchObject({ state: 'waiting', attempts: 0, reason: null, endedAt: null })
    expect(await counted()).toMatchObject({ entries: [] })
    expect(await act('sendMailAgain', id)).toMatchObject({
      status: 409,
      message: 'This message is no longer marked as failed.',
    })
  })

  test('is not sent again once the link in it has expired', async () => {
    const id = await addMail(database(), { ...ada, state: 'failed', until: '2026-06-12T15:00:00Z' })
    expect(await list()).toMatchObject({ outgoingMail: [{ state: 4, isRepeatable: false }] })
    expect(await act('sendMailAgain', id)).toMatchObject({
      status: 409,
      message: 'The link in this message has expired. The user has to request a new one.',
    })
  })

  test('is deleted only if it was given up', async () => {
    const failed = await addMail(database(), { ...ada, state: 'failed' })
    const waiting = await addMail(database(), ada)
    expect(await act('deleteMail', failed)).toMatchObject({ status: 200, data: null })
    for (const id of [failed, waiting]) {
      expect(await act('deleteMail', id)).toMatchObject({
        status: 409,
        message: 'This message is no longer marked as failed.',
      })
    }
    expect(await list()).toMatchObject({ totalRecords: 1, outgoingMail: [{ id: waiting }] })
  })
})
