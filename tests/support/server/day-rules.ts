/**
 * Every API call that changes a provider's day, with the machine that the server must ask. A cell of the table is one
 * of these calls on one stored state of the day, by one person.
 */
import { api, type EndpointName } from '#contract/api.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { hoursToWire, sessionHoursToWire } from '#contract/schedule.ts'
import { correctionMessages } from '#domain/billing/corrections.ts'
import type { ProviderDayState } from '#domain/provider-day.ts'
import { addDays, formatDate, type LocalDate } from '#domain/time.ts'
import type { OccurrenceEvent } from '#machines/schedule/occurrence.machine.ts'
import type { ProviderDayEvent } from '#machines/schedule/provider-day.machine.ts'
import { SCHOOL_IDS, SERVICE_IDS, sessionPayload } from './schedule.ts'

/** A provider's day with one session at Lincoln, 9:00 to 9:45, of two students, and its stored hours. */
export interface RuleDay {
  date: LocalDate
  providerId: 1 | 2
  state: ProviderDayState
  /** The session on it; for actions on a series or a move, their first session. */
  occurrenceId: number
  seriesId: number
  version: string
  /** The first student's place in the session. */
  placeId: number
  /** The version of its hours, as the form that rejects it reads it. */
  hoursKey: string
  timesheetId: number
  /** A caseload that is not in the session. */
  otherCaseloadId: number
  caseloadIds: number[]
}

interface Refused {
  status: number
  message: string
  /** The list in the response to an approval. */
  data?: string[]
}

export interface DayAction {
  /** The table's name for it. */
  name: string
  call: EndpointName
  body: (day: RuleDay) => object
  /** The machine that must allow it, and the event to ask it about. */
  asks: { day: ProviderDayEvent } | { occurrence: OccurrenceEvent['type'] }
  /** The day's new state, and how many of its rows become unconfirmed; by default nothing changes. */
  becomes?: { event: ProviderDayEvent; unconfirmed: (before: number) => number; isAlwaysLogged?: boolean }
  /** A provider's change is pending until an administrator approves it; the day does not change. */
  waitsForProviders?: boolean
  /** The session's entries in the transition log. */
  logs?: OccurrenceEvent['type']
  /** What is needed in addition to the day: a pending change, a series from the day before it to the day after, a session on the day after. */
  needs?: 'waiting change' | 'series' | 'session to move'
  /** The message to another provider, which reveals nothing about the day. */
  toOthers?: Refused
  /** The message when the day's state refuses the action. */
  refused?: (day: RuleDay) => Refused
  /** A 409 includes the stored timesheet row. */
  tellsRow?: true
  /** A change to a series succeeds although one of its days is read-only, and leaves that day unchanged. */
  leavesAlone?: boolean
}

const NO_SESSION: Refused = { status: 404, message: 'Session not found.' }
const NO_ROW: Refused = { status: 404, message: 'This provider has no session at this school on this day.' }
const NOT_YOURS: Refused = { status: 403, message: "You don't have access to this page" }

export const readOnly = ({ date, state }: RuleDay): Refused => ({
  status: 409,
  message: `${formatDate(date)} is ${state}. You will not be able to make any changes for this day.`,
})
const cannotAdd = ({ date, state }: RuleDay): Refused => ({
  status: 409,
  message: `No session can be added: ${formatDate(date)} is ${state}.`,
})
const notApproved = (day: RuleDay): Refused => {
  const which = formatDate(day.date)
  const name = day.providerId === 1 ? 'Paul Provider' : 'Sofía Special'
  const why = {
    open: `${name} has not confirmed the hours at Lincoln on ${which}.`,
    approved: `${which} was already approved for ${name} by Ben Boss.`,
    locked: readOnly(day).message,
    rejected: `${name} has not confirmed the hours at Lincoln on ${which}.`,
    confirmed: '',
    reopened: '',
    correcting: correctionMessages.approvedApart({ providerName: name, date: day.date }),
    corrected: correctionMessages.approvedApart({ providerName: name, date: day.date }),
  }[day.state]
  return { status: 409, message: 'Some days could not be approved.', data: [why] }
}
const notReopened = (day: RuleDay): Refused => {
  if (day.state === 'locked') return readOnly(day)
  const which = formatDate(day.date)
  const why = day.state === 'reopened' ? 'was already reopened by Ben Boss.' : 'is not approved.'
  return { status: 409, message: `${which} ${why}` }
}

