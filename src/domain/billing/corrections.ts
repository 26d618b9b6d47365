/** Putting a day right after its period was locked (docs/decisions/corrections.md). */
import { z } from 'zod'
import { decimalText } from '../money.ts'
import { rateTypeIdSchema } from '../rate-types.ts'
import { formatDate, type LocalDate, localDateSchema } from '../time.ts'
import { quoted } from '../words.ts'

/** By their order in a correction's life. */
export const CORRECTION_STATES = {
  opened: { id: 1, label: 'Hours to confirm', color: 'yellow', isOpen: true },
  confirmed: { id: 2, label: 'Waiting for approval', color: 'blue', isOpen: true },
  completed: { id: 3, label: 'Completed', color: 'green', isOpen: false },
  canceled: { id: 4, label: 'Canceled', color: 'gray.6', isOpen: false },
} as const
export type CorrectionState = keyof typeof CORRECTION_STATES
export const correctionStates = Object.keys(CORRECTION_STATES) as [CorrectionState, ...CorrectionState[]]
export const correctionStateSchema = z.enum(correctionStates)

/** As the filter of the list offers them. */
export const CORRECTION_STATE_OPTIONS = Object.values(CORRECTION_STATES).map(({ id, label }) => ({ id, name: label }))
export const correctionStateOf = (id: number): CorrectionState | undefined =>
  correctionStates.find((state) => CORRECTION_STATES[state].id === id)

export const OPEN_CORRECTION_STATES = correctionStates.filter((state) => CORRECTION_STATES[state].isOpen)

/** A provider's day. */
interface NamedDay {
  readonly providerName: string
  readonly date: LocalDate
}

export const correctionMessages = {
  notFound: 'This correction no longer exists.',
  noSession: ({ providerName, date }: NamedDay) =>
    `${providerName} has no session on ${formatDate(date)}. Choose a day that has one.`,
  notLocked: ({ date }: Pick<NamedDay, 'date'>) =>
    `The billing period of ${formatDate(date)} is not locked. The day can be reopened instead.`,
  underWay: ({ providerName, date }: NamedDay, by: string) =>
    `${providerName}'s ${formatDate(date)} is being corrected already, opened by ${by}. Open it under Corrections.`,
  /** Why a week's approval leaves the day out. */
  approvedApart: ({ providerName, date }: NamedDay) =>
    `${formatDate(date)} is being corrected for ${providerName}. Approve it on the page of its correction.`,
  /** Why the day can't be sent back. */
  notConfirmed: ({ date }: Pick<NamedDay, 'date'>) =>
    `${formatDate(date)} is being corrected, and its hours are not confirmed yet. It can be sent back after that.`,
  ended: 'This correction has been completed or canceled already. Reload the page to see what became of it.',
  changed: 'The day has changed in the meantime. Please review it.',
  unconfirmed: 'Some hours of this day are not confirmed. Confirm all of them first.',
  opened: ({ date }: Pick<NamedDay, 'date'>) => `${formatDate(date)} is open for correction.`,
  completed: ({ date }: Pick<NamedDay, 'date'>) => `The correction of ${formatDate(date)} is complete.`,
  /** Why the correction can't be canceled. */
  moved: ({ date }: Pick<NamedDay, 'date'>, sessions: readonly { title: string; date: LocalDate }[]) =>
    `This correction cannot be canceled, because it moved sessions: ${sessions
      .map((session) => `${quoted(session.title)} to ${session.date === date ? 'this day' : formatDate(session.date)}`)
      .join(', ')}. Confirm and approve the day instead.`,
  canceled: ({ date }: Pick<NamedDay, 'date'>) => `The correction of ${formatDate(date)} is canceled.`,
  /** Why a school's invoice has to wait. */
  blocksInvoice: ({ providerName, date }: NamedDay) =>
    `${providerName}'s ${formatDate(date)} is being corrected. Approve or cancel the correction first.`,
  insteadOfUnlocking: 'A single day can be corrected instead: open it under People, and choose Correct this day.',
  /** Why a period can't be unlocked. */
  blocksUnlock: 'This billing period cannot be unlocked, because a day in it has been corrected.',
  /** The same, as long as its only corrections are open. */
  openBlocksUnlock: ({ providerName, date }: NamedDay) =>
    `This billing period cannot be unlocked, because ${providerName}'s ${formatDate(date)} is being corrected. Finish the correction under Corrections, or cancel it there to unlock the period.`,
} as const

