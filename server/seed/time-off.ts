/** Time off in the demo district: some past, some future, some pending, and the remaining hours. */

import { hoursOf, hundredthsBetween } from '#domain/hours.ts'
import { addDays, addMinutes, instantOf, type LocalDate } from '#domain/time.ts'
import type { PtoState } from '#domain/time-off.ts'
import { type PtoRequestEvent, ptoRequestMachine } from '#machines/time-off/pto-request.machine.ts'
import type { ptoBalanceEntries, ptoBalances, ptoRequests } from '#server/db/schema/time-off.ts'
import type { transitionLog } from '#server/db/schema/workflows.ts'
import type { DemoProvider } from './people.ts'
import type { Random } from './random.ts'
import type { SchoolYear } from './school-year.ts'

type Request = typeof ptoRequests.$inferInsert & { id: number }
type Balance = typeof ptoBalances.$inferInsert
type Entry = typeof ptoBalanceEntries.$inferInsert
type Move = typeof transitionLog.$inferInsert

export interface TimeOff {
  requests: Request[]
  balances: Balance[]
  entries: Entry[]
  moves: Move[]
}

const REASONS = [
  'Dentist',
  'Family appointment',
  'State association conference',
  'Moving to a new apartment',
  'Parent-teacher conference at my daughter’s school',
  'Doctor’s appointment',
  'Jury duty',
] as const

/** Afternoons, mornings and whole days. */
const HOURS = [
  ['12:00', '16:00'],
  ['07:30', '11:30'],
  ['07:30', '16:00'],
] as const

/** The first school day on or after the date; the date itself if the year has none left. */
const schoolDayFrom = ({ isSchoolDay, last }: SchoolYear, date: LocalDate): LocalDate => {
  for (let day = date; day <= last; day = addDays(day, 1)) if (isSchoolDay(day)) return day
  return date
}

/**
 * Days relative to today for which the three therapists with an account, and every fourth other one, requested time
 * off.
 */
const ACCOUNTS = 3
const PAST = [-61, -33, -12] as const
const COMING = [6, 15, 27] as const

/** Days relative to today on which the first account begins a span, and its length. */
const SPAN = { begins: 40, days: 5 } as const

/** Hours granted at the start of the year. */
const GRANTS = [40, 56, 64, 80] as const
/** The second account has few hours left, so its pending request exceeds the balance. */
const NEARLY_SPENT = 2

export const createTimeOff = (
  random: Random,
  staff: readonly DemoProvider[],
  year: SchoolYear,
  timeZone: string,
): TimeOff => {
  const { today } = year
  const requests: Request[] = []
  const taken = new Set<string>()
  const returns: Returns = new Map()
  const ask = ({ id: providerId, userId }: DemoProvider, days: number, state: Request['state']) => {
    // Spread over the week, so that not everyone is away on the same day, and no one twice.
    let requestedDate = schoolDayFrom(year, addDays(today, days + (providerId % 4)))
    while (taken.has(`${providerId} ${requestedDate}`)) requestedDate = schoolDayFrom(year, addDays(requestedDate, 1))
    taken.add(`${providerId} ${requestedDate}`)
    const [startTime, endTime] = random.pick(HOURS)
    const askedOn = addDays(days < 0 ? requestedDate : today, -random.int(3, 14))
    const requestedOn = instantOf(askedOn, addMinutes('15:30', random.int(0, 90)), timeZone)
    const isPending = state === 'pending'
    requests.push({
      id: requests.length + 1,
      providerId,
      spanId: null,
      requestedOn,
      requestedDate,
      startTime,
      endTime,
      reason: random.pick(REASONS),
      state,
      notes: state === 'rejected' ? 'Too many are away that day already.' : '',
      decidedById: isPending ? null : state === 'withdrawn' ? userId : 1 + (providerId % 2),
      decidedAt: isPending ? null : instantOf(addDays(askedOn, 1), '09:00', timeZone),
      version: isPending ? 1 : 2,
    })
  }
  /** Several days in one step, which wait for an answer. */
  const askForSpan = ({ id: providerId }: DemoProvider) => {
    const requestedOn = instantOf(addDays(today, -1), '15:45', timeZone)
    const spanId = requests.length + 1
    let requestedDate = schoolDayFrom(year, addDays(today, SPAN.begins))
    for (let day = 0; day < SPAN.days; day += 1) {
      requests.push({
        id: requests.length + 1,
        providerId,
        spanId,
        requestedOn,
        requestedDate,
        // From noon on the first day.
        startTime: day === 0 ? '12:00' : '07:30',
        endTime: '16:00',
        reason: 'Visiting my parents abroad',
        state: 'pending',
        notes: '',
        decidedById: null,
        decidedAt: null,
        version: 1,
      })
      requestedDate = schoolDayFrom(year, addDays(requestedDate, 1))
    }
  }
  /** The last accepted request: its provider wants to return the time off. */
  const giveBack = ({ userId }: DemoProvider) => {
    const request = requests.at(-1)
    if (!request?.decidedAt) return
    const returnedAt = new Date(request.decidedAt.getTime() + HOUR)
    returns.set(request.id, { at: request.decidedAt, by: request.decidedById ?? null })
    Object.assign(request, { state: 'givingBack', decidedById: userId, decidedAt: returnedAt, version: 3 })
  }
  for (const provider of staff) {
    const hasAccount = provider.id <= ACCOUNTS
    if (!hasAccount && provider.id % 4 !== 0) continue
    for (const days of PAST) if (hasAccount || random.chance(0.5)) ask(provider, days, 'accepted')
    if (hasAccount || random.chance(0.3)) ask(provider, -45, 'rejected')
    if (hasAccount) ask(provider, -22, 'withdrawn')
    const [next, later, last] = COMING
    ask(provider, next, hasAccount || random.chance(0.6) ? 'accepted' : 'pending')
    ask(provider, later, 'pending')
    if (hasAccount) ask(provider, last, 'accepted')
    if (provider.id === 1) {
      giveBack(provider)
      askForSpan(provider)
    }
  }
  return {
    requests,
    moves: movesOf(requests, returns),
    ...balancesOf(random, staff, requests, returns, year, timeZone),
  }
}