const notRejected = (day: RuleDay): Refused => {
  if (day.state === 'locked') return readOnly(day)
  if (day.state === 'correcting') return { status: 409, message: correctionMessages.notConfirmed(day) }
  const name = day.providerId === 1 ? 'Paul Provider' : 'Sofía Special'
  const decided = `${formatDate(day.date)} was already ${day.state} for ${name} by Ben Boss.`
  return { status: 409, message: day.state === 'approved' ? `${decided} Reopen it instead.` : decided }
}

const hours = ({ date, providerId, timesheetId: id }: RuleDay, isZeroHours = false) =>
  hoursToWire({
    id,
    providerId,
    schoolId: SCHOOL_IDS.lincoln,
    eventDate: date,
    startTime: isZeroHours ? '' : '08:45',
    endTime: isZeroHours ? '' : '10:00',
    isZeroHours,
    isConfirmClicked: true,
    serviceId: SERVICE_IDS.ot,
  })

/** The session as the form sends it. */
const session = ({ providerId, caseloadIds, date }: RuleDay, change: Parameters<typeof sessionPayload>[0] = {}) =>
  sessionPayload({ providerId, caseloadIds, rateTypeId: 1, date, ...change })

const none = () => 0
const one = () => 1
const asBefore = (before: number) => before

const settles = (unconfirmed: (before: number) => number): DayAction['becomes'] => ({
  event: { type: 'sessions.change' },
  unconfirmed,
})

const everyDay = { type: 'daily', option: 'everyNDays', everyNDays: 1 } as const

const words = (name: string, call: EndpointName, what: object, id: (day: RuleDay) => number): DayAction => ({
  name,
  call,
  body: (day) => ({ id: id(day), ...what }),
  asks: { occurrence: 'feedback.save' },
  logs: 'feedback.save',
  toOthers: NO_SESSION,
})

