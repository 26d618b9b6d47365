import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import type { LiveTopic } from '#contract/live-topics.ts'
import { ROLE_IDS } from '#domain/roles.ts'
import type { Db } from '#server/db/database.ts'
import { requireOne } from '#server/db/require-one.ts'
import { notificationEvents, notifications } from '#server/db/schema/notifications.ts'
import { runItems, runs } from '#server/db/schema/runs.ts'
import { services } from '#server/db/schema/services.ts'
import { userSessions } from '#server/db/schema/sign-in.ts'
import { users } from '#server/db/schema/users.ts'
import { EventStream } from '#server/http/event-stream.ts'
import { describeEngines, useDatabase } from '#tests/support/server/database.ts'
import { LiveStream } from '#tests/support/server/live-stream.ts'
import { addSession, confirmHours, TEST_NOW, TODAY, useDistrict } from '#tests/support/server/schedule.ts'
import { PEOPLE, startTestServer, takeScreen, useTestServer } from '#tests/support/server/test-server.ts'

const { Providers: paul, SpecialProvider: sofia } = PEOPLE
const MINUTE = 60_000

describeEngines('streams of what changed', (engine) => {
  const database = useDatabase(engine)
  const server = useTestServer(database)
  const token = useDistrict(database, server)
  const opened: LiveStream[] = []
  const open = async (as: string, lastEventId?: string) => {
    const stream = await LiveStream.open(server().url, as, lastEventId)
    opened.push(stream)
    return stream
  }
  afterEach(() => {
    for (const stream of opened.splice(0)) stream.close()
  })
  const describeService = (description: string, on: Pick<Db, 'update'> = database().db) =>
    on.update(services).set({ description }).where(eq(services.id, 1))
  const pass = (minutes: number) => {
    server().now = new Date(TEST_NOW.getTime() + minutes * MINUTE)
  }

  test('tell administrators of everyone’s records, providers of their own, and nobody of another’s notifications', async () => {
    const [ofAda, ofPaul, ofSofia] = await Promise.all([open(token.ada), open(token.paul), open(token.sofia)])
    await addSession(server(), token.paul)
    const added = { topic: 'sessions', provider: paul.providerId, from: TODAY, to: TODAY }
    for (const stream of [ofAda, ofPaul]) {
      expect((await stream.next()).flatMap(({ changes }) => changes)).toContainEqual(added)
    }
    await confirmHours(server(), token.paul)
    const [confirmed] = await ofPaul.next()
    expect(confirmed?.changes).toContainEqual({ topic: 'days', provider: paul.providerId, from: TODAY, to: TODAY })
    ofAda.heard.length = 0
    const { db } = database()
    const told = {
      audience: 'PRV',
      categoryId: 11,
      recipientUserId: sofia.userId,
      message: 'x',
      subject: 'x',
      subjectId: 1,
      entity: '1',
    } as const
    const [event] = await db.insert(notificationEvents).values(told).returning()
    await db.insert(notifications).values({ eventId: event?.id ?? 0, userId: sofia.userId, categoryId: 11 })
    expect((await ofSofia.next()).map(({ changes }) => changes)).toEqual([[{ topic: 'notifications' }]])
    await describeService('Therapy')
    for (const stream of [ofAda, ofPaul, ofSofia]) {
      const changes = (await stream.next()).flatMap((heard) => heard.changes)
      expect(changes.filter(({ topic }) => topic !== 'days' && topic !== 'notifications')).toEqual([
        { topic: 'services' },
      ])
      expect(changes.filter(({ topic }) => topic === 'notifications')).toEqual([])
    }
  })

  test('tell administrators who invoice of runs of invoices, and nobody of another’s letters', async () => {
    const [ofAda, ofPaul, ofSofia] = await Promise.all([open(token.ada), open(token.paul), open(token.sofia)])
    const { db } = database()
    const add = async (kind: string, startedById: number) => {
      const run = { kind, startedById, input: {}, state: 'running', createdAt: TEST_NOW } as const
      const added = await db.insert(runs).values(run).returning({ runId: runs.id })
      await db.insert(runItems).values({ ...requireOne(added, 'The run'), itemId: 1, position: 0 })
    }
    const timesHeard = ({ heard }: LiveStream, wanted: LiveTopic) =>
      heard.flatMap(({ changes }) => changes.filter(({ topic }) => topic === wanted)).length
    await add('letter-run', paul.userId)
    await add('invoice-run', PEOPLE.Administrators.userId)
    await describeService('Therapy')
    for (const stream of [ofAda, ofPaul, ofSofia]) await expect.poll(() => timesHeard(stream, 'services')).toBe(1)
    expect([ofAda, ofPaul, ofSofia].map((stream) => timesHeard(stream, 'runs'))).toEqual([2, 2, 0])
  })

  test('resume where they broke off within ten minutes; later, and after an unknown event, they start over', async () => {
    const first = await open(token.paul)
    await describeService('First')
    const [{ id } = { id: '' }] = await first.next()
    first.close()
    await describeService('Second')
    pass(10)
    const second = await open(token.paul, id)
    expect((await second.next()).map(({ event, changes }) => [event, changes])).toEqual([
      ['changes', [{ topic: 'services' }]],
    ])
    const upToDate = await open(token.paul, second.lastId)
    pass(10.1)
    const ahead = id.replace(/\.\d+:\d+/, '.99999999:99999999')
    const crafted = ['5:3:', '0:0:', '1:5:4,3'].map((snapshot) => id.replace(/\.\d+:\d+:.*/, `.${snapshot}`))
    for (const unknown of [id, ahead, 'nothing of ours', ...crafted]) {
      expect(await (await open(token.paul, unknown)).next()).toEqual([
        { event: 'reset', id: expect.any(String), changes: [] },
      ])
    }
    expect(upToDate.heard).toEqual([])
  })

  test.runIf(engine.name === 'postgresql')('miss nothing that commits after a later transaction', async () => {
    const stream = await open(token.ada)
    let commit = () => {}
    const isHeld = new Promise<void>((resolve) => {
      commit = resolve
    })
    const late = database().db.transaction(async (tx) => {
      await tx.update(services).set({ description: 'Late' }).where(eq(services.id, 2))
      await isHeld
    })
    await describeService('Meanwhile')
    const [early] = await stream.next()
    expect(early?.changes).toEqual([{ topic: 'services' }])
    const resumed = await open(token.ada, early?.id)
    commit()
    await late
    for (const each of [stream, resumed]) expect((await each.next())[0]?.changes).toEqual([{ topic: 'services' }])
  })

  test('end, with nothing more sent, when their user may no longer hear of everything', async () => {
    const { db } = database()
    const ofAda = await open(token.ada)
    const ends: Record<string, (as: string) => Promise<unknown>> = {
      'signs out': async (as) => {
        await server().call('logout', { token: as })
        await describeService('Signed out')
      },
      'gets another role': () =>
        db.transaction(async (tx) => {
          await tx.update(users).set({ roleId: ROLE_IDS.SpecialProvider }).where(eq(users.id, paul.userId))
          await describeService('With another role', tx)
        }),
      'loses a screen': async () => {
        await takeScreen(database(), 'SpecialProvider', 'ProviderScheduling')
        await describeService('Without a screen')
      },
      'is deactivated': () =>
        db.transaction(async (tx) => {
          await tx.update(users).set({ isActive: false }).where(eq(users.id, paul.userId))
          await describeService('Deactivated', tx)
        }),
    }
    for (const [what, end] of Object.entries(ends)) {
      const as = await server().tokenOf(paul.userId)
      const stream = await open(as)
      await end(as)
      await stream.end()
      // Starting the session changed where its user is signed in.
      const heard = stream.heard.flatMap(({ changes }) => changes).filter(({ topic }) => topic !== 'devices')
      expect({ what, heard }).toEqual({ what, heard: [] })
      // Streams that are opened later start after it.
      await ofAda.hear('services')
      expect(ofAda.isEnded).toBe(false)
    }
    // Nobody uses it for an hour.
    const stream = await open(token.sofia)
    pass(61)
    await stream.end().catch(() => stream.end())
  })

  test('calls that a page makes by itself don’t keep its session from ending', async () => {
    const seen = async () => {
      const [row] = await database().db.select().from(userSessions).where(eq(userSessions.userId, paul.userId))
      return row?.lastSeenAt
    }
    pass(10)
    await server().call('getAllColours', { token: token.paul, headers: { Unattended: '1' } })
    expect(await seen()).toEqual(TEST_NOW)
    await server().call('getAllColours', { token: token.paul })
    expect(await seen()).toEqual(server().now)
  })

  test('are at most 20 for a user', async () => {
    await Promise.all(Array.from({ length: 20 }, () => open(token.paul)))
    expect(await server().call('followChanges', { token: token.paul })).toMatchObject({
      status: 429,
      message: 'Too many pages are open for this user.',
    })
    expect((await open(token.sofia)).status).toBe(200)
  })

  test.runIf(engine.name === 'embedded')(
    'survive a restart: all 200 resume and hear what changed meanwhile',
    async () => {
      const names = Array.from({ length: 10 }, (_, index) => `Ada ${index}`)
      const added = await database()
        .db.insert(users)
        .values(names.map((displayName) => ({ email: displayName, displayName, roleId: ROLE_IDS.Administrators })))
        .returning()
      const tokens = await Promise.all(added.map(({ id }) => server().tokenOf(id)))
      const all = Array.from({ length: 20 }, () => tokens).flat()
      const streams = await Promise.all(all.map((as) => open(as)))
      server().renew()
      await Promise.all(streams.map((stream) => stream.end()))
      await describeService('Meanwhile')
      const resumed = await Promise.all(all.map((as, index) => open(as, streams[index]?.lastId)))
      expect(resumed.length).toBe(200)
      for (const stream of resumed) {
        expect((await stream.next()).flatMap(({ changes }) => changes)).toEqual([{ topic: 'services' }])
      }
    },
  )

  test('hear of changes that another server makes', async () => {
    const other = await startTestServer(database())
    other.now = TEST_NOW
    const stream = await open(token.ada)
    await addSession(other, token.paul)
    const [heard] = await stream.next()
    expect(heard?.changes.map(({ topic }) => topic)).toContain('sessions')
    await other.stop()
  })
})

describe('a client that reads slowly', () => {
  test('is told to read everything again once it has caught up, and nothing is kept for it meanwhile', async () => {
    const stream = new EventStream({ onEnd: () => {}, onCaughtUp: () => stream.send('reset', 'null', '9') })
    const data = JSON.stringify('x'.repeat(1_000))
    for (let count = 0; count < 1_000; count++) stream.send('changes', data, '1')
    const reader = stream.body.pipeThrough(new TextDecoderStream()).getReader()
    const texts: string[] = []
    while (!texts.at(-1)?.startsWith('event: reset')) texts.push((await reader.read()).value ?? '')
    expect(texts.length).toBeGreaterThan(10)
    expect(texts.length).toBeLessThan(100)
    expect(texts.at(-1)).toBe('event: reset\nid: 9\ndata: null\n\n')
    stream.send('changes', data, '10')
    expect((await reader.read()).value).toBe(`event: changes\nid: 10\ndata: ${data}\n\n`)
  })
})
