/** Runs: each item exactly once, whatever the number of servers and wherever they stop. */
import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { jobs } from '#server/db/schema/jobs.ts'
import { runItems, runs } from '#server/db/schema/runs.ts'
import { Refusal } from '#server/http/refusal.ts'
import { describeEngines, truncateAll, useDatabase } from '#tests/support/server/database.ts'
import { addPeople, PEOPLE } from '#tests/support/server/test-server.ts'
import type { Attempt, JobServices } from './job.ts'
import { defineRun, type ItemCounts, type RunEnd, type WriteItem } from './run.ts'

const NOW = new Date('2026-11-20T15:00:00Z')
const BY = PEOPLE.Administrators.userId
const DONE = { outcome: 'done' } as const

describeEngines('a run', (engine) => {
  const database = useDatabase(engine)
  const db = () => database().db
  beforeEach(async () => {
    await truncateAll(database())
    await addPeople(database())
  })

  /** A kind of run that notes its ends. */
  const kindOf = (
    step: (itemId: number, write: WriteItem) => Promise<void> = (_, write) => write(async () => DONE),
    more: { isWhole?: boolean; perUser?: number } = {},
  ) => {
    const ends: (Pick<RunEnd, 'state' | 'reason'> & { counts: ItemCounts })[] = []
    const kind = defineRun<{ of: string }, JobServices>({
      name: 'copy',
      input: z.object({ of: z.string() }),
      attempts: 3,
      tooMany: 'One at a time.',
      failed: 'It was given up.',
      step: (_, __, itemId, write) => step(itemId, write),
      runEnded: async (_, __, counts, { state, reason }) => {
        ends.push({ state, reason, counts })
      },
      ...more,
    })
    return { kind, ends }
  }
  const begin = (kind: ReturnType<typeof kindOf>['kind'], items: readonly number[]) =>
    db().transaction((tx) =>
      kind.begin(tx, { input: { of: 'maps' }, startedById: BY, now: NOW, items: async () => items }),
    )
  /** Works on it as a server does. */
  const work = ({ start }: ReturnType<typeof kindOf>['kind'], runId: number, signal = new AbortController().signal) => {
    const attempt: Attempt = {
      ...{ id: randomUUID(), createdAt: NOW, signal },
      ...{ db: db(), clock: () => NOW, finish: async () => undefined },
    }
    return start({ runId }, attempt)
  }
  const outcomes = async () =>
    (await db().select().from(runItems).orderBy(asc(runItems.position))).map(({ itemId, outcome, reason }) => [
      itemId,
      outcome,
      ...(reason === null ? [] : [reason]),
    ])
  const stateOf = async (runId: number) => {
    const [run] = await db().select().from(runs).where(eq(runs.id, runId))
    return run && [run.state, run.reason]
  }
  const counts = (some: Partial<ItemCounts>): ItemCounts => ({ waiting: 0, done: 0, unchanged: 0, refused: 0, ...some })

  test('works on its items in their order, notes why one was refused, and ends once', async () => {
    const order: number[] = []
    const { kind, ends } = kindOf(async (itemId, write) => {
      order.push(itemId)
      if (itemId === 2) throw new Refusal(409, 'It has changed.')
      await write(async () => ({ outcome: itemId === 3 ? 'unchanged' : 'done' }))
    })
    const runId = await begin(kind, [7, 2, 3])
    expect(await db().$count(jobs, eq(jobs.kind, 'copy'))).toBe(1)
    await work(kind, runId)
    await work(kind, runId)
    expect(order).toEqual([7, 2, 3])
    expect(await outcomes()).toEqual([
      [7, 'done'],
      [2, 'refused', 'It has changed.'],
      [3, 'unchanged'],
    ])
    expect(await stateOf(runId)).toEqual(['done', null])
    expect(ends).toEqual([{ state: 'done', reason: null, counts: counts({ done: 1, unchanged: 1, refused: 1 }) }])
  })

  test.each([{ isWhole: false }, { isWhole: true }])(
    'two servers write each item once, and the slower one spoils nothing: %j',
    async ({ isWhole }) => {
      let written = 0
      let prepared = 0
      let go = () => {}
      const bothPrepared = new Promise<void>((resolve) => {
        go = resolve
      })
      const { kind, ends } = kindOf(
        async (_, write) => {
          prepared += 1
          if (prepared === 2) go()
          await bothPrepared
          await write(async () => {
            written += 1
            return DONE
          })
        },
        { isWhole },
      )
      const runId = await begin(kind, [1])
      await Promise.all([work(kind, runId), work(kind, runId)])
      expect([prepared, written]).toEqual([2, 1])
      expect(await stateOf(runId)).toEqual(['done', null])
      expect(ends).toEqual([{ state: 'done', reason: null, counts: counts({ done: 1 }) }])
    },
  )

  test('goes on after a crash with what was not written', async () => {
    let isBroken = true
    const order: number[] = []
    const { kind } = kindOf(async (itemId, write) => {
      order.push(itemId)
      await write(async () => {
        if (itemId === 2 && isBroken) throw new Error('The connection was lost')
        return DONE
      })
    })
    const runId = await begin(kind, [1, 2, 3])
    await expect(work(kind, runId)).rejects.toThrow('The connection was lost')
    expect(await stateOf(runId)).toEqual(['running', null])
    isBroken = false
    await work(kind, runId)
    expect(order).toEqual([1, 2, 2, 3])
    expect(await outcomes()).toEqual([1, 2, 3].map((itemId) => [itemId, 'done']))
  })

  test('stops between two items when it is canceled, and drops what was being prepared', async () => {
    const { kind, ends } = kindOf(async (itemId, write) => {
      if (itemId === 2) await db().transaction((tx) => kind.cancel(tx, runId, { by: BY, at: NOW }))
      await write(async () => DONE)
    })
    const runId: number = await begin(kind, [1, 2, 3])
    await work(kind, runId)
    expect(await outcomes()).toEqual([
      [1, 'done'],
      [2, 'waiting'],
      [3, 'waiting'],
    ])
    expect(await stateOf(runId)).toEqual(['canceled', null])
    expect(ends).toEqual([{ state: 'canceled', reason: null, counts: counts({ done: 1, waiting: 2 }) }])
    expect(await db().transaction((tx) => kind.cancel(tx, runId, { by: BY, at: NOW }))).toBe(false)
  })

  test('fails as a whole with the reason of its item', async () => {
    const { kind, ends } = kindOf(() => Promise.reject(new Refusal(403, 'No access.')), { isWhole: true })
    const runId = await begin(kind, [1])
    await work(kind, runId)
    expect(await stateOf(runId)).toEqual(['failed', 'No access.'])
    expect(ends).toEqual([{ state: 'failed', reason: 'No access.', counts: counts({ waiting: 1 }) }])
  })

  test('fails once its job is given up', async () => {
    const { kind, ends } = kindOf()
    const runId = await begin(kind, [1])
    await db().transaction(async (tx) => {
      await kind.ended?.(tx, { runId }, { id: randomUUID(), state: 'failed', reason: 'Five times', at: NOW })
    })
    expect(await stateOf(runId)).toEqual(['failed', 'It was given up.'])
    expect(ends).toMatchObject([{ state: 'failed', reason: 'It was given up.' }])
  })

  test('does not try an item forever that is neither written nor refused', async () => {
    const { kind } = kindOf(async () => undefined)
    const runId = await begin(kind, [4])
    await expect(work(kind, runId)).rejects.toThrow(`copy left item 4 of run ${runId} as it was`)
  })

  test('is limited for each user, also for two requests at once', async () => {
    const { kind } = kindOf(undefined, { perUser: 2 })
    const replies = await Promise.allSettled([1, 2, 3].map((item) => begin(kind, [item])))
    expect(replies.filter(({ status }) => status === 'rejected')).toMatchObject([
      { reason: { status: 409, message: 'One at a time.' } },
    ])
    const [first] = await db().select().from(runs)
    if (first) await work(kind, first.id)
    await begin(kind, [9])
    expect(await db().$count(runs)).toBe(3)
  })

  test('is taken back with the request that could not say what its items are', async () => {
    const { kind } = kindOf()
    const refused = db().transaction((tx) =>
      kind.begin(tx, {
        input: { of: 'maps' },
        startedById: BY,
        now: NOW,
        items: () => Promise.reject(new Refusal(404, 'Nothing to do.')),
      }),
    )
    await expect(refused).rejects.toThrow('Nothing to do.')
    expect([await db().$count(runs), await db().$count(jobs)]).toEqual([0, 0])
  })
})