export const DAY_ACTIONS: readonly DayAction[] = [
  {
    name: 'confirm hours',
    tellsRow: true,
    call: 'updateSchoolTime',
    body: (day) => hours(day),
    asks: { day: { type: 'hours.confirm' } },
    becomes: { event: { type: 'hours.confirm' }, unconfirmed: none },
    toOthers: NO_ROW,
  },
  {
    name: 'confirm zero hours',
    tellsRow: true,
    call: 'updateSchoolTime',
    body: (day) => hours(day, true),
    asks: { day: { type: 'hours.confirm' } },
    becomes: { event: { type: 'hours.confirm' }, unconfirmed: none },
    toOthers: NO_ROW,
  },
  {
    name: 'save hours unconfirmed',
    tellsRow: true,
    call: 'updateSchoolTime',
    body: (day) => ({ ...hours(day), isConfirmClicked: false }),
    asks: { day: { type: 'hours.change' } },
    becomes: { event: { type: 'hours.change' }, unconfirmed: one },
    toOthers: NO_ROW,
  },
  {
    name: 'delete hours',
    tellsRow: true,
    call: 'deleteSchoolTime',
    body: (day) => ({ ...hours(day) }),
    asks: { day: { type: 'hours.change' } },
    becomes: { event: { type: 'hours.change' }, unconfirmed: one, isAlwaysLogged: true },
    toOthers: NO_ROW,
  },
  {
    name: 'update timesheet',
    tellsRow: true,
    call: 'updateTimesheet',
    body: ({ occurrenceId: id }) =>
      sessionHoursToWire({ id, isTimesheetReq: true, isZeroHours: false, startTime: '08:00', endTime: '11:00' }),
    asks: { occurrence: 'feedback.save' },
    becomes: settles(asBefore),
  },
  words('label a session', 'updateRecurrenceFeedback', { trackingLabels: 'PRE' }, ({ occurrenceId }) => occurrenceId),
  words('note a session', 'updateEventNote', { trackingFeedback: 'Went well.' }, ({ occurrenceId }) => occurrenceId),
  words('label a student', 'updateRecurrenceStudentFeedback', { trackingLabels: 'ABS' }, ({ placeId }) => placeId),
  words('note a student', 'updateStudentNote', { trackingFeedback: 'Sick.' }, ({ placeId }) => placeId),
  {
    name: 'write the Daily Note',
    call: 'addDayNote',
    body: ({ providerId: id, date }) => ({ id, startDateTimeUtc: date, dayNote: 'Fire drill at ten.' }),
    asks: { day: { type: 'sessions.change' } },
    toOthers: NOT_YOURS,
  },
  {
    name: 'explain hours',
    call: 'explainHours',
    body: ({ providerId, date }) => ({
      ...{ providerId, schoolId: SCHOOL_IDS.lincoln, date },
      ...{ explanation: 'Stayed for a meeting.', entityCacheKey: '0' },
    }),
    asks: { day: { type: 'sessions.change' } },
    toOthers: NOT_YOURS,
  },
  {
    name: 'add a caseload',
    call: 'addCaseload',
    body: ({ occurrenceId: id, otherCaseloadId }) => ({ id, caseloadIds: [otherCaseloadId] }),
    asks: { occurrence: 'students.change' },
    becomes: settles(asBefore),
    logs: 'students.change',
    toOthers: NO_SESSION,
  },
  {
    name: 'remove a caseload',
    call: 'deleteStudentFromCaseload',
    body: ({ occurrenceId, placeId: id }) => ({ id, scheduleEventRecurrenceId: occurrenceId }),
    asks: { occurrence: 'students.change' },
    becomes: settles(asBefore),
    logs: 'students.change',
    toOthers: NO_SESSION,
  },
  {
    name: 'add a session',
    call: 'addScheduleEvent',
    body: (day) => session(day, { startTime: '11:00', endTime: '11:30' }),
    asks: { day: { type: 'sessions.change' } },
    becomes: settles(one),
    toOthers: NOT_YOURS,
    refused: cannotAdd,
  },
  {
    name: 'edit a session',
    call: 'updateScheduleEventRecurrence',
    body: (day) => ({
      ...session(day, { startTime: '09:30', endTime: '10:15' }),
      id: day.occurrenceId,
      entityCacheKey: day.version,
    }),
    asks: { occurrence: 'occurrence.edit' },
    becomes: settles(one),
    waitsForProviders: true,
    logs: 'occurrence.edit',
    toOthers: NO_SESSION,
  },
  {
    name: 'move a session to the day',
    call: 'updateScheduleEventRecurrence',
    body: (day) => ({ ...session(day), id: day.occurrenceId, entityCacheKey: day.version }),
    needs: 'session to move',
    asks: { day: { type: 'sessions.change' } },
    becomes: settles(one),
    waitsForProviders: true,
    logs: 'occurrence.edit',
    toOthers: NO_SESSION,
    refused: cannotAdd,
  },
  {
    name: 'approve a waiting change',
    call: 'approveScheduleEventRecurrence',
    body: ({ occurrenceId: id }) => ({ id }),
    needs: 'waiting change',
    asks: { occurrence: 'edit.approve' },
    becomes: settles(one),
    logs: 'edit.approve',
  },
  {
    name: 'reject a waiting change',
    call: 'rejectScheduleEventRecurrence',
    body: ({ occurrenceId: id }) => ({ id }),
    needs: 'waiting change',
    asks: { occurrence: 'edit.reject' },
    logs: 'edit.reject',
  },
  {
    name: 'withdraw a waiting change',
    call: 'withdrawScheduleEventRecurrence',
    body: ({ occurrenceId: id, version: entityCacheKey }) => ({ id, entityCacheKey }),
    needs: 'waiting change',
    asks: { occurrence: 'edit.withdraw' },
    logs: 'edit.withdraw',
    toOthers: NO_SESSION,
  },
  {
    name: 'delete a session',
    call: 'deleteScheduleEvents',
    body: ({ occurrenceId }) => ({ scheduleEventRecurrenceIds: [occurrenceId] }),
    asks: { occurrence: 'occurrence.delete' },
    becomes: settles(none),
    logs: 'occurrence.delete',
    toOthers: NO_SESSION,
  },
  {
    name: 'change a series',
    call: 'updateScheduleEventSeries',
    body: (day) => ({
      ...session(day, {
        startTime: '09:30',
        endTime: '10:15',
        rule: everyDay,
        date: addDays(day.date, -1),
        endDate: addDays(day.date, 1),
      }),
      id: day.seriesId,
      entityCacheKey: '1',
      changeFromDate: day.date,
    }),
    needs: 'series',
    asks: { occurrence: 'series.edit' },
    becomes: settles(one),
    logs: 'series.edit',
    toOthers: NO_SESSION,
    leavesAlone: true,
  },
  {
    name: 'delete a series',
    call: 'deleteScheduleEventSeries',
    body: ({ seriesId: id, date: fromDate }) => ({ id, fromDate }),
    needs: 'series',
    asks: { occurrence: 'occurrence.delete' },
    becomes: settles(none),
    logs: 'occurrence.delete',
    toOthers: NO_SESSION,
    leavesAlone: true,
  },
  {
    name: 'approve the day',
    call: 'approveScheduleEvents',
    body: ({ occurrenceId: id, date }) => ({ scheduleEventRecurrence: [{ id, recurrenceDate: date }] }),
    asks: { day: { type: 'day.approve' } },
    becomes: { event: { type: 'day.approve' }, unconfirmed: asBefore },
    refused: notApproved,
  },
  {
    name: 'reject the day, with a reason',
    call: 'rejectDays',
    body: ({ providerId, date, hoursKey }) => ({
      days: [{ providerId, date, entityCacheKey: hoursKey }],
      reason: 'Wrong hours',
    }),
    asks: { day: { type: 'day.reject', reason: 'Wrong hours' } },
    becomes: { event: { type: 'day.reject', reason: 'Wrong hours' }, unconfirmed: one },
    refused: notRejected,
  },
  {
    name: 'reject the day, without a reason',
    call: 'rejectDays',
    body: ({ providerId, date }) => ({ days: [{ providerId, date, entityCacheKey: '-' }], reason: ' ' }),
    asks: { day: { type: 'day.reject', reason: ' ' } },
    refused: () => ({ status: 400, message: 'Reason Is Required' }),
  },
  {
    name: 'reopen the day, with a reason',
    call: 'reopenDay',
    body: ({ providerId, date }) => ({ providerId, date, reason: 'Wrong hours' }),
    asks: { day: { type: 'day.reopen', reason: 'Wrong hours' } },
    becomes: { event: { type: 'day.reopen', reason: 'Wrong hours' }, unconfirmed: none },
    refused: notReopened,
  },
  {
    name: 'reopen the day, without a reason',
    call: 'reopenDay',
    body: ({ providerId, date }) => ({ providerId, date, reason: ' ' }),
    asks: { day: { type: 'day.reopen', reason: ' ' } },
    refused: () => ({ status: 400, message: 'Reason Is Required' }),
  },
]

