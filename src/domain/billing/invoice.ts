/** An invoice as it is issued: everything that its PDF and Word files print (docs/decisions/invoices.md). */
import { z } from 'zod'
import { decimalText } from '../money.ts'
import { moneyFormatSchema } from '../money-format.ts'
import { RATE_TYPE_IDS, type RateTypeId, rateTypeIdSchema } from '../rate-types.ts'
import { rowId } from '../row-id.ts'
import { instantSchema, type LocalDate, localDateSchema } from '../time.ts'

/** How an annex names the students of a session: Ana Cruz is 'A. C.', or her name. */
export const ANNEX_STUDENTS = ['initials', 'names'] as const
export type AnnexStudents = (typeof ANNEX_STUDENTS)[number]

/** What becomes of an invoice when a day that it bills is corrected: a newer one replaces it, or a credit note comes first. */
export const CORRECTED_INVOICES = ['replace', 'credit'] as const
export type CorrectedInvoices = (typeof CORRECTED_INVOICES)[number]

export const INVOICE_STATES = ['issued', 'superseded'] as const

export const INVOICE_KINDS = ['invoice', 'credit'] as const
export type InvoiceKind = (typeof INVOICE_KINDS)[number]

export const invoiceKindNames: Record<InvoiceKind, string> = { invoice: 'Invoice', credit: 'Credit note' }

/** The issuer's and the school's lines of address, without blank ones. */
const addressLines = z.array(z.string())

const count = z.int().nonnegative()

const lineSchema = z.object({
  serviceId: rowId,
  serviceCode: z.string(),
  serviceName: z.string(),
  rateTypeId: rateTypeIdSchema,
  /** The first and last day of the work. */
  from: localDateSchema,
  to: localDateSchema,
  quantity: decimalText,
  rate: decimalText,
  amount: decimalText,
  /** '' if the school paid no admin fee for it. */
  feePercent: z.union([z.literal(''), decimalText]),
})
export type IssuedLine = z.infer<typeof lineSchema>

const sessionSchema = z.object({
  occurrenceId: rowId,
  /** Wall-clock times, HH:mm:ss. */
  startTime: z.string(),
  endTime: z.string(),
  minutes: count,
  /** By initials or name, as `annexStudents` says; 'Group' and the like for a session without students is ''. */
  students: z.array(z.string()),
  /** Who they are. Absent on invoices that were issued before it was kept. */
  studentIds: z.array(rowId).optional(),
})

/** A timesheet row, or with a student filter the sessions of a day: what a line's quantity is made of. */
const workSchema = z.object({
  /** Index of its line. */
  line: count,
  date: localDateSchema,
  providerId: rowId,
  providerName: z.string(),
  rateId: rowId,
  /** Billed hours, in hundredths; its sessions may be shorter. */
  hundredths: count,
  /** The same in minutes, which are what lines add up. Absent on invoices that were issued before it was kept. */
  minutes: count.optional(),
  /** Billed sessions and days. */
  sessions: count,
  days: count,
  behind: z.array(sessionSchema),
})
export type IssuedWork = z.infer<typeof workSchema>

const whoSchema = z.object({
  /** '' if nobody is on record. */
  by: z.string(),
  onUtc: instantSchema.nullable(),
})

/** Since when a rate or a fee applies, and who set it. */
const originSchema = z.object({ since: localDateSchema, set: whoSchema })

/** A lock-out, and who locked. */
export const lockSchema = z.object({
  startDate: localDateSchema,
  endDate: localDateSchema,
  isForced: z.boolean(),
  by: z.string(),
  onUtc: instantSchema,
})

/** What explains the amounts later: it is frozen, because hours may be corrected and people renamed. */
const traceSchema = z.object({
  /** For each line and fee, in order. */
  lines: z.array(originSchema),
  fees: z.array(originSchema),
  /** For each row of `work`, in order. */
  work: z.array(
    z.object({
      /** The timesheet row, HH:mm:ss; null if the hours were as scheduled. */
      hours: z.object({ startTime: z.string(), endTime: z.string() }).nullable(),
      confirmed: whoSchema.nullable(),
      approved: whoSchema,
      /** For each session in `behind`, in order. */
      titles: z.array(z.string()),
    }),
  ),
  /** The lock-outs that its days were in, the earliest first. */
  locks: z.array(lockSchema),
})
export type InvoiceTrace = z.infer<typeof traceSchema>

