/** What two invoices for the same work have in common, and what a newer one changes (docs/decisions/invoices.md). */
import { compareAmounts, formatMoney, isZero, sumOf } from '../money.ts'
import { formatDate } from '../time.ts'
import { inWords } from '../words.ts'
import type { InvoiceContent, Payment, ReceivedInvoice, Replacement } from './invoice.ts'

/** Rates and amounts as the database and the calculation write them may differ in their zeros. */
const plain = (amount: string): string => (amount === '' ? '' : sumOf([amount]))

const lineOf = ({
  serviceId,
  rateTypeId,
  rate,
  feePercent,
  from,
  to,
  quantity,
  amount,
}: InvoiceContent['lines'][number]) =>
  [serviceId, rateTypeId, plain(rate), plain(feePercent), from, to, plain(quantity), plain(amount)].join('/')

/** Who was served in each session, where that is known. */
export type StudentsOfSessions = ReadonlyMap<number, readonly number[]>

const studentsOf = ({ work }: InvoiceContent): StudentsOfSessions =>
  new Map(
    work.flatMap(({ behind }) =>
      behind.flatMap(({ occurrenceId, studentIds }) => (studentIds ? [[occurrenceId, studentIds] as const] : [])),
    ),
  )

/**
 * The work and the amounts, without any words: names may change their order, too.
 *
 * @param students who was served; where it is undefined, only their number counts
 */
const billOf = (
  { money, period, lines, fees, total, work }: InvoiceContent,
  students: (occurrenceId: number) => readonly number[] | undefined,
): string =>
  JSON.stringify([
    money.currency,
    period.startDate,
    period.endDate,
    lines.map(lineOf),
    fees.map(({ percent, base, amount }) => [percent, base, amount].map(plain)),
    plain(total),
    work
      .map(({ line, date, providerId, hundredths, sessions, days, behind }) =>
        [
          ...[line, date, providerId, hundredths, sessions, days],
          ...behind.map(({ occurrenceId, startTime, endTime, students: names }) =>
            [occurrenceId, startTime, endTime, names.length, ...(students(occurrenceId) ?? []).toSorted()].join(' '),
          ),
        ].join('/'),
      )
      .sort(),
  ])

/**
 * Whether they bill the same work at the same amounts. How people, schools and services are called is no difference.
 *
 * @param servedBefore who was served in sessions of `one`, if it was issued before that was kept
 */
export const isSameBill = (
  one: InvoiceContent,
  other: InvoiceContent,
  servedBefore: StudentsOfSessions = new Map(),
): boolean => {
  const [before, after] = [new Map([...servedBefore, ...studentsOf(one)]), studentsOf(other)]
  const isKnown = (id: number) => before.has(id) && after.has(id)
  const known = (students: StudentsOfSessions) => (id: number) => (isKnown(id) ? students.get(id) : undefined)
  return billOf(one, known(before)) === billOf(other, known(after))
}

/** The database keeps the keys of JSON in an order of its own. */
const byKey = (_: string, value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one, byKey) === JSON.stringify(other, byKey)

const namesIn = ({ work, students, services, lines }: InvoiceContent) => ({
  providers: [...new Set(work.map(({ providerId, providerName }) => `${providerId} ${providerName}`))].sort(),
  students: [students, work.map(({ behind }) => behind.map((session) => [...session.students].sort()).sort())],
  services: [services, lines.map(({ serviceCode, serviceName }) => [serviceCode, serviceName])],
})

/** Which of the words of an invoice a newer one says differently. */
const changedWords = (earlier: InvoiceContent, newer: InvoiceContent): string[] => {
  const [before, after] = [namesIn(earlier), namesIn(newer)]
  const { name, address, ...contact } = earlier.school
  const { name: newName, address: newAddress, ...newContact } = newer.school
  const parts: readonly (readonly [what: string, before: unknown, after: unknown])[] = [
    ["the school's name", name, newName],
    ["the school's address", address, newAddress],
    ["the school's contact", contact, newContact],
    ['the details of the sender', earlier.issuer, newer.issuer],
    ['the note', earlier.note, newer.note],
    ['the payment terms', earlier.terms, newer.terms],
    ['the names of services', before.services, after.services],
    ['the names of providers', before.providers, after.providers],
    ['how students are named', before.students, after.students],
  ]
  return parts.flatMap(([what, one, other]) => (same(one, other) ? [] : [what]))
}

export const UNCHANGED = 'Nothing has changed.'

/** Why a newer invoice takes the place of earlier ones, in a sentence. */
export const changeInWords = (earlier: readonly InvoiceContent[], newer: InvoiceContent): string => {
  const [only, ...others] = earlier
  if (only === undefined) return ''
  if (others.length > 0) return 'It bills their work together.'
  if (!same(only.period, newer.period)) return 'It bills more days.'
  if (compareAmounts(only.total, newer.total) !== 0) {
    return `The total is ${formatMoney(newer.total, newer.money)} instead of ${formatMoney(only.total, only.money)}.`
  }
  if (!isSameBill(only, newer)) return 'The work that it lists has changed; the total is the same.'
  const changed = changedWords(only, newer)
  return changed.length === 0 ? UNCHANGED : `Changed: ${inWords(changed)}. The total is the same.`
}

/** 'INV-00001 and INV-00002' */
export const numbersInWords = (invoices: readonly { readonly invoiceNumber: string }[]): string =>
  inWords(invoices.map(({ invoiceNumber }) => invoiceNumber))

const receivedInWords = ({ invoiceNumber, sentOn }: ReceivedInvoice): string =>
  sentOn === null ? `invoice ${invoiceNumber}` : `invoice ${invoiceNumber}, sent on ${formatDate(sentOn)}`

/** What the school has, for a question: 'INV-00001, sent on 11/20/2026' */
export const sentInWords = (received: readonly ReceivedInvoice[]): string =>
  inWords(
    received.map(({ invoiceNumber, sentOn }) =>
      sentOn === null ? `${invoiceNumber}, which was paid` : `${invoiceNumber}, sent on ${formatDate(sentOn)}`,
    ),
  )

/** What the email of an invoice says first if the school has an earlier one; '' if it has none. */
export const replacementInWords = (invoiceNumber: string, { received, reason }: Replacement): string =>
  received.length === 0
    ? ''
    : `Invoice ${invoiceNumber} replaces ${inWords(received.map(receivedInWords))}. ${reason}`.trim()

/** 'Paid on INV-00001, 11/20/2026' */
export const paymentInWords = ({ invoiceNumber, paidOn }: Payment): string =>
  `Paid on ${invoiceNumber}, ${formatDate(paidOn)}`

/** What is left to pay, in words: less than zero is the school's. */
export const dueLabel = (amountDue: string): string => (compareAmounts(amountDue, '0') < 0 ? 'Credit' : 'Amount due')

/** Whether something is owed, by the school or to it. */
export const hasBalance = ({ amountDue }: { readonly amountDue: string }): boolean => !isZero(amountDue)
