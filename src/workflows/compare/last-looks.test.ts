import { expect, test } from 'vitest'
import { createActor, createMachine, toPromise } from 'xstate'
import { createLastLooks } from './last-looks.ts'

const machine = (states: readonly string[]) =>
  createMachine({ id: 'visit', initial: states[0] ?? '', states: Object.fromEntries(states.map((name) => [name, {}])) })

const setUp = (states: readonly string[], now: number, entries: Map<string, string>, userId = 7) => {
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
  } as Storage
  const looks = createLastLooks({
    storage: () => storage,
    userId: () => userId,
    now: () => now,
    workflows: [
      { name: 'desk/visit', machine: machine(states) },
      { name: 'desk/other', machine: machine(['open']) },
    ],
  })
  return {
    seen: looks.seen,
    look: async (subject: string) => (await toPromise(createActor(looks.look, { input: { subject } }).start())).data,
  }
}

test('a changed workflow is marked until the user looks, and its earlier version stays', async () => {
  const entries = new Map<string, string>()
  const first = setUp(['waiting'], 1000, entries)
  expect(await first.look('desk/other')).toEqual({ changed: [], since: undefined })
  expect(await first.look('desk/visit')).toEqual({ changed: [], since: undefined })
  expect(first.seen('desk/visit')).toBeUndefined()

  const later = setUp(['waiting', 'greeted'], 2000, entries)
  expect(await setUp(['waiting', 'greeted'], 2000, entries, 8).look('desk/other')).toEqual({
    changed: [],
    since: undefined,
  })
  expect(await later.look('desk/other')).toEqual({ changed: ['desk/visit'], since: undefined })
  expect(await later.look('desk/visit')).toEqual({ changed: [], since: 1000 })
  expect(await later.look('desk/visit')).toEqual({ changed: [], since: undefined })
  expect(await later.look('desk/other')).toEqual({ changed: [], since: undefined })
  const seen = later.seen('desk/visit')
  expect(seen?.at).toBe(1000)
  expect(Object.keys(seen?.chart.states ?? {})).toEqual(['waiting'])
})

test.each(['{', '"hello"', '{"at":1}'])('an invalid entry (%s) is as if the user had never looked', async (text) => {
  const { look } = setUp(['waiting'], 1000, new Map([['looked/7/desk/visit', text]]))
  expect(await look('desk/visit')).toEqual({ changed: [], since: undefined })
})
