import { Hono } from 'hono'
import type { AppEnv } from './context.ts'
import { allowOrigins, refuseOtherSites } from './cors.ts'
import { docsPage } from './docs-page.ts'
import { envelopeResponse, replyToError } from './envelope.ts'
import type { Contract } from './handler.ts'
import { type OpenApiDocument, openApiDocument } from './openapi.ts'
import { warnOfProxies } from './proxy-warning.ts'
import { Refusal } from './refusal.ts'
import { requestLog } from './request-log.ts'
import { contractRoutes, type RouteOptions } from './routes.ts'
import { securityHeaders } from './security-headers.ts'
import { staticFiles } from './static-files.ts'

type Page = ReturnType<typeof docsPage>

const DEMO_MESSAGES = '/demo/messages'

export interface AppOptions<Routes extends Contract> extends RouteOptions<Routes> {
  /** The built client's folder; undefined serves only the API. */
  readonly clientFolder: string | undefined
  /** Origins of pages elsewhere that may call this API; none by default. */
  readonly allowedOrigins: readonly string[]
  /** The host whose API the served page uses (scheme, host, port); undefined for this one. */
  readonly apiBase: string | undefined
  readonly version: string
  /** The name of the identity provider with which users may sign in; undefined if there is none. */
  readonly signInProvider?: string | undefined
  /** The page with the messages that the demo sent; undefined for other servers. */
  readonly demoMessages?: (() => Promise<Page>) | undefined
}

/** The whole server as one `fetch`: the contract's endpoints, their documentation, and the client's files. */
export function createApp<Routes extends Contract>(options: AppOptions<Routes>): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  let built: OpenApiDocument | undefined
  const apiDocument = () => {
    built ??= openApiDocument(options.api, options.version)
    return built
  }

  app.use(requestLog(options.log, securityHeaders(options)))
  if (options.proxies === 0) app.use(warnOfProxies(options.log))
  app.use('/api/*', refuseOtherSites(options.allowedOrigins))
  if (options.allowedOrigins.length > 0) app.use('/api/*', allowOrigins(options.allowedOrigins))

  app.get('/api/openapi.json', (c) => {
    c.set('route', '/api/openapi.json')
    return c.json(apiDocument(), 200, c.get('baseHeaders'))
  })
  app.get('/api/docs', (c) => {
    c.set('route', '/api/docs')
    return c.html(docsPage(apiDocument()), 200, c.get('baseHeaders'))
  })
  app.route('/', contractRoutes(options))
  app.all('/api/*', () => {
    throw new Refusal(404, 'There is nothing at this address.')
  })
  const { demoMessages } = options
  if (demoMessages) {
    app.get(DEMO_MESSAGES, async (c) => {
      c.set('route', DEMO_MESSAGES)
      return c.html(await demoMessages(), 200, { ...c.get('baseHeaders'), 'Cache-Control': 'no-store' })
    })
  }
  if (options.clientFolder !== undefined) {
    const settings = {
      'api-base': options.apiBase,
      'demo-messages': demoMessages && DEMO_MESSAGES,
      'sign-in-provider': options.signInProvider,
    }
    app.route('/', staticFiles(options.clientFolder, settings))
  }

  app.notFound(() => {
    throw new Refusal(404, 'There is nothing at this address.')
  })
  app.onError((error, c) => {
    const { isOurs, ...reply } = replyToError(error, c.get('requestId'))
    if (isOurs) {
      options.log.error({ requestId: c.get('requestId'), err: error, route: c.get('route') }, 'request failed')
    }
    return envelopeResponse(reply, c.get('baseHeaders'), c.req.header('accept-encoding'))
  })
  return app
}
