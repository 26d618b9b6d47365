import type { Caller, HandlerServices } from '#server/http/handler.ts'

/** The context that fields are resolved with. */
export interface GraphContext extends HandlerServices {
  readonly user: Caller
  /** When the request arrived. */
  readonly now: Date
}

/** An area's part of the graph. */
export interface GraphPart {
  /**
   * Its types, and its fields as `extend type Query`. A field that queries the database states its cost (`@cost`), a
   * list how long it may be.
   */
  readonly sdl: string
  /** By name of the Query field. Arguments have the schema's types; the field parses the rest. */
  readonly fields: Readonly<Record<string, (args: unknown, context: GraphContext) => unknown>>
}
