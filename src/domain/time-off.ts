/**
 * Time-off requests (spec 2, sections 2.7, 2.8, 4 and 5): form, filters and messages.
 */

import { z } from 'zod'
import { nameOfIn } from './choices.ts'
import { dateRangeProblem } from './date-range.ts'
import { formatHours, hundredthsBetween, hundredthsOf } from './hours.ts'
import { plainLines } from './text-rules.ts'
import { formatDate, type LocalDate, localDateSchema } from './time.ts'

interface PtoStateFacts {
  /** On the wire. */
  readonly id: number
  /** The status in lists. */
  readonly name: string
  /** What became of the request. */
  readonly said: string
  readonly color: string
  /** Whether it awaits an administrator's answer. */
  readonly stage: 'waiting' | 'answered' | 'withdrawn'
  /** Whether the time off is granted: also while its return awaits an answer. */
  readonly isGranted: boolean
  /** What an administrator's note is called. */
  readonly note: string
  /** What the provider can do if they can't do what they asked for. */
  readonly instead: string
}

/**
 * A request's states, in the order of their ids on the wire and in the filter (spec 2, section 9); the spec has no words for
 * returning it.
 */
export const PTO_STATES = {
  pending: {
    ...{ id: 1, name: 'Pending', said: 'Pending', color: 'yellow', stage: 'waiting', isGranted: false },
    ...{ note: 'Note', instead: 'Reload the page, and try again.' },
  },
  accepted: {
    ...{ id: 2, name: 'Accepted', said: 'Accepted', color: 'green', stage: 'answered', isGranted: true },
    ...{ note: 'Why it was not taken back', instead: 'Return the time off instead.' },
  },
  rejected: {
    ...{ id: 3, name: 'Rejected', said: 'Rejected', color: 'red', stage: 'answered', isGranted: false },
    ...{ note: 'Rejection Note', instead: 'Request the time off again instead.' },
  },
  withdrawn: {
    ...{ id: 4, name: 'Withdraw', said: 'Withdrawn', color: 'gray.5', stage: 'withdrawn', isGranted: false },
    ...{ note: 'Note', instead: 'Request the time off again instead.' },
  },
  givingBack: {
    ...{ id: 5, name: 'Return Requested', said: 'Return Requested', color: 'orange', stage: 'waiting' },
    ...{ isGranted: true, note: 'Why it was not taken back', instead: 'Wait for the answer, or keep the time off.' },
  },
  givenBack: {
    ...{ id: 6, name: 'Returned', said: 'Returned', color: 'gray.5', stage: 'answered', isGranted: false },
    ...{ note: 'Note', instead: 'Request the time off again instead.' },
  },
} as const satisfies Record<string, PtoStateFacts>
export type PtoState = keyof typeof PTO_STATES
export type PtoStatusId = (typeof PTO_STATES)[PtoState]['id']

export const PTO_REQUEST_STATES = Object.keys(PTO_STATES) as [PtoState, ...PtoState[]]
export const PTO_STATUSES = PTO_REQUEST_STATES.map((state) => ({ state, ...PTO_STATES[state] }))
export const ptoStatusIdSchema = z.literal(PTO_STATUSES.map(({ id }) => id))

const statesThat = (are: (state: PtoStateFacts) => boolean): readonly PtoState[] =>
  PTO_REQUEST_STATES.filter((state) => are(PTO_STATES[state]))

export const isGrantedPto = (state: PtoState): boolean => PTO_STATES[state].isGranted
export const isOpenPto = (state: PtoState): boolean => PTO_STATES[state].stage === 'waiting'

export const GRANTED_PTO_STATES = statesThat(({ isGranted }) => isGranted)
/** While it awaits an administrator's answer. */
export const OPEN_PTO_STATES = statesThat(({ stage }) => stage === 'waiting')
export const ANSWERED_PTO_STATES = statesThat(({ stage }) => stage === 'answered')
/** While it is asked for and not granted. */
export const REQUESTED_PTO_STATES = statesThat(({ stage, isGranted }) => stage === 'waiting' && !isGranted)
/** While it takes up its time: no other request of the provider may overlap it. */
export const LIVE_PTO_STATES = [...REQUESTED_PTO_STATES, ...GRANTED_PTO_STATES]

