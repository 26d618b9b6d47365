import type { BrowserContext, Request, Route } from 'playwright-core'
import { expect } from 'vitest'
import type { AnyEventObject } from 'xstate'
import { ApiError } from '#contract/failures.ts'
import type { OutcomeKind } from '#machines/chart/read-chart.ts'

/** Browser calls that are held until the path says how they end, so that every reply is as slow as needed. */
export interface HeldCalls {
  /** How many calls of an actor are pending. */
  readonly waiting: (id: string) => number
  /** Lets the oldest call of an actor through to the server (done), or replies with the event's error. */
  readonly settle: (id: string, kind: OutcomeKind, event: AnyEventObject) => Promise<void>
  /** Lets the oldest call of an actor through to the server. */
  readonly answerByServer: (id: string) => Promise<void>
  /** Replies to the oldest call of an actor instead of the server. */
  readonly answer: (id: string, reply: Reply) => Promise<void>
}

/** An envelope's content; `errors` name fields. */
export type Reply = Pick<ApiError, 'status' | 'message' | 'data'> & Partial<Pick<ApiError, 'errors'>>

type ApiPath = `/api/${string}`

/** The server's refusal: the envelope, whose 203 and 204 travel as HTTP 200. */
function replyOf({ status, message, errors = [], data }: Reply) {
  const body = { statusCode: status, message, data, ...(errors.length > 0 ? { errors } : {}) }
  return { status: status < 300 ? 200 : status, contentType: 'application/json', body: JSON.stringify(body) }
}

/**
 * Holds the calls that a machine's actors make. Calls that the page cancels are forgotten.
 * @param paths the endpoint that an actor calls, or the endpoints it chooses from, by actor id
 */
export async function holdCalls(
  context: BrowserContext,
  paths: Record<string, ApiPath | readonly ApiPath[]>,
): Promise<HeldCalls> {
  const held = new Map<string, Route[]>(Object.keys(paths).map((id) => [id, []]))
  const forget = (request: Request) => {
    for (const [id, routes] of held)
      held.set(
        id,
        routes.filter((route) => route.request() !== request),
      )
  }
  context.on('requestfailed', forget)
  for (const [id, path] of Object.entries(paths))
    await context.route(
      ({ pathname }) => [path].flat().some((one) => one === pathname),
      (route) => {
        held.get(id)?.push(route)
      },
    )
  const waiting = (id: string) => held.get(id)?.length ?? 0
  const next = async (id: string): Promise<Route | undefined> => {
    await expect.poll(() => waiting(id), { timeout: 5_000, message: `a call of ${id} waits` }).toBeGreaterThan(0)
    return held.get(id)?.shift()
  }
  return {
    waiting,
    settle: async (id, kind, { error }) => {
      const route = await next(id)
      if (kind !== 'error') await route?.continue()
      else if (error instanceof ApiError) await route?.fulfill(replyOf(error))
      else await route?.abort('connectionfailed')
    },
    answerByServer: async (id) => (await next(id))?.continue(),
    answer: async (id, reply) => (await next(id))?.fulfill(replyOf(reply)),
  }
}
