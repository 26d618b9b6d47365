/** A host of the API inside the test: real HTTP on a separate port, responses scripted by path. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createActor, fromCallback } from 'xstate'
import type { ApiClient } from '#contract/api-client.ts'
import type { Session } from '#contract/login.ts'
import { US_DOLLARS } from '#domain/money-format.ts'
import { type KeptSession, type StoreCommand, sessionMachine } from '#machines/session/session.machine.ts'
import { createHttpClient, type ProveIdentity } from '#services/http-client.ts'
import { sessionActors } from '#services/session/session-actors.ts'
import { sessionPort } from '#services/session/session-port.ts'

export interface Heard {
  readonly method: string
  readonly url: string
  readonly token: string | undefined
  /** The additional header of the refresh request. */
  readonly userid?: string
  /** The key of a write. */
  readonly key?: string
  readonly body: unknown
}

export type Answer = (heard: Heard, response: ServerResponse) => void | Promise<void>

export interface TestHost {
  readonly base: string
  /** All requests in order of arrival. */
  readonly heard: Heard[]
  /** The handlers by path, without the query. */
  readonly answers: Map<string, Answer>
  readonly close: () => Promise<void>
}

/** An envelope, with its status as the HTTP status. */
export const reply = (
  response: ServerResponse,
  statusCode: number,
  message: string,
  data: unknown = null,
  headers: Readonly<Record<string, string>> = {},
): void => {
  response.writeHead(statusCode, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify({ statusCode, message, data }))
}

const readBody = async (request: IncomingMessage): Promise<unknown> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(Buffer.from(chunk))
  return chunks.length === 0 ? undefined : JSON.parse(Buffer.concat(chunks).toString())
}

const listen = (server: Server) =>
  new Promise<string>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`)
    })
  })

export const startTestHost = async (): Promise<TestHost> => {
  const heard: Heard[] = []
  const answers = new Map<string, Answer>()
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    const token = typeof headers.token === 'string' ? headers.token : undefined
    const userid = typeof headers.userid === 'string' ? { userid: headers.userid } : {}
    const sentKey = headers['idempotency-key']
    const key = typeof sentKey === 'string' ? { key: sentKey } : {}
    const entry = { method, url, token, ...userid, ...key, body: await readBody(request) }
    heard.push(entry)
    const answer = answers.get(url.replace(/\?.*/, ''))
    if (answer) await answer(entry, response)
    else reply(response, 404, 'Nothing here')
  })
  const base = await listen(server)
  return {
    base,
    heard,
    answers,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export const testSession = (accessToken: string): Session => ({
  userId: 7,
  accessToken,
  userEmail: 'amara@district.example',
  userName: 'Amara Osei',
  role: [{ id: 2, name: 'Providers', active: true }],
  providerId: 3,
  isRememberMe: false,
  timeZone: 'America/New_York',
  money: US_DOLLARS,
})

/**
 * Client and session machine for a host, connected as in app/, with storage in memory.
 *
 * @param proveIdentity what the user does when a call needs a proof; gives up by default
 */
export const openSession = (
  base: string,
  kept: KeptSession,
  proveIdentity: ProveIdentity = () => Promise.resolve(false),
) => {
  const stored: StoreCommand[] = []
  const reached: boolean[] = []
  const client: ApiClient = createHttpClient({
    base,
    session: sessionPort(() => session),
    proveIdentity,
    onAnswer: (isReached) => reached.push(isReached),
  })
  const session = createActor(
    sessionMachine.provide({
      actors: {
        ...sessionActors(client),
        keepSession: fromCallback<StoreCommand>(({ sendBack, receive }) => {
          receive((command) => stored.push(command))
          sendBack({ type: 'store.restored', ...kept })
        }),
      },
    }),
  )
  session.start()
  return { client, session, stored, reached }
}