export const ptoStatusName = nameOfIn(PTO_STATUSES)

export const ptoStateOf = (id: PtoStatusId): PtoState => {
  const found = PTO_STATUSES.find((status) => status.id === id)
  if (!found) throw new RangeError(`Time off has no status ${id}`)
  return found.state
}

/** Whether accepted hours were sent to QuickBooks. */
export const QUICK_BOOKS_STATUSES = ['Not Sent', 'Sent', 'Failed'] as const

export const MAX_REASON_LENGTH = 250
export const MAX_NOTE_LENGTH = 250

export const timeOffMessages = {
  requestedDate: 'Requested Date Is Required',
  startTime: 'Start Time Is Required',
  endTime: 'End Time Is Required',
  endBeforeStart: 'End Time can not be less than Start Time',
  endEqualsStart: 'End Time should be greater than Start Time',
  validTime: 'Enter Valid Time',
  reason: 'Reason Is Required',
  reasonTooLong: 'Maximum characters allowed is 250',
  toBeforeFrom: 'To Date can not be less than From Date',
  note: 'Note is required',
  noteTooLong: 'Maximum character length is 250',
  nothingChosen: 'Please select atleast one record',
  /** Asked before withdrawing; the spec gives no wording. */
  withdraw: 'Are you sure you want to withdraw the request?',
  /** Likewise before accepting. */
  accept: 'Are you sure you want to accept the selected requests?',
  /** Asked next, if a balance doesn't cover them. */
  acceptOver: 'This takes a balance below zero. Accept the requests anyway?',
  lastDate: 'Last Date Is Required',
  lastBeforeFirst: 'Last Date can not be less than Requested Date',
  firstFrom: 'First Day From should be less than End Time',
  lastUntil: 'Last Day Until should be greater than Start Time',
  /** When the half days at both ends are on the same day. */
  nothingBetween: 'Last Day Until should be greater than First Day From',
  noDay: 'No day is left to request',
  /** The existing requests that leave days out have not loaded. */
  daysNotShown: 'Wait until the days are shown',
  /** Asked before a request for a day that is over is sent. */
  past: 'This day is in the past. Request it anyway?',
  /** Asked before returning accepted time off. */
  giveBack: 'Are you sure you want to return this time off?',
  givingBack: 'An administrator will answer. Until then the time off stays accepted.',
  /** Asked before the provider cancels the return of time off. */
  keep: 'Are you sure you want to keep this time off?',
  kept: 'You keep the time off. No answer is needed anymore.',
  created: 'PTO Request has been created successfully',
  updated: 'PTO Request has been updated successfully',
  withdrawn: 'PTO Request has been withdrawn successfully',
  accepted: 'PTO Request accepted successfully',
  rejected: 'PTO Request rejected successfully',
  /** Spec 2, section 8. */
  empty: 'No Data Found',
} as const

/** A provider's first and last day at work; null if there is none yet. */
export interface EmploymentDays {
  readonly hireDate: LocalDate | null
  readonly termDate: LocalDate | null
}

/** Why a day can't be taken off: the provider isn't employed then. Undefined if they are. */
export const whyNotEmployed = ({ hireDate, termDate }: EmploymentDays, day: LocalDate): string | undefined => {
  if (termDate !== null && day > termDate) return `The last day at work is ${formatDate(termDate)}.`
  if (hireDate !== null && day < hireDate) return `The first day at work is ${formatDate(hireDate)}.`
  return undefined
}

/** Reports only the first broken rule of each field. */
const required = (message: string) => plainLines(message).trim().min(1, { error: message, abort: true })

/** With or without seconds. */
const TIME = /^([01]\d|2[0-3]):[0-5]\d(:\d\d)?$/

/** `HH:mm`; drops the seconds that other clients send. */
const timeField = (message: string) =>
  required(message)
    .regex(TIME, timeOffMessages.validTime)
    .transform((time) => time.slice(0, 5))

/** The times' order is checked once both are valid, even if other fields aren't. */
const times = z.object({ startTime: z.string().regex(TIME), endTime: z.string().regex(TIME) })
const areTimes = ({ value }: { value: unknown }) => times.safeParse(value).success

