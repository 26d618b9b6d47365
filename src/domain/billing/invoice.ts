/** An invoice as it is issued: everything that its PDF and Word files print (docs/decisions/invoices.md). */
import { z } from 'zod'
import { decimalText } from '../money.ts'
import { moneyFormatSchema } from '../money-format.ts'
import { RATE_TYPE_IDS, type RateTypeId, rateTypeIdSchema } from '../rate-types.ts'
import { rowId } from '../row-id.ts'
import { localDateSchema } from '../time.ts'

/** How an annex names the students of a session: Ana Cruz is 'A. C.', or her name. */
export const ANNEX_STUDENTS = ['initials', 'names'] as const
export type AnnexStudents = (typeof ANNEX_STUDENTS)[number]

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
  /** Billed sessions and days. */
  sessions: count,
  days: count,
  behind: z.array(sessionSchema),
})
export type IssuedWork = z.infer<typeof workSchema>

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
})
export type InvoiceContent = z.infer<typeof invoiceContentSchema>

/** What the files print. */
export interface InvoiceDocument {
  /** 'INV-00042' */
  readonly invoiceNumber: string
  readonly issuedOn: string
  readonly dueOn: string
  /** The invoice that this one replaces. */
  readonly replaces: string | null
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
