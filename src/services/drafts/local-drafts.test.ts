import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { DraftPlace } from '#machines/common/draft.machine.ts'
import { DRAFT_DAYS, localDrafts } from './local-drafts.ts'
import { dropDraftsOf } from './stored-drafts.ts'

const schema = z.object({ name: z.string(), studentIds: z.array(z.int()) })
const content = { name: 'Speech group', studentIds: [3, 1] }
const place: DraftPlace = { userId: 7, name: 'session/new' }
const KEY = 'draft/7/session/new'
const MORNING = Date.parse('2026-11-20T15:32:00Z')
const DAY = 86_400_000

/** An isolated storage; `setItem` can be made to fail as if the storage were full. */
const memory = () => {
  const entries = new Map<string, string>()
  const storage: Storage = {
    get length() {
      return entries.size
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
    clear: () => entries.clear(),
  }
  return { entries, storage }
}

const setUp = () => {
  const { entries, storage } = memory()
  const clock = { now: MORNING }
  const signedIn = new Set([7, 8, 77])
  const drafts = localDrafts({
    storage: () => storage,
    now: () => clock.now,
    isSignedIn: (userId) => signedIn.has(userId),
  })
  return { drafts, entries, clock, signedIn, storage }
}

const keep = (drafts: ReturnType<typeof setUp>['drafts'], at = place) =>
  drafts.write({ place: at, content, basis: '3', earlier: null })

describe('a kept draft', () => {
  test('is restored with its time and basis, only for its user and form', () => {
    const { drafts } = setUp()
    keep(drafts)
    expect(drafts.read(schema, place)).toEqual({
      version: 1,
      content,
      keptAt: '2026-11-20T15:32:00.000Z',
      basis: '3',
      earlier: null,
    })
    expect(drafts.has(place)).toBe(true)
    expect(drafts.has({ userId: 8, name: 'session/new' })).toBe(false)
    expect(drafts.read(schema, { userId: 8, name: 'session/new' })).toBeNull()
    expect(drafts.read(schema, { userId: 7, name: 'session/occurrence/5' })).toBeNull()
  })

  test('is replaced by the next one, and deleted when dropped', () => {
    const { drafts, entries } = setUp()
    keep(drafts)
    drafts.write({ place, content: { ...content, name: 'Later' }, basis: '3', earlier: null })
    expect(drafts.read(schema, place)?.content.name).toBe('Later')
    drafts.drop({ place, earlier: null })
    expect([...entries.keys()]).toEqual([])
  })

  test('restores the earlier draft when dropped', () => {
    const { drafts } = setUp()
    const earlier = { content, keptAt: '2026-11-19T15:00:00.000Z', basis: null }
    drafts.write({ place, content: { ...content, name: 'Other' }, basis: null, earlier })
    expect(drafts.read(schema, place)?.earlier).toEqual(earlier)
    drafts.drop({ place, earlier })
    expect(drafts.read(schema, place)).toMatchObject({ ...earlier, earlier: null })
  })

  test(`expires after ${DRAFT_DAYS} days, for every user`, () => {
    const { drafts, entries, clock } = setUp()
    keep(drafts)
    keep(drafts, { userId: 8, name: 'session/new' })
    clock.now += DRAFT_DAYS * DAY
    expect(drafts.read(schema, place)?.content).toEqual(content)
    clock.now += 1
    expect(drafts.read(schema, place)).toBeNull()
    expect([...entries.keys()]).toEqual([])
  })
})

describe('an invalid entry is treated as missing and deleted', () => {
  const entry = { version: 1, keptAt: '2026-11-20T15:00:00Z', basis: null, content, earlier: null }
  test.each([
    ['invalid JSON', '{"version":1,'],
    ['a string', '"hello"'],
    ['a list', '[]'],
    ['another version', JSON.stringify({ ...entry, version: 2 })],
    ['an invalid time', JSON.stringify({ ...entry, keptAt: 'yesterday' })],
    ['an older form', JSON.stringify({ ...entry, content: { name: 'Speech' } })],
    ['wrong types', JSON.stringify({ ...entry, content: { name: 'Speech', studentIds: ['1; drop'] } })],
  ])('%s', (_, text) => {
    const { drafts, entries } = setUp()
    entries.set(KEY, text)
    entries.set('userSession', 'untouched')
    expect(drafts.read(schema, place)).toBeNull()
    expect([...entries.keys()]).toEqual(['userSession'])
  })

  test('an invalid earlier draft does not affect the current one', () => {
    const { drafts, entries } = setUp()
    entries.set(KEY, JSON.stringify({ ...entry, earlier: { content: 1 } }))
    expect(drafts.read(schema, place)).toMatchObject({ content, earlier: null })
  })
})

describe('the end of a session', () => {
  test('by logging out deletes all of the user’s drafts and no one else’s', () => {
    const { drafts, entries, storage } = setUp()
    keep(drafts)
    keep(drafts, { userId: 7, name: 'session/occurrence/5' })
    keep(drafts, { userId: 77, name: 'session/new' })
    entries.set('userSession', 'untouched')
    dropDraftsOf(() => storage, 7)
    expect([...entries.keys()]).toEqual(['draft/77/session/new', 'userSession'])
  })

  test('keeps a closing form from writing a draft', () => {
    const { drafts, entries, signedIn } = setUp()
    signedIn.delete(7)
    expect(() => keep(drafts)).toThrow('The session has ended')
    drafts.drop({ place, earlier: { content, keptAt: '2026-11-19T15:00:00.000Z', basis: null } })
    expect([...entries.keys()]).toEqual([])
  })
})

test('a browser that blocks storage is retried each time, and logging out works', () => {
  const storage = () => {
    throw new DOMException('The operation is insecure', 'SecurityError')
  }
  const forbidden = localDrafts({
    storage,
    now: () => MORNING,
    isSignedIn: () => true,
  })
  expect(() => forbidden.read(schema, place)).toThrow('insecure')
  expect(() => keep(forbidden)).toThrow('insecure')
  expect(forbidden.has(place)).toBe(false)
  dropDraftsOf(storage, 7)
})
