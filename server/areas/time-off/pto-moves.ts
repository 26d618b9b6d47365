/**
 * Changes of time off requests: each is locked, then the machine is asked, and an allowed move is written with its log
 * entry, the balance, and the notification.
 */
import { and, asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { hundredthsOf } from '#domain/hours.ts'
import { formatDate, formatTimeRange, instantOf, type LocalDate, localOf, withoutSeconds } from '#domain/time.ts'
import {
  type EmploymentDays,
  isGrantedPto,
  isOpenPto,
  PTO_REQUEST_STATES,
  PTO_STATES,
  type PtoState,
} from '#domain/time-off.ts'
import { type PtoRequestEvent, ptoRequestMachine } from '#machines/time-off/pto-request.machine.ts'
import { holdPayroll } from '#server/areas/hours/pay-adjustments.ts'
import { ADMINISTRATORS, defineNotification, type Notice, notice, notify } from '#server/areas/notifications/notify.ts'
import type { ChangeContext } from '#server/areas/schedule/occurrence-moves.ts'
import { distinctProviderName } from '#server/db/providers.ts'
import { providers } from '#server/db/schema/providers.ts'
import { ptoRequests } from '#server/db/schema/time-off.ts'
import { users } from '#server/db/schema/users.ts'
import { transitionLog } from '#server/db/schema/workflows.ts'
import { settleNotices } from '#server/db/settle-notices.ts'
import { logTransitions } from '#server/db/transition-log.ts'
import { askMachine } from '#server/lifecycle/lifecycle.ts'
import { loggedDetail } from '#server/lifecycle/logged-detail.ts'
import { type BalanceChange, type Balances, changeBalances, lockBalances } from './balances.ts'
import { payLate } from './late-time-off.ts'

export interface LockedPto extends EmploymentDays {
  id: number
  providerId: number
  providerName: string
  spanId: number | null
  requestedDate: LocalDate
  startTime: string
  endTime: string
  totalHours: string
  reason: string
  state: PtoState
  /** The later day whose payroll pays it; null while its own day does. */
  paidOn: LocalDate | null
  decidedBy: string | null
  decidedAt: Date | null
  version: number
}

/**
 * Keeps payroll from being closed, and locks the balances of the providers, then their requests, in the order in which
 * they were created.
 */
export const lockPtos = async (
  { tx }: Pick<ChangeContext, 'tx'>,
  ids: readonly number[],
  providerIds: readonly number[],
): Promise<{ balances: Balances; ptos: LockedPto[] }> => {
  await holdPayroll(tx)
  const balances = await lockBalances(tx, providerIds)
  const decider = sql<string | null>`(select ${users.displayName} from ${users}
    where ${users.id} = ${ptoRequests.decidedById})`
  const ptos = await tx
    .select({
      id: ptoRequests.id,
      providerId: ptoRequests.providerId,
      providerName: distinctProviderName,
      hireDate: providers.hireDate,
      termDate: providers.termDate,
      spanId: ptoRequests.spanId,
      requestedDate: ptoRequests.requestedDate,
      startTime: ptoRequests.startTime,
      endTime: ptoRequests.endTime,
      totalHours: ptoRequests.totalHours,
      reason: ptoRequests.reason,
      state: ptoRequests.state,
      paidOn: ptoRequests.paidOn,
      decidedBy: decider,
      decidedAt: ptoRequests.decidedAt,
      version: ptoRequests.version,
    })
    .from(ptoRequests)
    .innerJoin(providers, eq(providers.id, ptoRequests.providerId))
    .where(and(inArray(ptoRequests.id, [...ids]), inArray(ptoRequests.providerId, [...providerIds])))
    .orderBy(asc(ptoRequests.requestedOn), asc(ptoRequests.id))
    .for('update', { of: ptoRequests })
  return { balances, ptos }
}

/** 'Accepted by Ada Admin on 11/20/2026' */
export const whatBecameOf = ({ state, decidedBy, decidedAt }: LockedPto, timeZone: string): string => {
  const { said } = PTO_STATES[state]
  const by = decidedBy === null ? '' : ` by ${decidedBy}`
  return decidedAt === null ? said : `${said}${by} on ${formatDate(localOf(decidedAt, timeZone).date)}`
}

/** '11/20/2026, 9:00 AM-12:00 PM' */
export const whenInWords = (pto: Pick<LockedPto, 'requestedDate' | 'startTime' | 'endTime'>): string =>
  `${formatDate(pto.requestedDate)}, ${formatTimeRange(pto.startTime, pto.endTime)}`

/** One day as above; several as '10 days, 11/23/2026-12/04/2026'. */
export const daysInWords = (days: readonly Parameters<typeof whenInWords>[0][]): string => {
  const [first, ...rest] = days
  const last = rest.at(-1)
  if (!first) return 'no day'
  if (!last) return whenInWords(first)
  return `${days.length} days, ${formatDate(first.requestedDate)}-${formatDate(last.requestedDate)}`
}

/** The state after the event, or undefined if the machine refuses it. */
export const askPto = (
  pto: Pick<LockedPto, 'state' | 'providerId' | 'requestedDate' | 'startTime'>,
  event: PtoRequestEvent,
  { user, now, timeZone }: Pick<ChangeContext, 'user' | 'now' | 'timeZone'>,
): PtoState | undefined => {
  const hasBegun = instantOf(pto.requestedDate, withoutSeconds(pto.startTime), timeZone) <= now
  const facts = { by: user.role, isOwn: user.providerId === pto.providerId, hasBegun }
  const move = askMachine(ptoRequestMachine, PTO_REQUEST_STATES, pto.state, facts, event)
  return move.allowed ? move.to : undefined
}

const SUBJECT = ptoRequestMachine.id

interface Told {
  readonly providerId: number
  readonly days: readonly Pick<LockedPto, 'requestedDate'>[]
  readonly message: string
  /** The message without the reason. */
  readonly inMail: string
}

/** As the lists of requests are narrowed. */
const rangeOf = (days: Told['days']): { from: LocalDate; to: LocalDate } => {
  const dates = days.map(({ requestedDate }) => requestedDate).toSorted()
  return { from: dates[0] ?? '', to: dates.at(-1) ?? '' }
}

const toldAdministrators = {
  audience: 'ADM',
  // Settled by `markAnswered`: the days of one step are answered one by one.
  lastsIn: 'always',
  category: 'Time Off',
  subject: SUBJECT,
  words: ({ message }: Told) => message,
  inMail: ({ inMail }: Told) => inMail,
  href: ({ providerId, days }: Told) =>
    `/pto-record?${new URLSearchParams({ providerIds: String(providerId), ...rangeOf(days) })}`,
} as const

const askedForTimeOff = defineNotification({ ...toldAdministrators, kind: 'time-off-asked' })

/** Nothing waits for an answer. */
const tookBackTimeOff = defineNotification({ ...toldAdministrators, kind: 'time-off-taken-back' })

const timeOffAnswered = defineNotification({
  kind: 'time-off-answered',
  lastsIn: 'always',
  audience: 'PRV',
  category: 'Time Off',
  subject: SUBJECT,
  words: ({ message }: Told) => message,
  inMail: ({ inMail }) => inMail,
  href: ({ days }) => `/pto-requests?${new URLSearchParams(rangeOf(days))}`,
})

/** Notifies the administrators of what a provider asks for. */
export const toAdministrators = (subjectId: number, told: Told): Notice =>
  notice(askedForTimeOff, ADMINISTRATORS, subjectId, told)

/** The requests of each step. */
const spansOf = (ptos: readonly LockedPto[]): LockedPto[][] => {
  const spans = new Map<number, LockedPto[]>()
  for (const pto of ptos) {
    const key = pto.spanId ?? pto.id
    spans.set(key, [...(spans.get(key) ?? []), pto])
  }
  return [...spans.values()]
}

/** About the requests of one step. */
const answerOf = (ptos: readonly LockedPto[], event: PtoRequestEvent): Notice[] => {
  const [pto] = ptos
  if (!pto) return []
  const request = `time off on ${daysInWords(ptos)}`
  const returned = isGrantedPto(pto.state)
  const { id, providerId } = pto
  const toRequester = (inMail: string, message = inMail) => [
    notice(timeOffAnswered, { providerId }, id, { providerId, days: ptos, message, inMail }),
  ]
  const toAdministrators = (message: string, definition = askedForTimeOff) => [
    notice(definition, ADMINISTRATORS, id, { providerId, days: ptos, message, inMail: message }),
  ]
  switch (event.type) {
    case 'request.accept':
      return toRequester(`Your request ${returned ? 'to return' : 'for'} ${request} was accepted.`)
    case 'request.reject': {
      const rejected = `Your request ${returned ? 'to return' : 'for'} ${request} was rejected`
      return toRequester(`${rejected}.`, `${rejected}: ${event.note}`)
    }
    case 'request.cancel': {
      const canceled = `Your ${request} was canceled`
      return toRequester(`${canceled}.`, `${canceled}: ${event.note}`)
    }
    case 'request.edit':
      return toAdministrators(`${pto.providerName} changed a request: ${request}.`)
    case 'request.withdraw':
      return toAdministrators(`${pto.providerName} withdrew a request: ${request}.`, tookBackTimeOff)
    case 'request.giveBack':
      return toAdministrators(`${pto.providerName} wants to return ${request}.`)
    case 'request.keep':
      return toAdministrators(`${pto.providerName} keeps ${request} and no longer wants to return it.`, tookBackTimeOff)
  }
}

/** The administrators have read what was asked of them in these steps, once none of their requests waits any longer. */
const markAnswered = async ({ tx, now }: ChangeContext, ptos: readonly LockedPto[]): Promise<void> => {
  const step = sql<number>`coalesce(${ptoRequests.spanId}, ${ptoRequests.id})`
  const steps = [...new Set(ptos.map(({ id, spanId }) => spanId ?? id))]
  const requests = await tx
    .select({ id: ptoRequests.id, step, state: ptoRequests.state })
    .from(ptoRequests)
    .where(or(inArray(ptoRequests.id, steps), inArray(ptoRequests.spanId, steps)))
  const waits = new Set(requests.flatMap((request) => (isOpenPto(request.state) ? [request.step] : [])))
  const done = requests.flatMap((request) => (waits.has(request.step) ? [] : [request.id]))
  const { kind, subject } = askedForTimeOff
  await settleNotices(
    tx,
    now,
    done.map((id) => ({ kind, subject, entity: String(id) })),
  )
}

const versionSchema = z.object({ when: z.string(), reason: z.string() })

const requestDetailSchema = z.object({
  note: z.string().optional(),
  before: versionSchema.optional(),
  after: versionSchema.optional(),
})

export const requestDetail = loggedDetail(requestDetailSchema, ({ note, before, after }) => [
  ...(note ? [`Note: ${note}`] : []),
  ...(before && after && before.when !== after.when ? [`From ${before.when} to ${after.when}`] : []),
  ...(before && after && before.reason !== after.reason ? [`Reason: ${before.reason} → ${after.reason}`] : []),
])

/** Logs moves that were made, and notifies the people concerned. */
export const recordMoves = async (
  change: ChangeContext,
  event: PtoRequestEvent,
  ptos: readonly LockedPto[],
  to: PtoState,
  detail?: z.output<typeof requestDetailSchema>,
): Promise<void> => {
  const { tx, user, now } = change
  const line = { machine: SUBJECT, event: event.type, to, ...(detail && requestDetail.of(detail)) }
  await logTransitions(
    tx,
    user.userId,
    now,
    ptos.map(({ id, state: from }) => ({ ...line, entity: String(id), from })),
  )
  await markAnswered(change, ptos)
  const notices = spansOf(ptos).flatMap((span) => answerOf(span, event))
  await notify(tx, { userId: user.userId, now }, notices)
}

/** What a move does to the balance. */
const balanceChangeOf = ({ id, providerId, totalHours, state }: LockedPto, to: PtoState): BalanceChange[] => {
  const request = { providerId, ptoRequestId: id, hours: hundredthsOf(totalHours) }
  if (isGrantedPto(state) === isGrantedPto(to)) return []
  return [{ kind: isGrantedPto(to) ? 'acceptance' : 'return', ...request }]
}

/** Who decided a request that is moved, and when: the acceptance counts again if the time off is not returned. */
const decisionOf = ({ user, now }: ChangeContext, event: PtoRequestEvent, to: PtoState) => {
  if (to !== 'accepted' || event.type === 'request.accept') return { decidedById: user.userId, decidedAt: now }
  const answered = (column: SQL) => sql`(select ${column} from ${transitionLog}
    where ${transitionLog.machine} = ${SUBJECT} and ${transitionLog.entity} = ${ptoRequests.id}::text
      and ${transitionLog.event} = 'request.accept' and ${transitionLog.toState} = 'accepted'
    order by ${transitionLog.id} desc limit 1)`
  return { decidedById: answered(sql`${transitionLog.userId}`), decidedAt: answered(sql`${transitionLog.at}`) }
}

/**
 * Moves requests as the machine allows, no matter by whom; hours are deducted from or returned to the balances, and what
 * a locked or exported day paid or should have paid is booked on a later one.
 */
export const movePtos = async (
  change: ChangeContext,
  event: Exclude<PtoRequestEvent, { type: 'request.edit' }>,
  ptos: readonly LockedPto[],
  to: PtoState,
  balances: Balances,
): Promise<void> => {
  if (ptos.length === 0) return
  const { tx, user, now } = change
  const note = event.type === 'request.reject' || event.type === 'request.cancel' ? event.note : undefined
  await tx
    .update(ptoRequests)
    .set({
      state: to,
      ...decisionOf(change, event, to),
      version: sql`${ptoRequests.version} + 1`,
      ...(note !== undefined && { notes: note }),
    })
    .where(
      inArray(
        ptoRequests.id,
        ptos.map(({ id }) => id),
      ),
    )
  const changes = ptos.flatMap((pto) => balanceChangeOf(pto, to))
  await changeBalances(tx, balances, changes, { userId: user.userId, now })
  await payLate(tx, ptos, to, { userId: user.userId, now })
  await recordMoves(change, event, ptos, to, note === undefined ? undefined : { note })
}
