/** GraphQL behind an endpoint of the contract: parses a query, checks its cost, validates it and runs it. Read-only. */
import { type DocumentNode, execute, GraphQLError, parse, validate } from 'graphql'
import { FileReply, type HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { GraphPart } from './graph-part.ts'
import { holdToLimits, MAX_TOKENS, operationOf, weigh } from './limits.ts'
import { schemaOf, sdlOf } from './schema.ts'

/** The first error says what is wrong; more than a few don't help. */
const MAX_ERRORS = 10

const wordsOf = ({ message, locations }: GraphQLError): string => {
  const [place] = locations ?? []
  return place ? `${message} (line ${place.line}, column ${place.column})` : message
}

const refusalOf = (errors: readonly GraphQLError[]): Refusal => {
  const reported = errors.slice(0, MAX_ERRORS).map((error) => ({ path: 'query', message: wordsOf(error) }))
  return new Refusal(400, reported[0]?.message ?? 'The query cannot be answered.', { errors: reported })
}

const read = (query: string): DocumentNode => {
  try {
    return parse(query, { maxTokens: MAX_TOKENS })
  } catch (error) {
    if (error instanceof GraphQLError) throw refusalOf([error])
    throw error
  }
}

/** An error in a field is reported as by an endpoint of its own; the reply is complete or an error. */
const throwFirst = (errors: readonly GraphQLError[]): never => {
  const thrown = errors
    .map(({ originalError }) => originalError)
    .find((each) => each && !(each instanceof GraphQLError))
  throw thrown ?? refusalOf(errors)
}

export const createGraphqlHandlers = (parts: readonly GraphPart[]): HandlersOf<'askGraphql' | 'getGraphqlSchema'> => {
  const schema = schemaOf(parts)
  const fields = Object.assign({}, ...parts.map((part) => part.fields))
  return {
    askGraphql: async ({ body: { query, variables, operationName }, db, timeZone, user, now }) => {
      const document = read(query)
      const operation = operationOf(document, operationName)
      holdToLimits(weigh(schema, document, operation, variables ?? {}))
      const problems = validate(schema, document, undefined, { maxErrors: MAX_ERRORS })
      if (problems.length > 0) throw refusalOf(problems)
      const { data, errors } = await execute({
        schema,
        document,
        rootValue: fields,
        contextValue: { db, timeZone, user, now },
        variableValues: variables,
        operationName,
      })
      if (errors) throwFirst(errors)
      return { ...data }
    },

    getGraphqlSchema: async () => new FileReply(sdlOf(parts)),
  }
}
