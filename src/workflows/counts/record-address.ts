/** Links to the records of each lifecycle; a new lifecycle needs an entry here. */

import type { WorkflowRecord } from '#contract/workflow-counts.ts'
import { correctionAddress } from '#domain/billing/corrections.ts'
import { invoiceAddress } from '#domain/billing/invoice-rules.ts'
import { calendarAddressOf } from '#domain/calendar-addresses.ts'
import { formatDate, formatTimeRange, type LocalDate } from '#domain/time.ts'
import { PTO_STATUSES } from '#domain/time-off.ts'
import { providerDayAddress } from '#screens/schedule/calendar-address.ts'
import { editAddressOf } from '#screens/schedule/session-addresses.ts'

type DatedRecord = WorkflowRecord & { readonly date: LocalDate }

/** Sessions in these states open in their form; others open on the calendar. */
const IN_FORM: readonly string[] = ['scheduled', 'editPending', 'confirmed']

/** Whose record it is, in a lifecycle whose records are all providers'. */
const providerOf = ({ entity, providerId }: WorkflowRecord): number => {
  if (providerId === null) throw new RangeError(`The record ${entity} has no provider`)
  return providerId
}

const sessionAddress = (record: DatedRecord): string => {
  const { entity, scheduleEventId, state, date, isRecurring } = record
  if (scheduleEventId === null || !IN_FORM.includes(state)) {
    return calendarAddressOf({ date, providerId: providerOf(record) }, true)
  }
  const target = { scope: 'occurrence', scheduleEventId, occurrenceId: Number(entity), date, isRecurring } as const
  return editAddressOf(target, true)
}

/** The request list, filtered by provider, day and status. */
const requestAddress = (record: DatedRecord): string => {
  const { date, state } = record
  const status = PTO_STATUSES.find((each) => each.state === state)
  const query = new URLSearchParams({ providerIds: String(providerOf(record)), from: date, to: date })
  if (status) query.set('statusId', String(status.id))
  return `/pto-record?${query}`
}

/** The calendar of a provider, on which the feed's dialog opens. */
const calendarAddress = (record: WorkflowRecord): string =>
  `/schedule-event-viewer?${new URLSearchParams({ provider: String(providerOf(record)) })}`

/** Its close-out before it is locked. */
const billingPeriodAddress = ({ date, state }: WorkflowRecord): string =>
  date !== null && (state === 'open' || state === 'closing')
    ? `/close-out?${new URLSearchParams({ period: date })}`
    : '/lockout'

const recordOfInvoice = ({ label }: WorkflowRecord): string => invoiceAddress(label)

/** A record without a date has no page of its own. */
const ofDated =
  (address: (record: DatedRecord) => string) =>
  ({ date, ...record }: WorkflowRecord): string =>
    date === null ? calendarAddress({ date, ...record }) : address({ date, ...record })

interface RecordWords {
  /** Singular and plural of the record's name. */
  readonly nouns: readonly [one: string, several: string]
  /** What is counted, where the records' own list counts something else. */
  readonly counted?: string
  /** The record's address, for administrators. */
  readonly address: (record: WorkflowRecord) => string
}

export const RECORD_WORDS: Readonly<Record<string, RecordWords>> = {
  'schedule/occurrence': { nouns: ['session', 'sessions'], address: ofDated(sessionAddress) },
  'schedule/provider-change': {
    nouns: ['change of whole sessions', 'changes of whole sessions'],
    address: ({ entity }) => `/provider-changes/${entity}`,
  },
  'schedule/provider-day': {
    nouns: ['day', 'days'],
    address: ofDated((record) => providerDayAddress(providerOf(record), record.date)),
  },
  'time-off/pto-request': {
    nouns: ['requested day', 'requested days'],
    counted: 'Each requested day counts; the list of requests counts a request for several days once.',
    address: ofDated(requestAddress),
  },
  'people/account': {
    nouns: ['account', 'accounts'],
    address: (record) => `/edit-provider/${providerOf(record)}/view`,
  },
  'people/hand-over-lifecycle': {
    nouns: ['hand-over', 'hand-overs'],
    address: (record) => `/hand-over/${providerOf(record)}`,
  },
  'documents/provider-document': {
    nouns: ['document', 'documents'],
    address: (record) => `/provider-documents/${providerOf(record)}${record.state === 'deleted' ? '?show=2' : ''}`,
  },
  'billing/billing-period': { nouns: ['billing period', 'billing periods'], address: billingPeriodAddress },
  'billing/day-correction': {
    nouns: ['correction', 'corrections'],
    address: ({ entity }) => correctionAddress(Number(entity)),
  },
  'billing/invoice': { nouns: ['invoice', 'invoices'], address: recordOfInvoice },
  'billing/invoice-delivery': { nouns: ['email', 'emails'], address: recordOfInvoice },
  'schedule/calendar-feed': { nouns: ['calendar', 'calendars'], address: calendarAddress },
}

/** A record in a list: when it is, or whose it is. */
export const nameOfRecord = ({ date, startTime, endTime, providerName }: WorkflowRecord): string => {
  if (date === null) return providerName
  return startTime !== null && endTime !== null
    ? `${formatDate(date)}, ${formatTimeRange(startTime, endTime)}`
    : formatDate(date)
}

/** The same with whose it is, if it is someone's. */
export const fullNameOfRecord = (record: WorkflowRecord): string =>
  [nameOfRecord(record), record.providerName].filter((name) => name !== '').join(', ')
