import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { ACCESS_VERSION } from '#contract/acl.ts'
import { IDEMPOTENCY_KEY } from '#contract/writes.ts'
import type { AppEnv } from './context.ts'

/**
 * Lets pages of the listed origins call the API. The refresh cookie is SameSite=Strict: they must be on the same site, as
 * portal.district.example and api.district.example are.
 */
export function allowOrigins(origins: readonly string[]): MiddlewareHandler<AppEnv> {
  return cors({
    origin: (origin) => (origins.includes(origin) ? origin : null),
    allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowHeaders: ['content-type', 'token', 'userid', IDEMPOTENCY_KEY],
    exposeHeaders: ['X-Request-Id', 'Retry-After', 'Content-Disposition', ACCESS_VERSION],
    maxAge: 600,
    credentials: true,
  })
}
