import { min } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, test } from 'vitest'
import { z } from 'zod'
import { api, type EndpointName } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import type { UploadRule } from '#contract/upload.ts'
import { addDays, instantOf } from '#domain/time.ts'
import { users } from '#server/db/schema/users.ts'
import { tries } from '#tests/support/domain/tries.ts'
import { useDemoDistrict } from '#tests/support/server/database.ts'
import { useIdentityProvider } from '#tests/support/server/identity-provider.ts'
import { TEST_TIME_ZONE, type TestRequest, useTestServer } from '#tests/support/server/test-server.ts'

/** The demo district, so that small ids exist and handlers run to the end. */
const TODAY = '2026-03-11'
const database = useDemoDistrict(TODAY, TEST_TIME_ZONE)

const pace = { free: 1_000_000, most: 1, forget: 1 }
const unlimited = { perSource: pace, perAccount: pace, perAddress: pace, queue: 1_000_000 }
const provider = useIdentityProvider()
const server = useTestServer(database, () => ({
  signInLimits: unlimited,
  identityProvider: provider().settings,
  publicUrl: 'https://portal.example',
}))

type JsonSchema = z.core.JSONSchema.BaseSchema
const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null

/** Mostly plausible requests, which pass the schemas; now and then an invalid one. */
const mostly = <T>(likely: fc.Arbitrary<T>, odd: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 12, arbitrary: likely }, { weight: 1, arbitrary: odd })

const text = mostly<string>(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom('', '\u0000', "'; drop table users; --", '%', 'x'.repeat(5000)),
)
const number = mostly<number>(
  fc.integer({ min: 1, max: 6 }),
  fc.constantFrom(-1, 0, 50, 2_147_483_647, 2_147_483_648, Number.MAX_SAFE_INTEGER, -0, 0.5, 1e300),
)
const date = mostly<string>(
  fc.integer({ min: -20, max: 20 }).map((days) => addDays(TODAY, days)),
  fc.constantFrom('0001-01-01', '1900-02-28', '2024-02-29', '2026-02-30', '9999-12-31', 'today'),
)
const time = fc.constantFrom('07:00', '09:15', '09:30:00', '12:00', '23:45', '00:00', '24:00', '9:00')
const ids = fc.constantFrom('', '1', '1,2', '3,4,5', ',', '1,x', '99999999999')
const anything = fc.jsonValue({ maxDepth: 3 })

/** The contract's patterns are times and lists of ids. */
const textLike = (pattern: string | undefined) =>
  pattern === undefined ? text : pattern.includes('[0-5]') ? time : pattern.includes('(,') ? ids : text

/** Values of the schema's shape with odd contents: they pass the schema and reach the handler. */
function like(schema: unknown): fc.Arbitrary<unknown> {
  if (!isSchema(schema)) return anything
  const { type, properties, required = [], items, anyOf, enum: choices, const: only, format, pattern } = schema
  if (only !== undefined) return fc.constant(only)
  if (choices) return fc.constantFrom(...choices)
  if (anyOf) return fc.oneof(...anyOf.map(like))
  if (type === 'object') {
    const parts = Object.entries(properties ?? {}).map(([key, part]) => [key, like(part)] as const)
    const options: fc.RecordConstraints<string> = { requiredKeys: [...required] }
    return fc.record<Record<string, unknown>>(Object.fromEntries(parts), options)
  }
  if (type === 'array') return fc.array(like(items), { maxLength: 4 })
  if (format === 'date') return date
  if (type === 'string') return textLike(pattern)
  if (type === 'integer' || type === 'number') return number
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  return anything
}

const likeOf = (schema: z.ZodType) => like(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))
const asStrings = (value: unknown) =>
  Object.fromEntries(Object.entries(isSchema(value) ? value : {}).map(([key, part]) => [key, String(part)]))

/** Tables, ZIP fragments, and random bytes. */
const contents = fc.oneof(
  fc
    .array(fc.array(mostly<string | number>(number, text), { maxLength: 5 }), { maxLength: 5 })
    .map((rows) => rows.map((row) => row.join(',')).join('\n')),
  fc
    .tuple(fc.constantFrom('PK\u0003\u0004', '\u00d0\u00cf\u0011\u00e0', '\ufeff', '%PDF-'), text)
    .map((parts) => parts.join('')),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Uint8Array.from(bytes)),
)
const fileOf = ({ endings }: UploadRule) =>
  fc.record({
    name: mostly(
      fc.constantFrom(...endings).map((ending) => `file${ending}`),
      fc.string({ unit: 'grapheme' }),
    ),
    bytes: contents,
  })

/** A session of each user, until a request ends it: starting one takes as long as a request. */
const sessions = new Map<number, Promise<string>>()
const tokenOf = (userId: number) => {
  const token = sessions.get(userId) ?? server().tokenOf(userId)
  sessions.set(userId, token)
  return token
}

interface RequestParts {
  userId: number | undefined
  query: Record<string, string>
  params: Record<string, string>
  body: unknown
  file: TestRequest['file']
}

describe.each(Object.keys(api) as EndpointName[])('%s', (name) => {
  const endpoint: Endpoint = api[name]

  test('answers any request with an envelope and never with 500', { timeout: 60_000 }, async () => {
    server().now = instantOf(TODAY, '10:00', TEST_TIME_ZONE)
    const people = await database()
      .db.select({ id: min(users.id) })
      .from(users)
      .groupBy(users.roleId)
    const requests = fc.record({
      userId: mostly<number | undefined>(fc.constantFrom(...people.map(({ id }) => id ?? 0)), fc.constant(undefined)),
      query: mostly<unknown>(
        likeOf(endpoint.query),
        fc.dictionary(fc.string({ maxLength: 8 }), text, { maxKeys: 3 }),
      ).map(asStrings),
      params: likeOf(endpoint.params).map(asStrings),
      body: mostly<unknown>(likeOf(endpoint.body), anything),
      file: endpoint.upload
        ? mostly<TestRequest['file']>(fileOf(endpoint.upload), fc.constant(undefined))
        : fc.constant(undefined),
    })
    const isAnswered = async ({ userId, query, params, body, file }: RequestParts) => {
      // A path's parts may contain anything except delimiters.
      const encoded = Object.fromEntries(
        Object.entries(params).map(([key, part]) => [key, encodeURIComponent(part) || '_']),
      )
      const request = { query, params: encoded, body, ...(file && { file }) }
      const ask = async () =>
        server().call(name, userId === undefined ? request : { ...request, token: await tokenOf(userId) })
      const first = await ask()
      const hasEnded = first.status === 401 && userId !== undefined && sessions.delete(userId)
      const { status } = hasEnded ? await ask() : first
      return status >= 200 && status < 500
    }
    // Argon2 makes sign-in attempts slow on purpose.
    await fc.assert(fc.asyncProperty(requests, isAnswered), tries(name === 'signIn' ? 3 : 5))
  })
})
