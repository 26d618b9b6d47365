import { buildSchema, type GraphQLSchema } from 'graphql'
import type { GraphPart } from './graph-part.ts'

const BASE = `"""
What a field counts for against the limit of a query. A field without it counts 1; so does each that is chosen of a
field, as often as the field may have items.
"""
directive @cost(
  value: Int! = 1
  "The maximum number of items."
  items: Int
  "The argument with the maximum number of items."
  itemsBy: String
) on FIELD_DEFINITION

"A day in the organization's calendar, YYYY-MM-DD."
scalar Date

"An instant, ISO 8601 in UTC."
scalar Instant

type Query
`

export const sdlOf = (parts: readonly GraphPart[]): string => [BASE, ...parts.map(({ sdl }) => sdl)].join('\n')

/** @throws when the parts contradict each other: a bug in the code */
export const schemaOf = (parts: readonly GraphPart[]): GraphQLSchema => buildSchema(sdlOf(parts))
