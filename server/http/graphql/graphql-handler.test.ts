import fc from 'fast-check'
import { buildSchema, type GraphQLObjectType, getNamedType, isObjectType } from 'graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import { LONGEST_QUERY } from '#contract/graphql.ts'
import { workflowGraph } from '#server/areas/workflows/workflow-graph.ts'
import { tries } from '#tests/support/domain/tries.ts'
import { useDatabase } from '#tests/support/server/database.ts'
import { addPeople, PEOPLE, useTestServer } from '#tests/support/server/test-server.ts'
import { schemaOf } from './schema.ts'

const database = useDatabase()
beforeAll(() => addPeople(database()))
const server = useTestServer(database)

const ask = async (query: string, more: object = {}, who: keyof typeof PEOPLE = 'Administrators') =>
  server().call('askGraphql', { token: await server().tokenOf(PEOPLE[who].userId), body: { query, ...more } })

const DAYS = 'from: "2026-11-01", to: "2026-11-30"'
const lifecycle = (fields: string) => `{ lifecycle(name: "schedule/occurrence") { ${fields} } }`

test('a refusal is an envelope in which GraphQL clients find their errors, without partial data', async () => {
  const reply = await ask(
    `{ good: ${lifecycle('name').slice(1, -1)} bad: ${lifecycle('records { total }').slice(1, -1)} }`,
  )
  expect(reply).toMatchObject({
    status: 400,
    statusCode: 400,
    message: 'Give either a state or a transition.',
    data: null,
    errors: [{ path: 'state', message: 'Give either a state or a transition.' }],
  })
})

test.each([
  ['no query', '', 'The query is empty.'],
  ['no GraphQL', '{', 'Syntax Error: Expected Name, found <EOF>. (line 1, column 2)'],
  [
    'two queries, none of them named',
    'query A { lifecycles { name } } query B { lifecycles { name } }',
    'There are several operations: `operationName` must say which one to run.',
  ],
  ['no operation', 'fragment A on Lifecycle { name }', 'The request has no query.'],
  ['a mutation', 'mutation { deleteEverything }', 'This endpoint is read-only: a mutation is not allowed.'],
  [
    'a subscription',
    'subscription { lifecycles { name } }',
    'This endpoint is read-only: a subscription is not allowed.',
  ],
  [
    'introspection',
    '{ __schema { types { name } } }',
    'Introspection is disabled. Administrators can read the schema at /api/graphql/schema.',
  ],
  [
    'introspection of a type',
    '{ lifecycles { name } __type(name: "Record") { name } }',
    'Introspection is disabled. Administrators can read the schema at /api/graphql/schema.',
  ],
  [
    'an unknown field',
    '{ lifecycles { secret } }',
    'Cannot query field "secret" on type "Lifecycle". (line 1, column 16)',
  ],
  ['an unknown fragment', '{ lifecycles { ...Gone } }', 'Unknown fragment Gone.'],
  [
    'a fragment within itself',
    '{ lifecycles { ...A } } fragment A on Lifecycle { name ...B } fragment B on Lifecycle { ...A }',
    'The fragment A contains itself.',
  ],
  [
    'a period that ends before it begins',
    lifecycle('states(from: "2026-11-02", to: "2026-11-01") { state }'),
    "End Date can't be less than Start Date",
  ],
  [
    'a period without end',
    lifecycle('states(from: "1900-01-01", to: "2026-11-01") { state }'),
    'A period can have at most 732 days',
  ],
  ['an invalid day', lifecycle('states(from: "2026-02-30", to: "2026-11-01") { state }'), 'Enter Valid Date'],
  ['an unknown state', lifecycle('records(state: "lost") { total }'), 'schedule/occurrence has no state lost.'],
  ['a state with a null character', lifecycle('records(state: "\\u0000") { total }'), 'Not a valid name.'],
  ['an invalid page', lifecycle('records(state: "locked", page: 0) { total }'), 'page: This value must be at least 1.'],
  [
    'a page that is too large',
    lifecycle('records(state: "locked", size: 101) { total }'),
    'A page has at most 100 records.',
  ],
  [
    'a missing variable',
    'query A($name: String!) { lifecycle(name: $name) { name } }',
    'Variable "$name" of required type "String!" was not provided. (line 1, column 9)',
  ],
])('reports what is wrong: %s', async (_, query, message) => {
  const { status, message: told, data, errors } = await ask(query)
  expect({ status, told, data }).toEqual({ status: 400, told: message, data: null })
  expect(JSON.stringify(errors ?? [])).not.toMatch(/select |\.ts:|node_modules/)
})

test('a query with too many characters or tokens is not parsed', async () => {
  expect((await ask(`{ lifecycles { name } } # ${'x'.repeat(LONGEST_QUERY)}`)).message).toBe(
    'The query is too long (maximum 8000 characters).',
  )
  expect((await ask(`{ lifecycles { ${'a '.repeat(1000)} } }`)).message).toMatch('more that 1000 tokens')
})