const checkOrder = ({ startTime, endTime }: { startTime: string; endTime: string }, context: z.RefinementCtx) => {
  if (endTime > startTime) return
  const message = endTime < startTime ? timeOffMessages.endBeforeStart : timeOffMessages.endEqualsStart
  context.addIssue({ code: 'custom', path: ['endTime'], message })
}

/** One day of time off. */
export const ptoDaySchema = z
  .object({
    requestedDate: required(timeOffMessages.requestedDate).pipe(localDateSchema),
    startTime: timeField(timeOffMessages.startTime),
    endTime: timeField(timeOffMessages.endTime),
  })
  .superRefine(checkOrder, { when: areTimes })
export type PtoDay = z.output<typeof ptoDaySchema>

export const ptoReasonSchema = required(timeOffMessages.reason).max(MAX_REASON_LENGTH, timeOffMessages.reasonTooLong)

export const ptoFormSchema = ptoDaySchema.safeExtend({ reason: ptoReasonSchema })
export type PtoForm = z.output<typeof ptoFormSchema>

/** Why an administrator rejected the request; shown to the provider. */
export const rejectNoteSchema = required(timeOffMessages.note).max(MAX_NOTE_LENGTH, timeOffMessages.noteTooLong)

/** For the providers' list; the administrators' list uses `dateRangeProblem` (date-range.ts). */
export const ptoRangeProblem = (range: { from: LocalDate | ''; to: LocalDate | '' }): string | undefined =>
  dateRangeProblem(range) === undefined ? undefined : timeOffMessages.toBeforeFrom

/** What accepting requests does to one provider's balance, in hundredths of an hour. */
export interface Overdraft {
  readonly providerId: number
  readonly providerName: string
  readonly requests: number
  readonly asked: number
  readonly before: number
  readonly after: number
}

interface AskedHours {
  readonly providerId: number
  readonly providerName: string
  readonly totalHours: string
  readonly balanceHours: string
  readonly statusId: PtoStatusId
}

/** Hours that accepting a request deducts, in hundredths; negative if it gives them back. */
export const hundredthsTaken = ({ totalHours, statusId }: Pick<AskedHours, 'totalHours' | 'statusId'>): number =>
  statusId === PTO_STATES.givingBack.id ? -hundredthsOf(totalHours) : hundredthsOf(totalHours)

/** The providers whose balance is negative after all these requests are accepted. */
export const overdraftsOf = (requests: readonly AskedHours[]): Overdraft[] => {
  const byProvider = new Map<number, Overdraft>()
  for (const request of requests) {
    const { providerId, providerName, balanceHours } = request
    const before = hundredthsOf(balanceHours)
    const sofar = byProvider.get(providerId)
    const asked = (sofar?.asked ?? 0) + hundredthsTaken(request)
    const count = (sofar?.requests ?? 0) + 1
    byProvider.set(providerId, { providerId, providerName, requests: count, asked, before, after: before - asked })
  }
  return [...byProvider.values()].filter(({ asked, after }) => asked > 0 && after < 0)
}

/** Hundredths of an hour between the times; 0 until both are valid and in order. */
export const hundredthsAsked = ({ startTime, endTime }: { startTime: string; endTime: string }): number =>
  areTimes({ value: { startTime, endTime } }) && endTime > startTime ? hundredthsBetween(startTime, endTime) : 0

const hoursInWords = (hundredths: number) => `${formatHours(hundredths)} ${hundredths === 100 ? 'hour' : 'hours'}`

/**
 * The warning before submitting a request that exceeds the balance; undefined if the balance covers it. Amounts are in
 * hundredths of an hour.
 *
 * @param balance.pending the total of the provider's other pending requests
 */
export const overBalanceHint = (asked: number, balance: { available: number; pending: number }): string | undefined => {
  const over = asked + balance.pending - balance.available
  if (asked === 0 || over <= 0) return undefined
  const waiting = balance.pending > 0 ? ` (${formatHours(balance.pending)} in pending requests)` : ''
  const left = `You have ${hoursInWords(balance.available)}${waiting}.`
  return `${left} This request is ${hoursInWords(Math.min(over, asked))} over your balance. You can still submit it.`
}
