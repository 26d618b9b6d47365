import { expect, test } from 'vitest'
import { createWriteKeys, type SentWrite } from './write-keys.ts'

const add: SentWrite = { method: 'POST', url: '/api/service/add-service', body: '{"code":"SLP"}' }
const edit: SentWrite = { method: 'POST', url: '/api/service/edit-service', body: '{"code":"OT"}' }
const upload = (content: string): SentWrite => {
  const body = new FormData()
  body.append('file', new File([content], 'hours.csv', { lastModified: 1 }))
  return { method: 'POST', url: '/api/provider-pto/upload-pto-hours', body }
}

test('a key is a UUID, and another one for each action', () => {
  const keys = createWriteKeys()
  const made = [keys.keyOf(add), keys.keyOf(add)]
  for (const key of made) expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(new Set(made).size).toBe(2)
})

test('the same write gets the same key until its outcome is known', () => {
  const keys = createWriteKeys()
  const key = keys.keyOf(add)
  keys.remember(add, key)
  expect(keys.keyOf(add)).toBe(key)
  expect(keys.keyOf({ ...add, body: '{"code":"PT"}' })).not.toBe(key)
  keys.remember(add, key)
  expect(keys.keyOf(add)).toBe(key)
  keys.refused(add)
  expect(keys.keyOf(add)).not.toBe(key)
})

test('after another write to the same part of the API, the same write is a new one', () => {
  const keys = createWriteKeys()
  keys.remember(add, 'first')
  keys.refused(edit)
  keys.stored(upload('a'))
  expect(keys.keyOf(add)).toBe('first')
  keys.stored(edit)
  expect(keys.keyOf(add)).not.toBe('first')
})

test('a quarter of an hour later, the same write is a new one', () => {
  let now = 0
  const keys = createWriteKeys(() => now)
  keys.remember(add, 'first')
  now = 14 * 60_000
  keys.remember(add, 'first')
  expect(keys.keyOf(add)).toBe('first')
  now = 15 * 60_000
  expect(keys.keyOf(add)).not.toBe('first')
})

test('uploads of the same file are the same write', () => {
  const keys = createWriteKeys()
  keys.remember(upload('a'), 'first')
  expect(keys.keyOf(upload('a'))).toBe('first')
  expect(keys.keyOf(upload('longer'))).not.toBe('first')
})
