import { expect, test } from 'vitest'
import { z } from 'zod'
import { api } from './api.ts'
import type { Endpoint } from './endpoint.ts'

/** Fields that take any text, and why. Besides, `seen` is only compared with what is stored. */
const free: Readonly<Record<string, string>> = {
  'signIn.body.password': 'compared with its hash, never stored or shown',
  'passwordRecoveryConfirm.body.token': 'compared by its hash, never stored or shown',
  'passwordRecoveryConfirm.body.newPassword': 'stored only as a hash',
  'passwordRecoveryConfirm.body.confirmPassword': 'compared with the other field',
  'checkInvitation.body.token': 'compared by its hash, never stored or shown',
  'renewInvitation.body.token': 'compared by its hash, never stored or shown',
  'resetProviderPassword.body.newPassword': 'stored only as a hash',
  'resetProviderPassword.body.confirmNewPassword': 'compared with the other field',
  'confirmIdentity.body.proof.password': 'compared with its hash, never stored or shown',
  'changePassword.body.oldPassword': 'compared with its hash, never stored or shown',
  'changePassword.body.newPassword': 'stored only as a hash',
  'changePassword.body.confirmNewPassword': 'compared with the other field',
  'askGraphql.body.variables': 'checked by the query that uses them',
}

type Leaf = [path: string, schema: z.core.$ZodType]

/** Every schema of text in a schema, whatever it is wrapped in. */
const textsIn = (schema: z.core.$ZodType, path: string): Leaf[] => {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const inside = (...parts: z.core.$ZodType[]) => parts.flatMap((part) => textsIn(part, path))
  switch (def.type) {
    case 'string':
      return [[path, schema]]
    case 'object':
      return Object.entries(def.shape).flatMap(([key, part]) => textsIn(part, `${path}.${key}`))
    case 'array':
      return inside(def.element)
    case 'union':
      return inside(...def.options)
    case 'record':
      return inside(def.keyType, def.valueType)
    case 'pipe':
      return inside(def.in).map(([at, part]) => [at, part === def.in ? schema : part])
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return inside(def.innerType)
    default:
      return []
  }
}

const leaves = (Object.entries(api) as [string, Endpoint][])
  .flatMap(([name, { params, query, body }]) => [
    ...textsIn(params, `${name}.params`),
    ...textsIn(query, `${name}.query`),
    ...textsIn(body, `${name}.body`),
  ])
  .filter(([path]) => !free[path] && !path.includes('.seen.'))

/** Dates, and text that becomes one. */
const dates = leaves.filter(
  ([path, schema]) =>
    /date/i.test(path.split('.').at(-1) ?? '') ||
    (z.safeParse(schema, '2026-11-20').success && !z.safeParse(schema, 'x').success),
)

const taking = (texts: readonly string[], fields = leaves) =>
  fields
    .filter(([, schema]) => texts.some((text) => z.safeParse(schema, text).success))
    .map(([path]) => path)
    .toSorted()

test('no text field takes control characters or characters that change the direction', () => {
  expect(leaves.length).toBeGreaterThan(100)
  expect(taking(['a\u0007b', 'a\u001bb', 'a\u0085b', 'a\u202eb', 'a\u2066b'])).toEqual([])
})

test('no text field keeps text that nobody can see', () => {
  const kept = leaves.filter(([, schema]) =>
    ['\u200b', '\u2060\ufeff', '\u3164', '\u200d \u200b'].some((text) => z.safeParse(schema, text).data),
  )
  expect(kept.map(([path]) => path)).toEqual([])
})

test('no date field takes a year before 1900 or after 2199', () => {
  expect(taking(['0000-01-01', '0001-01-01', '1899-12-31', '2200-01-01', '9999-12-31'], dates)).toEqual([])
  expect(taking(['0000-01-01T00:00:00Z', '0001-01-01T00:00:00Z', '9999-12-31T00:00:00Z'], dates)).toEqual([])
})
