/** The lines of a payroll export, and what changed since an earlier one (docs/decisions/payroll.md). */
import { z } from 'zod'
import { grouped } from '../grouped.ts'
import { type Decimal, decimalText, sumOf } from '../money.ts'
import type { LocalDate } from '../time.ts'
import { type Period, periodInWords, sharedDays, spanInWords } from './period.ts'

/** Pay at one rate; every field is text, as in the file. */
export const payrollLineSchema = z.object({
  providerId: z.string(),
  provider: z.string(),
  rateType: z.string(),
  /** '' if none was in force. */
  rate: z.string(),
  from: z.string(),
  to: z.string(),
  hours: decimalText,
  grossBase: decimalText,
  pto: decimalText,
  grossPto: decimalText,
  gross: decimalText,
})
export type PayrollLine = z.output<typeof payrollLineSchema>

/** What a provider is paid in one export and in another; '0' if nothing. */
export interface PayrollChange {
  readonly providerId: number
  readonly providerName: string
  readonly before: Decimal
  readonly after: Decimal
}

export const grossOf = (lines: readonly PayrollLine[]): Decimal => sumOf(lines.map(({ gross }) => gross))

/** Without the name, which may change by itself. */
const textOf = (lines: readonly PayrollLine[]): string =>
  lines
    .map(({ provider: _, ...line }) => JSON.stringify(payrollLineSchema.omit({ provider: true }).parse(line)))
    .sort()
    .join()

/** The providers with other lines than before, those of `after` first, in its order. */
export const payrollChanges = (before: readonly PayrollLine[], after: readonly PayrollLine[]): PayrollChange[] => {
  const old = grouped(before, ({ providerId }) => providerId)
  const current = grouped(after, ({ providerId }) => providerId)
  return [...new Set([...current.keys(), ...old.keys()])].flatMap((providerId) => {
    const was = old.get(providerId) ?? []
    const is = current.get(providerId) ?? []
    if (textOf(was) === textOf(is)) return []
    const providerName = (is[0] ?? was[0])?.provider ?? ''
    return [{ providerId: Number.parseInt(providerId, 10), providerName, before: grossOf(was), after: grossOf(is) }]
  })
}

export const payrollExportMessages = {
  done: 'The payroll was exported.',
  nothing: (period: Period) => `There is nothing to pay from ${periodInWords(period)}. Choose other dates.`,
  changed: 'Someone else has exported this period in the meantime. Check what has changed since.',
  /** For days that another period's export has, which the caller has not confirmed. */
  overlaps: (period: Period, other: Period) =>
    `${spanInWords(sharedDays(period, other))} is in the export of ${periodInWords(other)}. Confirm that it is exported again, or choose other dates.`,
  notFound: 'This export no longer exists.',
  datesMissing: 'Choose From Date and End Date first.',
} as const

export const payrollFileName = ({ startDate, endDate }: { startDate: LocalDate; endDate: LocalDate }): string =>
  `Payroll ${startDate} to ${endDate}.csv`