const HOUR = 3_600_000

/** Who accepted the requests that are being returned, and when, by their id. */
type Returns = Map<number, { at: Date; by: number | null }>

const EVENTS: Partial<Record<PtoState, PtoRequestEvent['type']>> = {
  accepted: 'request.accept',
  rejected: 'request.reject',
  withdrawn: 'request.withdraw',
}

const movesOf = (requests: readonly Request[], returns: Returns): Move[] =>
  requests.flatMap(({ id, state, decidedById, decidedAt, notes }) => {
    const accepted = returns.get(id)
    const line = { machine: ptoRequestMachine.id, entity: String(id), detail: notes ? { note: notes } : null }
    if (accepted && decidedAt) {
      return [
        {
          ...line,
          at: accepted.at,
          userId: accepted.by,
          fromState: 'pending',
          event: 'request.accept',
          toState: 'accepted',
        },
        {
          ...line,
          at: decidedAt,
          userId: decidedById ?? null,
          fromState: 'accepted',
          event: 'request.giveBack',
          toState: 'givingBack',
        },
      ]
    }
    const event = state && EVENTS[state]
    return state === undefined || event === undefined || !decidedAt
      ? []
      : {
          ...line,
          at: decidedAt,
          userId: decidedById ?? null,
          fromState: 'pending',
          event,
          toState: state,
        }
  })

/** A sheet at the start of the year gave everyone hours; accepted requests deducted theirs. */
const balancesOf = (
  random: Random,
  staff: readonly DemoProvider[],
  requests: readonly Request[],
  returns: Returns,
  { first }: SchoolYear,
  timeZone: string,
): Pick<TimeOff, 'balances' | 'entries'> => {
  const accepted = requests
    .filter(({ state }) => state === 'accepted' || state === 'givingBack')
    .map(({ startTime, endTime, ...request }) => {
      const { at: decidedAt = request.decidedAt, by: decidedById = request.decidedById } = returns.get(request.id) ?? {}
      return { ...request, decidedAt, decidedById, hours: hundredthsBetween(startTime, endTime) }
    })
    .sort((a, b) => Number(a.decidedAt) - Number(b.decidedAt))
  const decisions = accepted.map(({ decidedAt }) => Number(decidedAt))
  const opened = new Date(Math.min(Number(instantOf(first, '08:00', timeZone)), ...decisions) - 7 * 24 * 3_600_000)
  const balances: Balance[] = []
  const entries: Entry[] = []
  for (const { id: providerId } of staff) {
    const own = accepted.filter((request) => request.providerId === providerId)
    const spent = own.reduce((sum, { hours }) => sum + hours, 0)
    const granted = providerId === NEARLY_SPENT ? spent + 300 : Math.max(random.pick(GRANTS) * 100, spent)
    const line = { providerId, byId: 1 }
    entries.push({
      ...line,
      kind: 'upload',
      change: hoursOf(granted),
      balanceAfter: hoursOf(granted),
      ptoRequestId: null,
      source: 'pto-hours.xlsx',
      at: opened,
    })
    let left = granted
    for (const { id, hours, decidedAt, decidedById } of own) {
      left -= hours
      entries.push({
        ...line,
        byId: decidedById ?? 1,
        kind: 'acceptance',
        change: hoursOf(-hours),
        balanceAfter: hoursOf(left),
        ptoRequestId: id,
        source: '',
        at: decidedAt ?? opened,
      })
    }
    balances.push({
      providerId,
      availableHours: hoursOf(left),
      updatedById: own.at(-1)?.decidedById ?? 1,
      updatedAt: own.at(-1)?.decidedAt ?? opened,
      version: own.length + 2,
    })
  }
  return { balances, entries }
}
