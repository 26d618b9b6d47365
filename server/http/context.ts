import type { HttpBindings } from '@hono/node-server'

/** Variables of a request in the middleware. */
export interface AppEnv {
  Bindings: HttpBindings
  Variables: {
    requestId: string
    /** Headers of every reply. */
    baseHeaders: Readonly<Record<string, string>>
    /** The endpoint's path template: the log has it instead of the path. */
    route: string | undefined
    userId: number | undefined
  }
}
