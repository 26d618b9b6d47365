import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { AnyEventObject } from 'xstate'
import { ApiError } from '#contract/failures.ts'
import { hearOnlyTheTest } from '#tests/support/live-news.ts'
import type { OutcomeKind } from '#workflows/model/read-chart.ts'

/** Browser calls that are held until the path says how they end, so that every reply is as slow as needed. */
export interface HeldCalls {
  /** How many calls of an actor are pending. */
  readonly waiting: (id: string) => number
  /** What the oldest pending call of an actor sends. */
  readonly bodyOf: (id: string) => unknown
  /** Where the oldest pending call of an actor goes, with its query. */
  readonly pathOf: (id: string) => string | undefined
  /** Lets the oldest call of an actor through to the server (done), or replies with the event's error. */
  readonly settle: (id: string, kind: OutcomeKind, event: AnyEventObject) => Promise<void>
  /** Lets the oldest call of an actor through to the server. */
  readonly answerByServer: (id: string) => Promise<void>
  /** Replies to the oldest call of an actor instead of the server. */
  readonly answer: (id: string, reply: Reply) => Promise<void>
  /** The calls that have ended since it was last asked, oldest first. */
  readonly takeEnded: () => SentCall[]
}

export interface SentCall {
  /** The actor. */
  readonly id: string
  readonly method: string
  /** With its query. */
  readonly path: string
  /** JSON, the fields of a form with a file, or nothing. */
  readonly body: unknown
}

/** An envelope's content; `errors` name fields. */
export type Reply = Pick<ApiError, 'status' | 'message' | 'data'> & Partial<Pick<ApiError, 'errors'>>

type ApiPath = `/api/${string}`

interface HeldCall extends SentCall {
  readonly requestId: string
  readonly networkId: string | undefined
}

const PART = /name="([^"]+)"(?:; filename="([^"]+)")?[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/g

/** A file is its name. */
const fieldsOf = (form: string): unknown =>
  Object.fromEntries([...form.matchAll(PART)].map(([, name, file, value]) => [name, file ?? value]))

const bodyIn = ({ headers, postData }: { headers: Record<string, string>; postData?: string }): unknown => {
  if (postData === undefined) return undefined
  return new Headers(headers).get('content-type')?.startsWith('multipart/') ? fieldsOf(postData) : JSON.parse(postData)
}

const NOT_NOW: Reply = { status: 503, message: 'Not now', data: null }

/** The page canceled the call, or was closed, before it could go on; unhandled, that would fail the whole run. */
const ignoreCanceled = (error: unknown) => {
  if (error instanceof Error && /Invalid InterceptionId|closed/.test(error.message)) return
  throw error
}

/** The server's refusal: the envelope, whose 203 and 204 travel as HTTP 200. */
function replyOf({ status, message, errors = [], data }: Reply) {
  const body = { statusCode: status, message, data, ...(errors.length > 0 ? { errors } : {}) }
  return {
    responseCode: status < 300 ? 200 : status,
    responseHeaders: [{ name: 'content-type', value: 'application/json' }],
    body: Buffer.from(JSON.stringify(body)).toString('base64'),
  }
}

/**
 * Holds the calls that a machine's actors make. Calls that the page cancels are forgotten.
 *
 * Uses the browser's protocol because Playwright's routes turn off the cache, which doubles the time of a page load.
 * @param paths the endpoint that an actor calls, or the endpoints it chooses from, by actor id
 * @param isHeld whether a call is held, by its body; others go to the server
 */
export async function holdCalls(
  page: Page,
  paths: Record<string, ApiPath | readonly ApiPath[]>,
  isHeld: (body: unknown) => boolean = () => true,
): Promise<HeldCalls> {
  const idOf = new Map<string, string>(
    Object.entries(paths).flatMap(([id, path]) => [path].flat().map((one) => [one, id] as const)),
  )
  let held: readonly HeldCall[] = []
  const ended: SentCall[] = []
  const protocol = await page.context().newCDPSession(page)
  protocol.on('Fetch.requestPaused', ({ requestId, networkId, request }) => {
    const { pathname, search } = new URL(request.url)
    const id = idOf.get(pathname)
    const body = bodyIn(request)
    // What is read ahead is none of the path's calls; without it, going on asks the server.
    if (id !== undefined && request.initialPriority === 'Low')
      protocol.send('Fetch.fulfillRequest', { requestId, ...replyOf(NOT_NOW) }).catch(ignoreCanceled)
    else if (id === undefined || !isHeld(body))
      protocol.send('Fetch.continueRequest', { requestId }).catch(ignoreCanceled)
    else held = [...held, { id, method: request.method, path: pathname + search, body, requestId, networkId }]
  })
  protocol.on('Network.loadingFailed', ({ requestId }) => {
    held = held.filter(({ networkId }) => networkId !== requestId)
  })
  // The calls of a page that was left or reloaded.
  protocol.on('Page.frameNavigated', ({ frame }) => {
    if (frame.parentId === undefined) held = []
  })
  await Promise.all([protocol.send('Network.enable'), protocol.send('Page.enable'), hearOnlyTheTest(page)])
  const urlPatterns = [...idOf.keys()].flatMap((path) => [`*${path}`, `*${path}\\?*`])
  await protocol.send('Fetch.enable', { patterns: urlPatterns.map((urlPattern) => ({ urlPattern })) })

  const waiting = (actor: string) => held.filter(({ id }) => id === actor).length
  /** Ends the oldest call of an actor. */
  const end = async (actor: string, how: (requestId: string) => Promise<unknown>): Promise<void> => {
    await expect.poll(() => waiting(actor), { message: `a call of ${actor} waits` }).toBeGreaterThan(0)
    const call = held.find(({ id }) => id === actor)
    if (!call) throw new Error(`The call of ${actor} was canceled.`)
    held = held.filter((other) => other !== call)
    const { id, method, path, body } = call
    ended.push({ id, method, path, body })
    await how(call.requestId)
  }
  const answerByServer = (id: string) => end(id, (requestId) => protocol.send('Fetch.continueRequest', { requestId }))
  const answer = (id: string, reply: Reply) =>
    end(id, (requestId) => protocol.send('Fetch.fulfillRequest', { requestId, ...replyOf(reply) }))
  return {
    waiting,
    bodyOf: (actor) => held.find(({ id }) => id === actor)?.body,
    pathOf: (actor) => held.find(({ id }) => id === actor)?.path,
    settle: async (id, kind, { error }) => {
      if (kind !== 'error') await answerByServer(id)
      else if (error instanceof ApiError) await answer(id, error)
      else
        await end(id, (requestId) => protocol.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionFailed' }))
    },
    answerByServer,
    answer,
    takeEnded: () => ended.splice(0),
  }
}
