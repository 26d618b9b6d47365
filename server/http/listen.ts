import type { Server } from 'node:http'
import { createAdaptorServer } from '@hono/node-server'
import type { Hono } from 'hono'
import type { AppEnv } from './context.ts'
import { envelopeResponse } from './envelope.ts'

export interface Listening {
  /** Scheme, host and port. */
  readonly url: string
  /** Hands requests to the app from now on; before, each is told that the server is starting. */
  readonly open: (app: Hono<AppEnv>) => void
  /**
   * Takes no more connections and lets requests in flight finish, for so many milliseconds; then cuts them off.
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
    // Connections that are kept open between requests would keep the server from closing.
    server.closeIdleConnections()
  })
}

const starting = () =>
  envelopeResponse(
    { status: 503, message: 'The server is starting. Please try again in a minute.', data: null },
    {},
    undefined,
  )

/**
 * Takes the port, before anything else is begun: whoever can't have it is to know at once.
 *
 * @param port 0 takes any that is free
 * @throws the system's error (EADDRINUSE, EACCES, EADDRNOTAVAIL …) when the address can't be had
 */
export function listen(port: number, host: string): Promise<Listening> {
  let app: Hono<AppEnv> | undefined
  const server = createAdaptorServer({ fetch: (request, env) => (app ? app.fetch(request, env) : starting()) })
  if (!isHttpServer(server)) throw new TypeError('The server supports only plain HTTP.')
  // While stopping, an answer on a kept connection is its last.
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
