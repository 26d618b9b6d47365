/** What may be invoiced, and the messages (spec 2, sections 4, 5 and 8; docs/decisions/invoices.md). */
import { z } from 'zod'
import { plainText } from '../text-rules.ts'
import { addDays, type LocalDate, localDateSchema } from '../time.ts'
import { inWords } from '../words.ts'
import { MAX_LOCK_OUT_DAYS, requiredDate } from './lock-out.ts'
import { type Period, periodInWords } from './period.ts'

const LOCK_FIRST = 'Lock the period before you invoice it.'
const NO_RATE = 'Some approved hours have no rate'

const runEnds = { done: 'is done', canceled: 'was canceled', failed: 'failed' } as const

export const invoiceMessages = {
  startDate: 'Start Date Is Required',
  endDate: 'End Date Is Required',
  endBeforeStart: "End Date can't be less than Start Date",
  tooLong: 'Choose at most four months.',
  school: 'School Is Required',
  generated: 'Your invoice has been generated',
  nothingChanged: 'Nothing has changed',
  unchanged: (number: string) => `Nothing has changed since ${number}, so no new invoice was issued.`,
  fileNotFound: 'File not found',
  notFound: 'This invoice no longer exists. Look for it in Billing History.',
  schoolNotFound: 'This school no longer exists.',
  notLocked: (period: Period) => `${periodInWords(period)} is not locked. ${LOCK_FIRST}`,
  nothing: (period: Period) =>
    `There are no approved hours to invoice from ${periodInWords(period)}. Choose another school or other dates.`,
  withoutRate: (what: string) => `${NO_RATE}: ${what}. Set their rates under Close Out.`,
  billedBy: (number: string) =>
    `Some of this work is on invoice ${number} already. Generate that invoice again instead.`,
  /** Why a corrected day can't be approved. */
  billedTwice: (numbers: readonly string[]) =>
    `Some of this work would be on several invoices: ${inWords(numbers)}. Cancel the correction, generate one invoice for all of their students and services, and correct the day again.`,
  paid: (number: string) => `Invoice ${number} is marked as paid and can't be replaced. Remove its paid mark first.`,
  superseded: (number: string) =>
    `Invoice ${number} has been replaced by a newer one. Use that one: Billing History shows it.`,
  noEmail: (school: string) => `${school} has no billing email. Add one under Billing Details of the school.`,
  noMail: "This server has no mail server, so it can't send email. Download the invoice and send it yourself.",
  queued: (number: string, to: string) => `Invoice ${number} will be sent to ${to}.`,
  sentAlready: (to: string) => `It was sent to ${to} before.`,
  paidAlready: 'It is marked as paid.',
  queuedAlready: (number: string) => `Invoice ${number} is being sent already. Wait until it is sent.`,
  paidMarked: (number: string) => `Invoice ${number} is marked as paid.`,
  paidRemoved: (number: string) => `Invoice ${number} is no longer marked as paid.`,
  changed: 'Someone else has changed this invoice. Please review it.',
  paidOn: 'Paid On Is Required',
  paidLater: 'Choose a date no later than today.',
  runStarted: 'The invoices are being generated.',
  runRunning: 'Invoices are being generated already. Wait until they are done, or cancel them.',
  runNotFound: 'These invoices are no longer on record. Generate them again.',
  runOver: 'They are done already, so nothing was canceled.',
  runFailed: 'The server could not continue. Start again: schools that are done are left as they are.',
  runEnded: (state: 'done' | 'canceled' | 'failed', period: Period, issued: number, skipped: number) =>
    `Generating the invoices of all schools from ${periodInWords(period)} ${runEnds[state]}: ${issued} issued, ${skipped} skipped.`,
  runCanceled: 'Generating the invoices was canceled. Invoices that were issued remain.',
} as const

/** The invoice alone in the history, by its number. */
export const invoiceAddress = (number: string): string => `/billing-history?${new URLSearchParams({ number })}`

/** Where an administrator can change what keeps an invoice from being issued; undefined if nowhere. */
export const mendedAt = (refusal: string): 'lockOut' | 'closeOut' | undefined => {
  if (refusal.endsWith(LOCK_FIRST)) return 'lockOut'
  return refusal.startsWith(NO_RATE) ? 'closeOut' : undefined
}

/** A school's work in a period. */
export interface InvoiceSelection extends Period {
  readonly schoolId: number
  /** In order; empty for all. */
  readonly studentIds: readonly number[]
  readonly serviceIds: readonly number[]
}

/** At most four months, as of a lock-out. */
const isTooLong = ({ startDate, endDate }: Period): boolean => endDate >= addDays(startDate, MAX_LOCK_OUT_DAYS)

const inOrderAndShort = ({ startDate, endDate }: Period): string | undefined => {
  if (endDate < startDate) return invoiceMessages.endBeforeStart
  return isTooLong({ startDate, endDate }) ? invoiceMessages.tooLong : undefined
}

/** The period of an invoice, or of the invoices to send or export; messages are at the end date. */
export const periodSchema = z
  .object({ startDate: requiredDate(invoiceMessages.startDate), endDate: requiredDate(invoiceMessages.endDate) })
  .superRefine((period, context) => {
    const message = inOrderAndShort(period)
    if (message !== undefined) context.addIssue({ code: 'custom', path: ['endDate'], message })
  })

const includesAll = (chosen: readonly number[], others: readonly number[]): boolean =>
  chosen.length === 0 || (others.length > 0 && others.every((id) => chosen.includes(id)))

/** Whether a new invoice bills everything that an earlier one of the same school bills, and so replaces it. */
export const replaces = (selection: InvoiceSelection, earlier: InvoiceSelection): boolean =>
  selection.schoolId === earlier.schoolId &&
  selection.startDate <= earlier.startDate &&
  selection.endDate >= earlier.endDate &&
  includesAll(selection.studentIds, earlier.studentIds) &&
  includesAll(selection.serviceIds, earlier.serviceIds)

export const isSameSelection = (one: InvoiceSelection, other: InvoiceSelection): boolean =>
  replaces(one, other) && replaces(other, one)

/** When a payment arrived: not after today, in words that help. */
export const paidSchema = (today?: LocalDate) =>
  z.object({
    paidOn: z
      .string()
      .min(1, { error: invoiceMessages.paidOn, abort: true })
      .pipe(localDateSchema)
      .refine((date) => today === undefined || date <= today, invoiceMessages.paidLater),
    reference: plainText().trim().max(100),
  })

/** How overdue an invoice is, in days after it was due. */
export const AGES = ['notDue', 'to30', 'to60', 'to90', 'over90'] as const
export type Age = (typeof AGES)[number]

export const ageNames: Record<Age, string> = {
  notDue: 'Not due yet',
  to30: '1–30 days',
  to60: '31–60 days',
  to90: '61–90 days',
  over90: 'Over 90 days',
}