describe('refuses expensive queries', () => {
  const states = `states(${DAYS}) { state records medianSeconds stays }`
  const everything =
    'total items { entity label providerId providerName date startTime endTime state scheduleEventId isRecurring at }'

  test('by the size of list pages', async () => {
    expect((await ask(lifecycle(`records(state: "locked", size: 100) { ${everything} }`))).status).toBe(200)
    const page = `records(state: "locked", size: 100) { ${everything} }`
    const four = lifecycle(`a: ${page} b: ${page} c: ${page} d: ${page}`)
    expect(await ask(four)).toMatchObject({
      status: 400,
      message: 'The query costs too much: the limit is 5500, it costs 5601. Ask for fewer fields or a smaller page.',
    })
    const small = four.replaceAll('100', '20')
    expect((await ask(small)).status).toBe(200)
    const variable = `query A($size: Int! = 100) ${four.replaceAll('size: 100', 'size: $size')}`
    expect((await ask(variable)).status).toBe(400)
    expect((await ask(variable, { variables: { size: 20 } })).status).toBe(200)
  })

  test('by aliases, and by nested fragments: each use counts', async () => {
    const aliases = Array.from({ length: 40 }, (_, index) => `a${index}: ${states}`).join(' ')
    expect((await ask(lifecycle(aliases))).message).toMatch('the limit is 5500, it costs 5601')
    const bomb = Array.from(
      { length: 40 },
      (_, index) => `fragment F${index} on Lifecycle { ...F${index + 1} ...F${index + 1} }`,
    ).join(' ')
    const { status, message } = await ask(`${lifecycle('...F0')} ${bomb} fragment F40 on Lifecycle { ${states} }`)
    expect({ status, message }).toEqual({
      status: 400,
      message:
        'The query costs too much: the limit is 5500, it costs far more. Ask for fewer fields or a smaller page.',
    })
  })

  test('by their depth, also through fragments', async () => {
    const nested = Array.from({ length: 6 }, (_, index) => `fragment D${index} on Lifecycle { a { ...D${index + 1} } }`)
    const query = `${lifecycle('...D0')} ${nested.join(' ')} fragment D6 on Lifecycle { name }`
    expect((await ask(query)).message).toBe('The query is too deep: at most 6 levels are allowed, it has 8.')
  })

  test('but allows every count of every lifecycle at once', async () => {
    const all = `{ lifecycles { name ${states} transitions(${DAYS}) { fromState event toState records times } } }`
    expect((await ask(all)).status).toBe(200)
  })
})

test('only POST with JSON is accepted', async () => {
  const token = await server().tokenOf(PEOPLE.Administrators.userId)
  const send = (init: RequestInit) =>
    fetch(`${server().url}/api/graphql`, { ...init, headers: { token, ...init.headers } })
  expect((await send({ method: 'GET' })).status).toBe(405)
  expect((await send({ method: 'POST', body: 'query=1', headers: { 'content-type': 'text/plain' } })).status).toBe(415)
})

test('administrators read the schema, in which every field has a description and a cost', async () => {
  const token = await server().tokenOf(PEOPLE.Administrators.userId)
  const reply = await fetch(`${server().url}/api/graphql/schema`, { headers: { token } })
  expect(reply.headers.get('content-type')).toMatch('text/plain')
  const schema = buildSchema(await reply.text())
  expect(Object.keys(schema.getQueryType()?.getFields() ?? {})).toEqual(['lifecycles', 'lifecycle'])
  expect(schema.getMutationType()).toBeUndefined()
  expect(schema.getSubscriptionType()).toBeUndefined()
})

/** Queries of the schema's fields, with valid and invalid arguments. */
const queries = (() => {
  const argument = fc.constantFrom(
    'from: "2026-11-01"',
    'to: "2026-11-30"',
    'state: "approved"',
    'size: 2',
    'size: -1',
    'page: 99999999',
    `transition: { fromState: "a", event: "b", toState: "c", ${DAYS} }`,
    'name: "schedule/provider-day"',
    'name: "\'; drop table users; --"',
    'state: null',
  )
  const selection = (type: GraphQLObjectType, depth: number): fc.Arbitrary<string> =>
    fc
      .array(
        fc.constantFrom(...Object.values(type.getFields())).chain((field) => {
          const of = getNamedType(field.type)
          const inner = isObjectType(of) && depth > 0 ? selection(of, depth - 1) : fc.constant('')
          return fc
            .tuple(fc.uniqueArray(argument, { maxLength: 3 }), inner, fc.constantFrom('', 'x: ', '... '))
            .map(
              ([args, body, before]) =>
                `${before}${field.name}${args.length > 0 ? `(${args.join(', ')})` : ''} ${body}`,
            )
        }),
        { minLength: 1, maxLength: 4 },
      )
      .map((fields) => `{ ${fields.join(' ')} }`)
  const query = schemaOf([workflowGraph]).getQueryType()
  if (!query) throw new Error('No query')
  return selection(query, 3)
})()

test('answers any query with an envelope and never with 500', async () => {
  const token = await server().tokenOf(PEOPLE.Providers.userId)
  const isAnswered = async (query: string) => {
    const { status } = await server().call('askGraphql', { token, body: { query } })
    return status >= 200 && status < 500
  }
  await fc.assert(fc.asyncProperty(queries, isAnswered), tries(100))
})
