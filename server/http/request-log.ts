import { randomBytes } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { AppEnv } from './context.ts'

/**
 * Gives every request an id, and writes one line when it is answered: method, path template, status, time, user. No
 * path, query, header or body goes in: they hold tokens, passwords, and names of students.
 */
export function requestLog(log: Logger): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const start = performance.now()
    const requestId = randomBytes(9).toString('base64url')
    c.set('requestId', requestId)
    c.set('log', log.child({ requestId }))
    await next()
    c.res.headers.set('X-Request-Id', requestId)
    const { method } = c.req
    const { status } = c.res
    const ms = Math.round((performance.now() - start) * 10) / 10
    log.info({ requestId, method, route: c.get('route') ?? 'none', status, ms, userId: c.get('userId') }, 'request')
  }
}
