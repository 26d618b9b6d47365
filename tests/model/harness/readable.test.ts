import { expect, test } from 'vitest'
import { createActor, createMachine } from 'xstate'
import { ApiError } from '#contract/failures.ts'
import { brief, readable } from './readable.ts'

test('prints values the same way in each run, with sorted keys', () => {
  expect(readable({ to: 'Ana', at: new Date(0), all: new Set([2, 1]), none: undefined })).toBe(
    "{ all: Set(2) { 1, 2 }, at: 1970-01-01T00:00:00.000Z, none: undefined, to: 'Ana' }",
  )
})

test('prints actors, functions, failures and circles without what differs between runs', () => {
  const circle: Record<string, unknown> = { name: 'a' }
  circle.self = circle
  const actor = createActor(createMachine({}))
  expect(readable({ actor, circle, call: () => 1 })).toBe(
    "{ actor: actor, call: function, circle: { name: 'a', self: circular } }",
  )
  expect(readable(new ApiError(409, 'Changed', [], { key: 'b' }))).toBe(
    "ApiError { data: { key: 'b' }, errors: [], message: 'Changed', status: 409 }",
  )
})

test('replaces long parts with digests that tell them apart', () => {
  const long = 'word '.repeat(60)
  expect(brief({ id: 1, text: long })).toMatch(/^\{ id: 1, text: #[0-9a-f]{8} \}$/)
  expect(brief(long)).toMatch(/^#[0-9a-f]{8}$/)
  expect(brief({ text: long })).not.toBe(brief({ text: `${long}!` }))
})
