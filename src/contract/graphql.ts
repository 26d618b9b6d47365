/**
 * Read-only GraphQL for counts and lookups across records (DESIGN, section 3). Its reply is the usual envelope, in which
 * GraphQL clients find `data` and `errors`; statuses mean the same as elsewhere.
 */
import { z } from 'zod'
import { plainLines, plainText } from '#domain/text-rules.ts'
import { access, defineEndpoint, defineFile } from './endpoint.ts'

/** In characters. */
export const LONGEST_QUERY = 8_000

export const askGraphql = defineEndpoint({
  method: 'POST',
  path: '/api/graphql',
  summary:
    'Run a GraphQL query: counts and lists of records by state and transition. The schema is at /api/graphql/schema',
  access: access.signedIn,
  body: z.object({
    query: plainLines()
      .min(1, 'The query is empty.')
      .max(LONGEST_QUERY, `The query is too long (maximum ${LONGEST_QUERY} characters).`),
    variables: z.record(z.string(), z.unknown()).nullish(),
    operationName: plainText().max(100).nullish(),
  }),
  data: z.record(z.string(), z.unknown()),
  replies: {
    400: 'The query is invalid or too expensive; `errors` has the details',
    403: 'The query includes data that this role cannot see',
  },
})

/** Replaces introspection, which is turned off. */
export const getGraphqlSchema = defineFile({
  path: '/api/graphql/schema',
  summary: 'Get the GraphQL schema as SDL',
  access: access.roles('Administrators'),
  contentType: 'text/plain',
})

export const endpoints = { askGraphql, getGraphqlSchema }