/** Calls of the schedule that don't change a day. */
const READING: readonly EndpointName[] = [
  'getScheduleEventPageLoadLists',
  'editScheduleEventRecurrenceById',
  'editScheduleEventById',
  'previewScheduleEvent',
  'getScheduleEvents',
  'getScheduleEventById',
  'getProviderChange',
  'getScheduleEventsPerDay',
  'getWeeklyScheduleEvents',
  'getRecurrenceFeedback',
  'getRecurrenceStudentFeedback',
  'getEventsServiceTypes',
  'getDayNote',
  'getHoursExplanation',
  'checkDays',
  'getDayToReject',
  'getDayToReopen',
  'getPeopleDays',
  'downloadScheduleEvents',
]

/**
 * They leave closed days alone, as their own tests show: they need a change that a provider made or asked for while the day
 * was open.
 */
const DECIDING: readonly EndpointName[] = [
  'approveProviderChange',
  'rejectProviderChange',
  'withdrawProviderChange',
  'undoProviderChange',
]

/** Calls of the schedule that are in none of the lists. */
export const callsLeftOut = (): string[] => {
  const known = new Set<string>([...READING, ...DECIDING, ...DAY_ACTIONS.map(({ call }) => call)])
  return Object.entries<Endpoint>(api)
    .filter(([name, { path }]) => path.startsWith('/api/schedule-event/') && !known.has(name))
    .map(([name]) => name)
}
