import type { HttpBindings } from '@hono/node-server'

/** What travels with a request through the middleware. */
export interface AppEnv {
  Bindings: HttpBindings
  Variables: {
    requestId: string
    /** What every reply carries. */
    baseHeaders: Readonly<Record<string, string>>
    /** The endpoint's path with its parameters as names: what the log has instead of the path. */
    route: string | undefined
    userId: number | undefined
  }
}
