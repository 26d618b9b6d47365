/**
 * GraphQL, read-only, for what is counted and looked up across records (DESIGN, section 3). Its reply is the envelope, in
 * which GraphQL's own clients find `data` and `errors`; refusals have the meaning that they have elsewhere.
 */
import { z } from 'zod'
import { access, defineEndpoint, defineFile } from './endpoint.ts'

/** How long a query may be, in characters. */
export const LONGEST_QUERY = 8_000

export const askGraphql = defineEndpoint({
  method: 'POST',
  path: '/api/graphql',
  summary:
    'Answers a GraphQL query: counts and lists of records by state and transition. The schema is at /api/graphql/schema',
  access: access.signedIn,
  body: z.object({
    query: z
      .string()
      .min(1, 'The query is empty.')
      .max(LONGEST_QUERY, `The query is too long (maximum ${LONGEST_QUERY} characters).`),
    variables: z.record(z.string(), z.unknown()).nullish(),
    operationName: z.string().max(100).nullish(),
  }),
  data: z.record(z.string(), z.unknown()),
  replies: {
    400: 'No valid query, or one that asks for too much; `errors` says where',
    403: 'It asks for what this role may not see',
  },
})

/** Introspection is not answered; who may look around reads this. */
export const getGraphqlSchema = defineFile({
  path: '/api/graphql/schema',
  summary: 'The GraphQL schema, in its own language',
  access: access.roles('Administrators'),
  contentType: 'text/plain',
})