export const correctionAddress = (id: number): string => `/correction/${id}`

/** The list of a provider's corrections. */
export const correctionsAddress = (providerId: number): string => `/corrections?providerId=${providerId}`

/** A provider's hours at a school, as a correction keeps them. */
export const correctedHoursSchema = z.object({
  schoolId: z.int(),
  schoolName: z.string(),
  /** HH:mm. */
  startTime: z.string(),
  endTime: z.string(),
  isZeroHours: z.boolean(),
  isConfirmed: z.boolean(),
  serviceName: z.string().nullable(),
  /** What the school is billed for them, before the admin fee; null without a rate. */
  billed: decimalText.nullable(),
})
export type CorrectedHours = z.output<typeof correctedHoursSchema>

/** What a provider is paid for the day at one rate. */
export const correctedPaySchema = z.object({
  /** The rate change's; null without a rate. */
  rateId: z.int().nullable(),
  rateTypeId: rateTypeIdSchema.nullable(),
  rate: decimalText.nullable(),
  /** Worked time and what the rate multiplies. */
  minutes: z.int(),
  quantity: decimalText,
})
export type CorrectedPay = z.output<typeof correctedPaySchema>

/** A provider's day before or after a correction. */
export const dayFiguresSchema = z.object({
  hours: z.array(correctedHoursSchema),
  pay: z.array(correctedPaySchema),
})
export type DayFigures = z.output<typeof dayFiguresSchema>

/** The difference in pay that a correction books, at one rate. */
export const payDifferenceSchema = correctedPaySchema.extend({ amount: decimalText, paidOn: localDateSchema })
export type PayDifference = z.output<typeof payDifferenceSchema>

/** What became of the invoices of one school. */
export const invoiceOutcomeSchema = z.object({
  schoolId: z.int(),
  schoolName: z.string(),
  /** The invoice that was current before; null if the work was on none, because nothing was left to bill. */
  invoiceNumber: z.string().nullable(),
  total: decimalText,
  /** What took its place, or a new invoice; null if nothing is left to bill. */
  replacedBy: z.string().nullable(),
  newTotal: decimalText,
  /** The credit note, where the organization issues one. */
  creditNote: z.string().nullable(),
})
export type InvoiceOutcome = z.output<typeof invoiceOutcomeSchema>

/** 'CN-00002 credits INV-00001' and 'INV-00003 replaces INV-00001', or 'INV-00003 was issued' */
export const invoiceOutcomeInWords = ({
  invoiceNumber,
  replacedBy,
  creditNote,
}: Pick<InvoiceOutcome, 'invoiceNumber' | 'replacedBy' | 'creditNote'>): string[] => [
  ...(creditNote === null ? [] : [`${creditNote} credits ${invoiceNumber}`]),
  ...(replacedBy === null
    ? []
    : [invoiceNumber === null ? `${replacedBy} was issued` : `${replacedBy} replaces ${invoiceNumber}`]),
]

const waitingSchema = z.object({
  schoolName: z.string(),
  /** Null for a new one. */
  invoiceNumber: z.string().nullable(),
})

/**
 * An invoice that is replaced, or issued, later: once another day of its school is no longer being corrected, or when a
 * correction ends and what refuses it now is mended.
 */
export const waitingInvoiceSchema = z.union([
  waitingSchema.extend({ providerName: z.string(), date: localDateSchema }),
  waitingSchema.extend({ refusal: z.string() }),
])
export type WaitingInvoice = z.output<typeof waitingInvoiceSchema>

/** What a completed correction led to. */
export const correctionOutcomeSchema = z.object({
  invoices: z.array(invoiceOutcomeSchema),
  waiting: z.array(waitingInvoiceSchema),
  pay: z.array(payDifferenceSchema),
})
export type CorrectionOutcome = z.output<typeof correctionOutcomeSchema>
