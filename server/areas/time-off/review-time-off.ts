/** Administrators' review of time off requests (spec 2, section 2.8). */
import { inArray } from 'drizzle-orm'
import type { SessionChoice } from '#contract/time-off.ts'
import { formatDate } from '#domain/time.ts'
import { isGrantedPto, OPEN_PTO_STATES, timeOffMessages, whyNotEmployed } from '#domain/time-off.ts'
import type { PtoRequestEvent } from '#machines/time-off/pto-request.machine.ts'
import { readPtos } from '#server/areas/hours/pto-rows.ts'
import type { ChangeContext } from '#server/areas/schedule/occurrence-moves.ts'
import { replyPage } from '#server/db/page-range.ts'
import { ptoRequests } from '#server/db/schema/time-off.ts'
import { done, type HandlerContext, type HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { withPay } from './late-time-off.ts'
import { askPto, type LockedPto, lockPtos, movePtos, whatBecameOf } from './pto-moves.ts'
import { planSessions, readSessionsDuring, settleSessions } from './sessions-during.ts'

type Answer = Extract<PtoRequestEvent, { type: 'request.accept' | 'request.reject' }>

interface Chosen {
  id: number
  /** The version that was on the screen; undefined if the caller did not say. */
  seen: string | undefined
}

const chosenOf = ({ ids, entityCacheKeys }: { ids: string; entityCacheKeys: string }): Chosen[] => {
  const keys = entityCacheKeys.split(',')
  const chosen = ids.split(',').map((id, index): Chosen => ({ id: Number(id), seen: keys[index] || undefined }))
  return [...new Map(chosen.map((one) => [one.id, one])).values()]
}

/** Why a request can't be answered; undefined if it can. */
const refusalOf = (pto: LockedPto, seen: string | undefined, answer: Answer, change: ChangeContext) => {
  const which = `${pto.providerName}, ${formatDate(pto.requestedDate)}`
  if (askPto(pto, answer, change) === undefined) return `${which}: ${whatBecameOf(pto, change.timeZone)}.`
  if (seen !== undefined && seen !== String(pto.version)) {
    return `${which}: Changed by ${pto.providerName}. Please review it.`
  }
  const isGranted = answer.type === 'request.accept' && !isGrantedPto(pto.state)
  const why = isGranted ? whyNotEmployed(pto, pto.requestedDate) : undefined
  return why && `${which}: ${why} Reject the request instead.`
}

/** Answers each request independently. @returns a message for each that could not be answered */
const answerPtos = async (
  change: ChangeContext,
  chosen: readonly Chosen[],
  answer: Answer,
  sessions: readonly SessionChoice[],
): Promise<string[]> => {
  const ids = chosen.map(({ id }) => id)
  // A request's provider never changes, so it can be read before the lock.
  const owners = await change.tx
    .selectDistinct({ providerId: ptoRequests.providerId })
    .from(ptoRequests)
    .where(inArray(ptoRequests.id, ids))
  const providerIds = owners.map(({ providerId }) => providerId)
  const { balances, ptos } =
    providerIds.length === 0 ? { balances: new Map(), ptos: [] } : await lockPtos(change, ids, providerIds)
  const seen = new Map(chosen.map((one) => [one.id, one.seen]))
  const there = new Set(ptos.map(({ id }) => id))
  const messages = ids.filter((id) => !there.has(id)).map((id) => `No request has the ID ${id}.`)
  const possible: LockedPto[] = []
  for (const pto of ptos) {
    const message = refusalOf(pto, seen.get(pto.id), answer, change)
    if (message === undefined) possible.push(pto)
    else messages.push(message)
  }
  const plan = await planSessions(
    change,
    possible.flatMap(({ id, state }) => (isGrantedPto(state) ? [] : id)),
    sessions,
  )
  const answered = possible.filter(({ id }) => !plan.problems.has(id))
  for (const pto of possible) {
    const problem = plan.problems.get(pto.id)
    if (problem !== undefined) messages.push(`${pto.providerName}, ${formatDate(pto.requestedDate)}: ${problem}`)
  }
  for (const state of OPEN_PTO_STATES) {
    const ofState = answered.filter((pto) => pto.state === state)
    const to = ofState[0] && askPto(ofState[0], answer, change)
    if (to !== undefined) await movePtos(change, answer, ofState, to, balances)
  }
  await settleSessions(change, {
    ...plan,
    planned: plan.planned.filter(({ session }) => !plan.problems.has(session.requestId)),
  })
  return messages
}

const answer = async (
  {
    body,
    db,
    user,
    now,
    timeZone,
  }: Pick<HandlerContext<never>, 'db' | 'now' | 'timeZone'> & {
    body: { ids: string; entityCacheKeys: string; sessions?: readonly SessionChoice[] }
    user: ChangeContext['user']
  },
  event: Answer,
  { success, failure }: { success: string; failure: string },
) => {
  const messages = await db.transaction((tx) =>
    answerPtos({ tx, user, now, timeZone }, chosenOf(body), event, body.sessions ?? []),
  )
  // Thrown after the transaction: what was answered stays answered.
  if (messages.length > 0) throw new Refusal(409, failure, { data: messages })
  return done(null, success)
}

export const reviewTimeOffHandlers: HandlersOf<'getAdminPtos' | 'getSessionsOfPtos' | 'acceptPtos' | 'rejectPtos'> = {
  getAdminPtos: async ({ query, db, timeZone }) => {
    const { pageIndex, pageSize, fromDate = '', toDate = '', ...filter } = query
    const place = { order: 'byNeed', pageIndex, pageSize } as const
    const { total, ptos } = await readPtos(db, timeZone, { ...filter, from: fromDate, to: toDate }, place)
    return replyPage(query, await withPay(db, ptos), total)
  },

  getSessionsOfPtos: ({ query: { ids }, db, user, now, timeZone }) =>
    db.transaction((tx) =>
      readSessionsDuring({ tx, user, now, timeZone, isPreview: true }, ids.split(',').map(Number)),
    ),

  acceptPtos: (context) =>
    answer(
      context,
      { type: 'request.accept' },
      { success: timeOffMessages.accepted, failure: 'Some requests could not be accepted.' },
    ),

  rejectPtos: (context) =>
    answer(
      context,
      { type: 'request.reject', note: context.body.notes },
      { success: timeOffMessages.rejected, failure: 'Some requests could not be rejected.' },
    ),
}
