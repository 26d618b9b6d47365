/** What the Generate Invoice page is about: a period, and a school or all of them (spec 2, sections 2.11, 4 and 5). */
import type { LocalDate } from '../time.ts'
import { invoiceMessages, periodSchema } from './invoice-rules.ts'
import { suggestedEnd } from './period.ts'

export interface InvoicePlace {
  /** '' if not chosen yet. */
  readonly startDate: LocalDate | ''
  readonly endDate: LocalDate | ''
  readonly school: number | 'all' | null
  /** Students at the school; empty for all. */
  readonly studentIds: readonly number[]
  readonly serviceIds: readonly number[]
}

export const NO_INVOICE_PLACE: InvoicePlace = {
  startDate: '',
  endDate: '',
  school: null,
  studentIds: [],
  serviceIds: [],
}

/** The place after a choice: a start date suggests the end, and another school has other students and services. */
export const placeAfter = (place: InvoicePlace, change: Partial<InvoicePlace>): InvoicePlace => {
  const { startDate, school = place.school } = change
  const endDate = startDate ? suggestedEnd(startDate) : undefined
  return {
    ...place,
    ...(endDate !== undefined && { endDate }),
    ...(school !== place.school && { studentIds: [], serviceIds: [] }),
    ...change,
  }
}

export type PlaceProblems = Readonly<Partial<Record<'startDate' | 'endDate' | 'school', string>>>

/** What keeps a place from being invoiced, by field. */
export const problemsOf = (place: InvoicePlace): PlaceProblems => {
  const problems: Record<string, string> = {}
  for (const { path, message } of periodSchema.safeParse(place).error?.issues ?? []) {
    problems[path.join('.')] ??= message
  }
  if (place.school === null) problems.school = invoiceMessages.school
  return problems
}
