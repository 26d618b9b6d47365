import { randomBytes } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { AppEnv } from './context.ts'

/** Ids that no other server or earlier start has given; nothing depends on their being hard to guess. */
function createIds(): () => string {
  const prefix = randomBytes(6).toString('base64url')
  let count = 0
  return () => {
    count += 1
    return `${prefix}-${count.toString(36)}`
  }
}

/**
 * Gives every request an id, and writes one line when it is answered: method, path template, status, time, user. No
 * path, query, header or body goes in: they hold tokens, passwords, and names of students.
 *
 * @param everyReply headers that every reply carries, besides the id
 */
export function requestLog(log: Logger, everyReply: Readonly<Record<string, string>>): MiddlewareHandler<AppEnv> {
  const nextId = createIds()
  return async (c, next) => {
    const start = performance.now()
    const requestId = nextId()
    c.set('requestId', requestId)
    c.set('baseHeaders', { ...everyReply, 'X-Request-Id': requestId })
    await next()
    const { method } = c.req
    const { status } = c.res
    const ms = Math.round((performance.now() - start) * 10) / 10
    log.info({ requestId, method, route: c.get('route') ?? 'none', status, ms, userId: c.get('userId') }, 'request')
  }
}
