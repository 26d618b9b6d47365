import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { caseloadFormSchema } from '#domain/caseload-form.ts'
import { schoolBillingSchema, schoolProfileSchema, schoolRatesSchema } from '#domain/school-form.ts'
import { sessionFormSchema } from '#domain/session-form.ts'
import { signInFormSchema } from '#domain/sign-in-form.ts'
import { ptoFormSchema } from '#domain/time-off.ts'
import { trackingLabelFormSchema } from '#domain/tracking-label-form.ts'
import { api } from './api.ts'
import type { Endpoint } from './endpoint.ts'
import { serviceFormSchema } from './services.ts'

const endpoints = Object.entries(api) as [string, Endpoint][]
const schemas: [string, z.ZodType][] = [
  ...endpoints.flatMap(([name, { params, query, body }]): [string, z.ZodType][] => [
    [`${name}: params`, params],
    [`${name}: query`, query],
    [`${name}: body`, body],
  ]),
  ['caseload form', caseloadFormSchema],
  ['school profile', schoolProfileSchema],
  ['school billing', schoolBillingSchema('2026-11-20')],
  ['school rates', schoolRatesSchema('2026-11-20')],
  ['service form', serviceFormSchema('add')],
  ['session form', sessionFormSchema({ asksProvider: true, asksRateType: true })],
  ['sign-in form', signInFormSchema],
  ['time-off form', ptoFormSchema],
  ['tracking label form', trackingLabelFormSchema('add')],
]

const long = 'x'.repeat(100_000)
const wrong: unknown[] = [
  undefined,
  null,
  '',
  ' ',
  'x',
  long,
  '2026-02-30',
  0,
  -1,
  0.5,
  1e300,
  Number.NaN,
  true,
  [],
  {},
]
const wrongLists: unknown[] = [Array(5000).fill('x'), [null], [{}], ['']]

/** The names of an object's fields, at any depth. */
const namesIn = (schema: z.ZodType): Set<string> => {
  const names = new Set<string>()
  JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), (_key, value: unknown) => {
    const { data } = z.object({ properties: z.record(z.string(), z.unknown()) }).safeParse(value)
    for (const name of Object.keys(data?.properties ?? {})) names.add(name)
    return value
  })
  return names
}

/** The library's own words for an issue of each kind, without the values in it. */
const LIBRARY =
  /^(Invalid (input|option|key|value|element|string|number|date|ISO|email address|URL|UUID|unknown|regex|discriminator)\b|Too (big|small)|Unrecognized|Expected |Required$)/

const messagesFor = (schema: z.ZodType): string[] => {
  const names = [...namesIn(schema)]
  const fill = (value: unknown) => Object.fromEntries(names.map((name) => [name, value]))
  const values = [...wrong, ...wrongLists]
  const objects = values.flatMap((value) => [fill(value), [fill(value)], fill([fill(value)]), fill(fill(value))])
  return [...values, ...objects].flatMap(
    (value) => schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [],
  )
}

describe('every refusal is in our own words', () => {
  test.each(schemas)('%s', (_, schema) => {
    const messages = [...new Set(messagesFor(schema))]
    expect(messages.length).toBeGreaterThan(0)
    expect(messages.filter((message) => message === '' || LIBRARY.test(message))).toEqual([])
  })
})

test('a value without a message of its own says what is wrong', () => {
  const schema = z.strictObject({
    text: z.string().max(3),
    amount: z.number().min(2).multipleOf(2),
    choice: z.enum(['a', 'b']),
    list: z.array(z.string()).max(1),
    day: z.iso.date(),
    either: z.union([z.string(), z.number()]),
    missing: z.string(),
  })
  const sent = { text: 'long', amount: 1, choice: 'c', list: ['a', 'b'], day: 'x', either: true, other: 1 }
  expect(schema.safeParse(sent).error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['text', 'This value must have at most 3 characters.'],
    ['amount', 'This value must be at least 2.'],
    ['amount', 'This value must be a multiple of 2.'],
    ['choice', 'This value is not one of the options.'],
    ['list', 'This value must have at most 1 entry.'],
    ['day', 'This value has the wrong format.'],
    ['either', 'This value is not valid.'],
    ['missing', 'This value is required.'],
    ['', 'This value has unknown fields.'],
  ])
})
