import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import type { Hono } from 'hono'
import type { AppEnv } from './context.ts'
import { envelopeResponse } from './envelope.ts'

export interface Listening {
  /** Scheme, host and port. */
  readonly url: string
  /** Passes requests to the app from now on; earlier ones are told that the server is starting. */
  readonly open: (app: Hono<AppEnv>) => void
  /**
   * Accepts no more connections and lets requests in flight finish, for this many milliseconds; then cuts them off.
   *
   * @returns whether all finished
   */
  readonly stop: (graceMs: number) => Promise<boolean>
}

const isHttpServer = (server: unknown): server is Server =>
  typeof server === 'object' && server !== null && 'closeIdleConnections' in server

function stopServer(server: Server, graceMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      server.closeAllConnections()
      resolve(false)
    }, graceMs)
    server.close(() => {
      clearTimeout(timer)
      resolve(true)
    })
    // Idle keep-alive connections would keep the server from closing.
    server.closeIdleConnections()
  })
}

/** How long the rest of a body is read and dropped after the reply, in milliseconds. */
const LINGER = 30_000

/** The longest upload takes this long at the least speed that is accepted (request-body.ts), in milliseconds. */
const LONGEST_REQUEST = 3 * 60 * 60_000

/**
 * Reads what is still to come of a refused body. Closing the connection instead resets it, and clients that are still
 * sending, as browsers are, then never see the reply. Node itself ends a connection that is idle after a reply.
 */
function readRest(request: IncomingMessage, response: ServerResponse): void {
  response.once('finish', () => {
    if (request.readableEnded || request.destroyed) return
    // The handler has stopped reading the body, and the connection would wait for it.
    request.removeAllListeners('data')
    request.resume()
    const timer = setTimeout(() => request.socket.destroySoon(), LINGER)
    request.once('close', () => clearTimeout(timer))
  })
}

const starting = () =>
  envelopeResponse(
    { status: 503, message: 'The server is starting. Please try again in a minute.', data: null },
    {},
    undefined,
  )

/**
 * Opens the port before anything else, so that a port in use is reported at once.
 *
 * @param port 0 picks any free port
 * @throws the system's error (EADDRINUSE, EACCES, EADDRNOTAVAIL …) if the address is not available
 */
export function listen(port: number, host: string): Promise<Listening> {
  let app: Hono<AppEnv> | undefined
  const server = createAdaptorServer({
    fetch: (request, env) => (app ? app.fetch(request, env) : starting()),
    // Its own clean-up of unread bodies resets the connection after half a second.
    autoCleanupIncoming: false,
  })
  if (!isHttpServer(server)) throw new TypeError('The server supports only plain HTTP.')
  server.requestTimeout = LONGEST_REQUEST
  server.prependListener('request', readRest)
  // While stopping, a reply on a keep-alive connection is its last.
  let isStopping = false
  server.prependListener('request', (_request, response) => {
    if (isStopping) response.setHeader('Connection', 'close')
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      const address = server.address()
      const bound = typeof address === 'object' && address !== null ? address.port : port
      const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
      resolve({
        url: `http://${name}:${bound}`,
        open: (opened) => {
          app = opened
        },
        stop: (graceMs) => {
          isStopping = true
          return stopServer(server, graceMs)
        },
      })
    })
  })
}
