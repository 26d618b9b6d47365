/**
 * GraphQL over the same calls as everything else: the session's token, its one renewal at a time, the connection's state
 * and the failures are the HTTP client's. The library is loaded with the first question.
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
 * @param schema what the answer is
 * @throws as `ApiClient.call` does, and ZodError for an answer of another shape
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
    // Where it goes is the HTTP client's to say; the library wants an address that is whole.
    const graphql = new GraphQLClient(`https://host.invalid${askGraphql.path}`, { fetch: send })
    return schema.parse(await graphql.request({ document: query, variables, signal }))
  }
