import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { AppEnv } from './context.ts'

/** Warns once if a proxy seems to be in front of a server that was not told so: all users then share its address. */
export function warnOfProxies(log: Logger): MiddlewareHandler<AppEnv> {
  let isWarned = false
  return async (c, next) => {
    if (!isWarned && c.req.header('x-forwarded-for') !== undefined) {
      isWarned = true
      log.warn(
        'requests have X-Forwarded-For: if a proxy is in front of this server, set PROXIES to the number of proxies',
      )
    }
    await next()
  }
}
