import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { IDEMPOTENCY_KEY } from '#contract/writes.ts'
import type { AppEnv } from './context.ts'

/** Lets pages of the listed origins call the API. The token is sent in a header, so credentials are not allowed. */
export function allowOrigins(origins: readonly string[]): MiddlewareHandler<AppEnv> {
  return cors({
    origin: (origin) => (origins.includes(origin) ? origin : null),
    allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowHeaders: ['content-type', 'token', 'userid', IDEMPOTENCY_KEY],
    exposeHeaders: ['X-Request-Id', 'Retry-After', 'Content-Disposition'],
    maxAge: 600,
  })
}