/** A document that the school has. The date is null if it was paid without having been sent by email. */
export const receivedSchema = z.object({ invoiceNumber: z.string(), sentOn: localDateSchema.nullable() })
export type ReceivedInvoice = z.infer<typeof receivedSchema>

const paymentSchema = z.object({
  invoiceNumber: z.string(),
  paidOn: localDateSchema,
  reference: z.string(),
  amount: decimalText,
})
export type Payment = z.infer<typeof paymentSchema>

/** What an invoice replaces, and why. */
const replacementSchema = z.object({
  invoiceNumbers: z.array(z.string()),
  /** The latest that the school has, among these or those that they replaced in turn: the ones to name to it. */
  received: z.array(receivedSchema),
  /** A sentence. */
  reason: z.string(),
  /** What was paid on them, where it isn't just the total. */
  payments: z.array(paymentSchema),
})
export type Replacement = z.infer<typeof replacementSchema>

export const invoiceContentSchema = z.object({
  money: moneyFormatSchema,
  issuer: z.object({
    name: z.string(),
    address: addressLines,
    phone: z.string(),
    email: z.string(),
    remitTo: addressLines,
    /** Row of `organisation_logos`. */
    logoId: rowId.nullable(),
  }),
  school: z.object({
    name: z.string(),
    address: addressLines,
    /** The first contact; null if the school has none. */
    contact: z.object({ name: z.string(), designation: z.string(), phone: z.string(), email: z.string() }).nullable(),
    billingEmail: z.string(),
  }),
  note: z.string(),
  /** In days. */
  terms: count,
  period: z.object({ startDate: localDateSchema, endDate: localDateSchema }),
  /** Names of the chosen students (as the annex names them) and services; empty for all. */
  students: z.array(z.string()),
  services: z.array(z.string()),
  lines: z.array(lineSchema),
  subtotal: decimalText,
  fees: z.array(z.object({ percent: decimalText, base: decimalText, amount: decimalText })),
  total: decimalText,
  annexStudents: z.enum(ANNEX_STUDENTS),
  work: z.array(workSchema),
  /** Absent on invoices that were issued before it was kept, and on credit notes. */
  trace: traceSchema.optional(),
  /** Absent on invoices that were issued before it was kept; null if it replaces none. */
  replacement: replacementSchema.nullable().optional(),
  /** The invoice that a credit note takes back, and why. */
  credits: z.object({ invoiceNumber: z.string(), reason: z.string() }).optional(),
})
export type InvoiceContent = z.infer<typeof invoiceContentSchema>

/** What the files print. */
export interface InvoiceDocument {
  readonly kind: InvoiceKind
  /** 'INV-00042' */
  readonly invoiceNumber: string
  readonly issuedOn: string
  readonly dueOn: string
  readonly amountDue: string
  /** The invoices that this one replaces, of those that the school has; '' for none. */
  readonly replaces: string
  /** What replaced it since, and when. */
  readonly replacedBy: { readonly invoiceNumber: string; readonly on: LocalDate } | null
  readonly content: InvoiceContent
}

export const rateTypeNames: Record<RateTypeId, string> = {
  [RATE_TYPE_IDS.hourly]: 'Hourly',
  [RATE_TYPE_IDS.perSession]: 'Per session',
  [RATE_TYPE_IDS.daily]: 'Daily',
}

/** What a line's quantity counts. */
export const unitNames: Record<RateTypeId, { readonly one: string; readonly many: string }> = {
  [RATE_TYPE_IDS.hourly]: { one: 'hour', many: 'hours' },
  [RATE_TYPE_IDS.perSession]: { one: 'session', many: 'sessions' },
  [RATE_TYPE_IDS.daily]: { one: 'day', many: 'days' },
}

/** 'Net 30', or 'Due on receipt' */
export const termsInWords = (days: number): string => (days === 0 ? 'Due on receipt' : `Net ${days}`)
