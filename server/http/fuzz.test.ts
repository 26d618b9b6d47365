import fc from 'fast-check'
import { beforeAll, describe, test } from 'vitest'
import { z } from 'zod'
import { api, type EndpointName } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { ROLE_NAMES } from '#domain/roles.ts'
import { DEFAULT_SIGN_IN_LIMITS } from '#server/areas/login/sign-in-limits.ts'
import { useDatabase } from '#server/db/testing.ts'
import { addPeople, PEOPLE, useTestServer } from './testing.ts'

const database = useDatabase()
beforeAll(() => addPeople(database()))
const unlimited = Object.fromEntries(Object.keys(DEFAULT_SIGN_IN_LIMITS).map((key) => [key, 1_000_000]))
const server = useTestServer(database, { signInLimits: { ...DEFAULT_SIGN_IN_LIMITS, ...unlimited } })

type JsonSchema = z.core.JSONSchema.BaseSchema
const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom('', '\u0000', "'; drop table users; --", '2026-11-20', '0000-01-01', '9999-12-31', '09:15', '24:00'),
)
const number = fc.oneof(
  fc.integer({ min: -2, max: 5 }),
  fc.constantFrom(2_147_483_647, 2_147_483_648, Number.MAX_SAFE_INTEGER, -0, 0.5, 1e300),
)
const anything = fc.jsonValue({ maxDepth: 3 })

/** Values of the schema's shape with odd contents: these come past the first check and reach the handler. */
function like(schema: unknown): fc.Arbitrary<unknown> {
  if (!isSchema(schema)) return anything
  const { type, properties, required = [], items, anyOf, enum: choices, const: only, format } = schema
  if (only !== undefined) return fc.constant(only)
  if (choices) return fc.constantFrom(...choices)
  if (anyOf) return fc.oneof(...anyOf.map(like))
  if (type === 'object') {
    const parts = Object.entries(properties ?? {}).map(([key, part]) => [key, like(part)] as const)
    const options: fc.RecordConstraints<string> = { requiredKeys: [...required] }
    return fc.record<Record<string, unknown>>(Object.fromEntries(parts), options)
  }
  if (type === 'array') return fc.array(like(items), { maxLength: 4 })
  if (format === 'date') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10))
  if (type === 'string') return text
  if (type === 'integer' || type === 'number') return number
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  return anything
}

const likeOf = (schema: z.ZodType) => like(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
const asStrings = (value: unknown) =>
  Object.fromEntries(Object.entries(isSchema(value) ? value : {}).map(([key, part]) => [key, String(part)]))

interface RequestParts {
  token: string | undefined
  query: Record<string, string>
  params: Record<string, string>
  body: unknown
}

describe.each(Object.keys(api) as EndpointName[])('%s', (name) => {
  const endpoint: Endpoint = api[name]

  test('answers anything with an envelope and never with 500', { timeout: 60_000 }, async () => {
    const tokens = await Promise.all(ROLE_NAMES.map((role) => server().tokenOf(PEOPLE[role].userId)))
    const requests = fc.record({
      token: fc.constantFrom(...tokens, undefined),
      query: fc
        .oneof(likeOf(endpoint.query), fc.dictionary(fc.string({ maxLength: 8 }), text, { maxKeys: 3 }))
        .map(asStrings),
      params: likeOf(endpoint.params).map(asStrings),
      body: fc.oneof({ weight: 3, arbitrary: likeOf(endpoint.body) }, { weight: 1, arbitrary: anything }),
    })
    const isAnswered = async ({ token, query, params, body }: RequestParts) => {
      // A path's parts may hold anything but what ends them.
      const encoded = Object.fromEntries(
        Object.entries(params).map(([key, part]) => [key, encodeURIComponent(part) || '_']),
      )
      const headers: Record<string, string> = token === undefined ? {} : { token }
      const { status } = await server().call(name, { query, params: encoded, body, headers })
      return (status >= 200 && status < 500) || status === 501
    }
    // Argon2 makes a try at signing in cost what it should.
    await fc.assert(fc.asyncProperty(requests, isAnswered), { numRuns: name === 'signIn' ? 25 : 100 })
  })
})
