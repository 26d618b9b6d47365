import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Handler, Hono, type MiddlewareHandler } from 'hono'
import { etag, RETAINED_304_HEADERS } from 'hono/etag'
import type { AppEnv } from './context.ts'
import { Refusal } from './refusal.ts'

/** Headers that a 304 keeps, so a cached page gets the policy of the current release. */
const RETAINED_HEADERS = [...RETAINED_304_HEADERS, 'content-security-policy', 'x-request-id']

const withHeaders =
  (cacheControl: string): MiddlewareHandler<AppEnv> =>
  (c, next) => {
    c.set('route', '*')
    for (const [name, value] of Object.entries(c.get('baseHeaders'))) c.header(name, value)
    c.header('Cache-Control', cacheControl)
    return next()
  }

/** What the page reads from its `meta` elements, by their names. */
export type PageSettings = Readonly<Record<string, string | undefined>>

const withSettings = (page: string, settings: PageSettings): string =>
  Object.entries(settings).reduce(
    (text, [name, value]) =>
      value === undefined ? text : text.replace(new RegExp(`(<meta name="${name}" content=")[^"]*`), `$1${value}`),
    page,
  )

const nothingHere = () => {
  throw new Refusal(404, 'There is nothing at this address.')
}

/** The name of a file, or one that begins with a dot: no route has such an address, and scanners look for many. */
const FILE = /\/\.|\.[a-z][a-z0-9]{1,4}$/i

/**
 * The built client, with precompressed files where the build made them: the page for every path that its routes may
 * handle, but never for a missing file, such as a script of an older build. Source maps stay on the server's disk, for who
 * looks into a fault: they hold all of the client's code.
 *
 * @param settings written into the page
 */
export function staticFiles(folder: string, settings: PageSettings): Hono<AppEnv> {
  const text = withSettings(readFileSync(join(folder, 'index.html'), 'utf8'), settings)
  const page: Handler<AppEnv> = (c) => c.body(text, 200, { 'Content-Type': 'text/html; charset=utf-8' })
  const files = serveStatic<AppEnv>({ root: folder, precompressed: true })
  const checked = [withHeaders('no-cache'), etag({ retainedHeaders: RETAINED_HEADERS })] as const
  const app = new Hono<AppEnv>()
  app.get('*', (c, next) => (c.req.path.toLowerCase().endsWith('.map') ? nothingHere() : next()))
  // Vite puts a content hash into these names.
  app.get('/assets/*', withHeaders('public, max-age=31536000, immutable'), files, nothingHere)
  app.on('GET', ['/', '/index.html'], ...checked, page)
  app.get('*', ...checked, files, (c, next) => (FILE.test(c.req.path) ? nothingHere() : page(c, next)))
  return app
}
