/**
 * GraphQL through the HTTP client, which handles the token and its refresh, the connection state and errors. The library
 * loads with the first query.
 */
import { z } from 'zod'
import type { ApiClient } from '#contract/api-client.ts'
import { askGraphql } from '#contract/graphql.ts'

const requestSchema = z.string().transform((text, context) => {
  const sent = askGraphql.body.safeParse(JSON.parse(text))
  if (sent.success) return sent.data
  context.addIssue({ code: 'custom', message: sent.error.message })
  return z.NEVER
})

/**
 * @param schema of the result
 * @throws as `ApiClient.call` does, and ZodError if the result doesn't match
 */
export type AskGraphql = <Schema extends z.ZodType>(
  schema: Schema,
  query: string,
  variables: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
) => Promise<z.output<Schema>>

export const createAskGraphql =
  (client: ApiClient): AskGraphql =>
  async (schema, query, variables, signal) => {
    const { GraphQLClient } = await import('graphql-request')
    const send: typeof fetch = async (_, init) =>
      Response.json({ data: await client.call(askGraphql, { body: requestSchema.parse(init?.body) }, { signal }) })
    // The HTTP client sets the real URL; the library only needs an absolute one.
    const graphql = new GraphQLClient(`https://host.invalid${askGraphql.path}`, { fetch: send })
    return schema.parse(await graphql.request({ document: query, variables, signal }))
  }
