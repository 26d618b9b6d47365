import type { Caller, HandlerServices } from '#server/http/handler.ts'

/** What a field is worked out from. */
export interface GraphContext extends HandlerServices {
  readonly user: Caller
  /** The instant at which the request came. */
  readonly now: Date
}

/** What an area adds to the graph. */
export interface GraphPart {
  /**
   * Its types, and its fields as `extend type Query`. A field that asks the database says what it costs (`@cost`), a list
   * how long it may be.
   */
  readonly sdl: string
  /** By the name of the field of Query. Arguments have the schema's types; what those can't say, the field parses. */
  readonly fields: Readonly<Record<string, (args: unknown, context: GraphContext) => unknown>>
}
