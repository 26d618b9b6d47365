import { randomBytes } from 'node:crypto'
import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { AppEnv } from './context.ts'

/** Ids unique across servers and restarts; they need not be hard to guess. */
function createIds(): () => string {
  const prefix = randomBytes(6).toString('base64url')
  let count = 0
  return () => {
    count += 1
    return `${prefix}-${count.toString(36)}`
  }
}

/**
 * Gives every request an id, and logs one line when it is answered: method, path template, status, time, user. Never
 * the path, query, headers or body: they contain tokens, passwords, and names of students.
 *
 * @param everyReply headers of every reply, in addition to the id
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
