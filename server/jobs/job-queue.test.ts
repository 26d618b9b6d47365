import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { jobs } from '#server/db/schema/jobs.ts'
import { organisation } from '#server/db/schema/organization.ts'
import { describeEngines, useDatabase } from '#tests/support/server/database.ts'
import { workOnJobs } from '#tests/support/server/work-on-jobs.ts'
import type { Working } from './background.ts'
import { deleteExpired } from './clean-up.ts'
import { type Attempt, defineJob, enqueue, type JobKind, type JobServices, PermanentFailure } from './job.ts'

describeEngines('the job queue', (engine) => {
  const database = useDatabase(engine)
  let workers: Working[] = []
  beforeEach(async () => {
    await database().db.delete(jobs)
    await database().db.delete(organisation)
  })
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.stop(5_000)))
    workers = []
  })

  /** A kind that notes what it runs. */
  const greeting = (run: (name: string, attempt: Attempt) => Promise<void> = async () => {}, attempts = 3) => {
    const heard: string[] = []
    const kind = defineJob({
      name: 'greet',
      payload: z.object({ name: z.string() }),
      attempts,
      run: async ({ name }, attempt) => {
        heard.push(name)
        await run(name, attempt)
      },
    })
    return { kind, heard }
  }
  const work = (kind: JobKind, options: { lease?: number; every?: number; isAlone?: boolean } = {}) => {
    const worker = workOnJobs<JobServices>({
      kinds: [kind],
      services: { db: database().db, clock: () => new Date() },
      ...options,
    })
    workers.push(worker)
    return worker
  }
  const row = async (id: string) => {
    const [found] = await database().db.select().from(jobs).where(eq(jobs.id, id))
    return found
  }
  const stateOf = async (id: string) => (await row(id))?.state
  /** As if its pause or its lease were over. */
  const makeDue = (id: string) =>
    database().db.update(jobs).set({ dueAt: sql`now() - interval '1 second'` }).where(eq(jobs.id, id))

  test('runs each job once, whatever the number of servers', async () => {
    const { kind, heard } = greeting(() => pause(5))
    const names = Array.from({ length: 40 }, (_, index) => `person ${index}`)
    await database().db.transaction(async (tx) => {
      for (const name of names) await enqueue(tx, kind, { name })
    })
    for (let servers = 0; servers < 3; servers += 1) work(kind)
    await expect.poll(() => database().db.$count(jobs, eq(jobs.state, 'done'))).toBe(names.length)
    expect(heard.toSorted()).toEqual(names.toSorted())
  })

  test('has no job of a transaction that was rolled back', async () => {
    const { kind } = greeting()
    const failing = database().db.transaction(async (tx) => {
      await enqueue(tx, kind, { name: 'Ada' })
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await database().db.$count(jobs)).toBe(0)
  })

  test('refuses a payload that its kind could not read', async () => {
    const wrong: { name: string } = JSON.parse('{"name":7}')
    await expect(enqueue(database().db, greeting().kind, wrong)).rejects.toThrow('must be text')
    expect(await database().db.$count(jobs)).toBe(0)
  })

  test('tries a failed job again after a pause, and keeps the reason', async () => {
    let isDown = true
    const { kind, heard } = greeting(async () => {
      if (isDown) throw new Error('The line is busy.')
    })
    const id = await enqueue(database().db, kind, { name: 'Ada' })
    work(kind)
    await expect.poll(async () => (await row(id))?.reason).toBe('The line is busy.')
    const failed = await row(id)
    expect(failed).toMatchObject({ state: 'waiting', attempts: 1, endedAt: null })
    const seconds = ((failed?.dueAt.getTime() ?? 0) - Date.now()) / 1000
    expect(seconds).toBeGreaterThan(5)
    expect(seconds).toBeLessThan(20)
    isDown = false
    await makeDue(id)
    await expect.poll(() => stateOf(id)).toBe('done')
    expect(await row(id)).toMatchObject({ attempts: 2, reason: null, endedAt: expect.any(Date) })
    expect(heard).toEqual(['Ada', 'Ada'])
  })

  test('gives a job up after the attempts of its kind', async () => {
    const { kind, heard } = greeting(() => Promise.reject(new Error('The line is busy.')), 2)
    const id = await enqueue(database().db, kind, { name: 'Ada' })
    work(kind)
    await expect.poll(async () => (await row(id))?.attempts === 1 && stateOf(id)).toBe('waiting')
    await makeDue(id)
    await expect.poll(() => stateOf(id)).toBe('failed')
    expect(await row(id)).toMatchObject({ attempts: 2, reason: 'The line is busy.', endedAt: expect.any(Date) })
    expect(heard).toHaveLength(2)
  })

  test('gives a job up at once if trying again would not help', async () => {
    const { kind } = greeting(() => Promise.reject(new PermanentFailure('No such person.')))
    const id = await enqueue(database().db, kind, { name: 'Ada' })
    work(kind)
    await expect.poll(() => stateOf(id)).toBe('failed')
    expect(await row(id)).toMatchObject({ attempts: 1, reason: 'No such person.' })
  })

  test('gives up a payload of another version, and leaves kinds that it does not know to other servers', async () => {
    const { kind, heard } = greeting()
    const [old, unknown] = [randomUUID(), randomUUID()]
    await database()
      .db.insert(jobs)
      .values([
        { id: old, kind: 'greet', payload: { who: 'Ada' } },
        { id: unknown, kind: 'wave', payload: {} },
      ])
    work(kind)
    await expect.poll(() => stateOf(old)).toBe('failed')
    expect(await row(old)).toMatchObject({ reason: 'The job was written by another version of the server.' })
    expect(await row(unknown)).toMatchObject({ state: 'waiting', attempts: 0 })
    expect(heard).toEqual([])
  })

  test('takes over the job of a server that is gone, and ignores what that one still says', async () => {
    let finishFirst = () => {}
    const slow = greeting((_, { signal }) => {
      expect(signal.aborted).toBe(false)
      return new Promise<void>((_resolve, reject) => {
        finishFirst = () => reject(new Error('too late'))
      })
    })
    const id = await enqueue(database().db, slow.kind, { name: 'Ada' })
    // It does not look again, as if it were gone.
    work(slow.kind, { every: 60_000 })
    await expect.poll(() => slow.heard).toEqual(['Ada'])
    expect(await row(id)).toMatchObject({ state: 'running', attempts: 1 })
    const quick = greeting()
    await makeDue(id)
    work(quick.kind)
    await expect.poll(() => stateOf(id)).toBe('done')
    finishFirst()
    await Promise.all(workers.map((worker) => worker.stop(5_000)))
    expect(await row(id)).toMatchObject({ state: 'done', attempts: 2, reason: null })
    expect(quick.heard).toEqual(['Ada'])
  })

  test('resumes at once what was interrupted, where no other server can be at work', async () => {
    const { kind, heard } = greeting()
    const id = await enqueue(database().db, kind, { name: 'Ada' })
    const minutes = sql`now() + interval '1 minute'`
    await database().db.update(jobs).set({ state: 'running', attempts: 1, dueAt: minutes }).where(eq(jobs.id, id))
    const later = await enqueue(database().db, kind, { name: 'Bo' })
    await database().db.update(jobs).set({ dueAt: minutes }).where(eq(jobs.id, later))
    work(kind, { isAlone: true })
    await expect.poll(() => stateOf(id)).toBe('done')
    expect(await row(id)).toMatchObject({ attempts: 2, reason: null })
    expect(heard).toEqual(['Ada'])
    expect(await stateOf(later)).toBe('waiting')
  })

  test('keeps a job that takes longer than its lease', async () => {
    const { kind, heard } = greeting(async (_, { signal }) => {
      await pause(900)
      signal.throwIfAborted()
    })
    const id = await enqueue(database().db, kind, { name: 'Ada' })
    for (let servers = 0; servers < 2; servers += 1) work(kind, { lease: 300 })
    await expect.poll(() => stateOf(id), { timeout: 5_000 }).toBe('done')
    expect(heard).toEqual(['Ada'])
    expect(await row(id)).toMatchObject({ attempts: 1 })
  })

  test('tells a job that another server has taken it over', async () => {
    let isAborted = false
    const { kind, heard } = greeting(
      (_, { signal }) =>
        new Promise<void>((resolve) => {
          signal.addEventListener('abort', () => {
            isAborted = true
            resolve()
          })
        }),
    )
    const id = await enqueue(database().db, kind, { name: 'Ada' })
    work(kind, { lease: 300 })
    await expect.poll(() => heard).toEqual(['Ada'])
    // The other server's attempt.
    await database().db.update(jobs).set({ attempts: 2, dueAt: sql`now() + interval '1 minute'` })
    await expect.poll(() => isAborted).toBe(true)
    await Promise.all(workers.map((worker) => worker.stop(5_000)))
    expect(await row(id)).toMatchObject({ state: 'running', attempts: 2 })
  })

  test('gives up a job that ends its server each time', async () => {
    const { kind, heard } = greeting()
    const id = await enqueue(database().db, kind, { name: 'Ada' })
    await database().db.update(jobs).set({ state: 'running', attempts: 3 })
    work(kind)
    await expect.poll(() => stateOf(id)).toBe('failed')
    expect(await row(id)).toMatchObject({ reason: 'The server stopped each time while working on this.' })
    expect(heard).toEqual([])
  })

  test('lets a job finish in the transaction of its own work, which a server that lost it can not commit', async () => {
    const named = (name: string) =>
      greeting((_, { db, finish }) =>
        db.transaction(async (tx) => {
          await tx.insert(organisation).values({ name, timeZone: 'UTC' })
          await finish(tx)
        }),
      )
    const id = await enqueue(database().db, named('first').kind, { name: 'Ada' })
    work(named('first').kind)
    await expect.poll(() => stateOf(id)).toBe('done')
    expect(await database().db.select({ name: organisation.name }).from(organisation)).toEqual([{ name: 'first' }])

    await Promise.all(workers.map((worker) => worker.stop(5_000)))
    await database().db.delete(organisation)
    const late = greeting(async (_, { db, finish }) => {
      await db.update(jobs).set({ attempts: 2 })
      await db.transaction(async (tx) => {
        await tx.insert(organisation).values({ name: 'late', timeZone: 'UTC' })
        await finish(tx)
      })
    })
    const other = await enqueue(database().db, late.kind, { name: 'Bo' })
    const worker = work(late.kind)
    await expect.poll(() => late.heard).toEqual(['Bo'])
    await worker.stop(5_000)
    expect(await database().db.$count(organisation)).toBe(0)
    expect(await row(other)).toMatchObject({ state: 'running', attempts: 2 })
  })

  test('stops once the jobs in progress are finished, and takes no more', async () => {
    let end = () => {}
    const { kind, heard } = greeting(() => new Promise<void>((resolve) => (end = resolve)))
    const first = await enqueue(database().db, kind, { name: 'Ada' })
    const worker = work(kind)
    await expect.poll(() => heard).toEqual(['Ada'])
    const stopping = worker.stop(5_000)
    const second = await enqueue(database().db, kind, { name: 'Bo' })
    end()
    expect(await stopping).toBe(true)
    expect([await stateOf(first), await stateOf(second)]).toEqual(['done', 'waiting'])
  })

  test('stops without a job that takes too long', async () => {
    let end = () => {}
    const { kind, heard } = greeting(() => new Promise<void>((resolve) => (end = resolve)))
    const id = await enqueue(database().db, kind, { name: 'Ada' })
    const worker = work(kind)
    await expect.poll(() => heard).toEqual(['Ada'])
    expect(await worker.stop(50)).toBe(false)
    expect(await stateOf(id)).toBe('running')
    end()
  })

  test('keeps finished jobs for a week, and those that were given up for three months', async () => {
    const { kind } = greeting()
    const now = new Date('2026-11-20T12:00:00Z')
    const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 3_600_000)
    for (const [name, state, days] of [
      ['new', 'done', 6],
      ['old', 'done', 8],
      ['given up', 'failed', 89],
      ['given up long ago', 'failed', 91],
    ] as const) {
      const id = await enqueue(database().db, kind, { name })
      await database()
        .db.update(jobs)
        .set({ state, endedAt: daysAgo(days) })
        .where(eq(jobs.id, id))
    }
    await enqueue(database().db, kind, { name: 'waiting' })
    await deleteExpired(database().db, now)
    const left = await database().db.select({ payload: jobs.payload }).from(jobs).orderBy(jobs.createdAt)
    expect(left.map(({ payload }) => payload)).toEqual([{ name: 'new' }, { name: 'given up' }, { name: 'waiting' }])
  })
})
