import { expect, test } from 'vitest'
import type { CallOptions } from '#contract/api-client.ts'
import { BEAT_EVERY } from '#contract/live-headers.ts'
import { createChangeLog } from '#services/session/change-log.ts'
import { pageMemory } from './page-memory.ts'

const MINUTE = 60_000
const ASKED: CallOptions = { isUnattended: false }

/** Weeks by number; each concerns the sessions of one day. */
const setUp = () => {
  let now = 0
  const changes = createChangeLog({ isOnline: () => true, now: () => now })
  changes.hear()
  let idle: (() => void) | undefined
  const remember = pageMemory({
    changes,
    whenIdle: (work) => {
      idle = work
      return () => {
        idle = undefined
      }
    },
    now: () => now,
  })
  /** What was read, as 'week', or 'week ahead' if nobody waits for it. */
  const reads: string[] = []
  /** Which of them tell the server that someone uses the page. */
  const used: number[] = []
  const held = new Map<number, Promise<string>>()
  const dayOf = (week: number) => `2026-03-0${week}`
  const show = remember<number, string>({
    follows: (week) => [{ topic: 'sessions', from: dayOf(week), to: dayOf(week) }],
    read: (week, { isAhead, isUnattended }) => {
      reads.push(isAhead ? `${week} ahead` : String(week))
      if (!isUnattended) used.push(week)
      return held.get(week) ?? Promise.resolve(`week ${week}, reading ${reads.length}`)
    },
    next: (week) => [week + 1, week - 1],
  })
  return {
    changes,
    reads,
    used,
    show: (week: number, options = ASKED) => show(week, options),
    hold: (number: number) => {
      let end: { resolve: (data: string) => void; reject: (error: Error) => void } | undefined
      held.set(
        number,
        new Promise((resolve, reject) => {
          end = { resolve, reject }
        }),
      )
      if (end === undefined) throw new Error('A promise starts at once')
      return end
    },
    release: (number: number) => held.delete(number),
    rest: async () => {
      idle?.()
      await new Promise((resolve) => setTimeout(resolve))
    },
    /** While changes are heard of. */
    wait: (milliseconds: number) => {
      const end = now + milliseconds
      while (now < end) {
        now = Math.min(end, now + BEAT_EVERY)
        changes.hear()
      }
    },
    setClock: (by: number) => {
      now += by
    },
    change: (number: number) =>
      changes.note([{ topic: 'sessions', from: dayOf(number), to: dayOf(number), change: 'a' }]),
  }
}

test('reads both neighbors once the page is idle, and answers a step from memory, there and back', async () => {
  const { show, rest, reads } = setUp()
  await show(3)
  expect(reads).toEqual(['3'])
  await rest()
  expect(reads).toEqual(['3', '4 ahead', '2 ahead'])
  expect(await show(4)).toBe('week 4, reading 2')
  await rest()
  expect(await show(3)).toBe('week 3, reading 1')
  await rest()
  expect(reads).toEqual(['3', '4 ahead', '2 ahead', '5 ahead', '2 ahead'])
})

test('asks the server for what others changed, and for nothing else', async () => {
  const { show, rest, reads, change } = setUp()
  await show(3)
  await rest()
  change(4)
  expect(await show(2)).toBe('week 2, reading 3')
  await show(3)
  await rest()
  expect(reads).toEqual(['3', '4 ahead', '2 ahead', '4 ahead'])
})

test('a change while it is being read ahead counts', async () => {
  const { show, rest, change, hold, release } = setUp()
  const reply = hold(4)
  await show(3)
  await rest()
  change(4)
  reply.resolve('out of date')
  release(4)
  expect(await show(4)).toBe('week 4, reading 3')
})

test('after any write, and while changes come late, everything is read from the server', async () => {
  const { show, rest, changes } = setUp()
  await show(3)
  await rest()
  changes.noteAny()
  expect(await show(4)).toBe('week 4, reading 4')
  await rest()
  changes.lose()
  expect(await show(5)).toBe('week 5, reading 7')
})

test('while changes are not heard of, everything is read from the server, and nothing ahead', async () => {
  const { show, rest, reads, changes, setClock } = setUp()
  changes.lose()
  await show(3)
  await rest()
  expect(reads).toEqual(['3'])
  changes.hear()
  await rest()
  expect(reads).toEqual(['3', '4 ahead', '2 ahead'])
  expect(await show(4)).toBe('week 4, reading 2')
  await rest()
  // Nobody knows what changed before the first was heard of.
  expect(reads.slice(3)).toEqual(['5 ahead', '3 ahead'])
  setClock(BEAT_EVERY + 5_000)
  expect(await show(5)).toBe('week 5, reading 4')
  setClock(1)
  expect(await show(6)).toBe('week 6, reading 6')
})

test('what is read next after a step from memory tells the server that someone uses the page', async () => {
  const { show, rest, used } = setUp()
  await show(3)
  await rest()
  expect(used).toEqual([3])
  await show(4)
  await rest()
  expect(used).toEqual([3, 5])
  await show(5)
  await show(5, { isUnattended: true })
  await show(5, { isUnattended: true })
  expect(used).toEqual([3, 5, 5])
})

test('the same page again, or one that is several steps away, is read from the server', async () => {
  const { show, rest } = setUp()
  await show(3)
  await rest()
  expect(await show(3)).toBe('week 3, reading 4')
  expect(await show(4)).toBe('week 4, reading 5')
  await rest()
  await show(9)
  await rest()
  expect(await show(4)).toMatch(/^week 4, reading (?!5$)/)
})

test('reading again unasked asks the server, and keeps the neighbors', async () => {
  const { show, rest, reads } = setUp()
  await show(3)
  await rest()
  expect(await show(3, { isUnattended: true })).toBe('week 3, reading 4')
  await rest()
  expect(reads).toEqual(['3', '4 ahead', '2 ahead', '3'])
  expect(await show(2)).toBe('week 2, reading 3')
})

test('a neighbor that others change is not read ahead again until the user moves', async () => {
  const { show, rest, reads, change } = setUp()
  await show(3)
  await rest()
  change(4)
  await show(3, { isUnattended: true })
  await rest()
  expect(reads).toEqual(['3', '4 ahead', '2 ahead', '3'])
  expect(await show(4)).toBe('week 4, reading 5')
})

test('waits for what is being read ahead instead of reading it twice', async () => {
  const { show, rest, reads, hold } = setUp()
  const reply = hold(4)
  await show(3)
  await rest()
  const shown = show(4)
  reply.resolve('week 4')
  expect(await shown).toBe('week 4')
  expect(reads).toEqual(['3', '4 ahead'])
})

test('what could not be read ahead is read when it is shown', async () => {
  const { show, rest, reads, hold, release } = setUp()
  const reply = hold(4)
  await show(3)
  await rest()
  reply.reject(new Error('No response'))
  release(4)
  expect(await show(4)).toBe('week 4, reading 3')
  expect(reads).toEqual(['3', '4 ahead', '4'])
})

test('keeps a reply for five minutes', async () => {
  const { show, rest, wait } = setUp()
  await show(3)
  await rest()
  wait(5 * MINUTE)
  expect(await show(4)).toBe('week 4, reading 2')
  await rest()
  wait(5 * MINUTE + 1)
  expect(await show(5)).toBe('week 5, reading 5')
})

test('uses nothing from memory after the clock was set back', async () => {
  const { show, rest, changes, setClock } = setUp()
  await show(3)
  await rest()
  setClock(-1)
  changes.hear()
  expect(await show(4)).toBe('week 4, reading 4')
})
