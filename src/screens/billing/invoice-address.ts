/** Keeps what the Generate Invoice page is about in its address, so that other pages can link to it. */
import { type InvoicePlace, NO_INVOICE_PLACE } from '#domain/billing/invoice-place.ts'
import { type Period, suggestedEnd } from '#domain/billing/period.ts'
import { localDateSchema } from '#domain/time.ts'
import { idOfAddress } from '#screens/id-of-address.ts'

const ALL = 'all'

const dateOf = (text: string | null) => localDateSchema.safeParse(text).data ?? ''

const idsOf = (text: string | null): number[] => (text ?? '').split(',').flatMap((part) => idOfAddress(part) ?? [])

/** Parses an address; what is missing or invalid is not chosen. `period` is short for a half-month, by its first day. */
export const placeOfAddress = (search: string): InvoicePlace => {
  const query = new URLSearchParams(search)
  const period = dateOf(query.get('period'))
  const half = period === '' ? undefined : suggestedEnd(period)
  const school = query.get('school') === ALL ? ALL : (idOfAddress(query.get('school')) ?? null)
  return {
    startDate: half === undefined ? dateOf(query.get('from')) : period,
    endDate: half ?? dateOf(query.get('to')),
    school,
    studentIds: typeof school === 'number' ? idsOf(query.get('students')) : [],
    serviceIds: typeof school === 'number' ? idsOf(query.get('services')) : [],
  }
}

/** The query string; empty if nothing is chosen. */
export const addressOfPlace = ({ startDate, endDate, school, studentIds, serviceIds }: InvoicePlace): string => {
  const query = new URLSearchParams()
  if (startDate !== '') query.set('from', startDate)
  if (endDate !== '') query.set('to', endDate)
  if (school !== null) query.set('school', String(school))
  if (studentIds.length > 0) query.set('students', studentIds.join())
  if (serviceIds.length > 0) query.set('services', serviceIds.join())
  // Commas need no escape.
  return query.toString().replaceAll('%2C', ',')
}

/** The page for all schools' work in a period. */
export const allInvoicesAddress = ({ startDate, endDate }: Period): string =>
  `/invoice-record?${addressOfPlace({ ...NO_INVOICE_PLACE, startDate, endDate, school: ALL })}`

/** The page for a school's work in a period. */
export const invoiceAddress = ({ startDate, endDate }: Period, school: number): string =>
  `/invoice-record?${addressOfPlace({ ...NO_INVOICE_PLACE, startDate, endDate, school })}`
