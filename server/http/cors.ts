import type { MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import { ACCESS_VERSION } from '#contract/acl.ts'
import { CHANGE, UNATTENDED } from '#contract/live-headers.ts'
import { IDEMPOTENCY_KEY } from '#contract/writes.ts'
import type { AppEnv } from './context.ts'
import { LAST_EVENT_ID } from './event-stream.ts'
import { Refusal } from './refusal.ts'

/**
 * Lets pages of the listed origins call the API. The refresh cookie is SameSite=Strict: they must be on the same site, as
 * portal.district.example and api.district.example are.
 */
export function allowOrigins(origins: readonly string[]): MiddlewareHandler<AppEnv> {
  return cors({
    origin: (origin) => (origins.includes(origin) ? origin : null),
    allowMethods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowHeaders: ['content-type', 'token', 'userid', IDEMPOTENCY_KEY, UNATTENDED, LAST_EVENT_ID],
    exposeHeaders: ['X-Request-Id', 'Retry-After', 'Content-Disposition', ACCESS_VERSION, CHANGE],
    maxAge: 600,
    credentials: true,
  })
}

/**
 * Refuses what a page of another site makes a user's browser send. Such a page can't read the reply, but the call would
 * still count against the limits of the user's network, or replace a cookie. Other clients don't send the header.
 */
export function refuseOtherSites(origins: readonly string[]): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const isCrossSite = c.req.header('sec-fetch-site') === 'cross-site'
    if (isCrossSite && !SAFE_METHODS.includes(c.req.method) && !origins.includes(c.req.header('origin') ?? '')) {
      throw new Refusal(403, 'Pages of other sites may not call this server.')
    }
    await next()
  }
}

const SAFE_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS']
