/** What the PDF and the Word file of an invoice have in common: its texts, in the order in which they are printed. */
import {
  type InvoiceDocument,
  type IssuedLine,
  type IssuedWork,
  invoiceKindNames,
  rateTypeNames,
  termsInWords,
  unitNames,
} from '#domain/billing/invoice.ts'
import { dueLabel, paymentInWords } from '#domain/billing/invoice-changes.ts'
import { quantityOf } from '#domain/billing/invoice-lines.ts'
import { grouped } from '#domain/grouped.ts'
import { formatMinutes } from '#domain/hours.ts'
import { compareAmounts, differenceOf, formatMoney, formatQuantity, roundMoney, sumOf } from '#domain/money.ts'
import type { MoneyFormat } from '#domain/money-format.ts'
import { RATE_TYPE_IDS } from '#domain/rate-types.ts'
import { formatDate, formatTimeRange, withoutSeconds } from '#domain/time.ts'

/** A label and its value. */
export type Fact = readonly [label: string, value: string]

interface Party {
  readonly name: string
  readonly lines: readonly string[]
}

export interface LineTexts {
  readonly service: string
  /** Rate type and dates of the work. */
  readonly detail: string
  readonly quantity: string
  readonly unit: string
  readonly rate: string
  readonly amount: string
}

export interface SessionTexts {
  readonly date: string
  readonly provider: string
  readonly students: string
  readonly time: string
  readonly minutes: string
  /** The timesheet row's, with its first session; '' with the others. */
  readonly quantity: string
  readonly isLastOfWork: boolean
}

export interface AnnexGroup {
  readonly title: string
  /** How the line's amount is computed. */
  readonly note: string
  readonly sessions: readonly SessionTexts[]
  readonly totalLabel: string
  readonly totalMinutes: string
  readonly totalQuantity: string
}

export interface InvoiceLayout {
  /** 'Invoice', or 'Credit note' */
  readonly kind: string
  readonly number: string
  /** 'Invoice INV-00042' */
  readonly title: string
  readonly issuer: Party
  readonly facts: readonly Fact[]
  readonly billTo: Party
  /** What replaced it since, and what it replaces or credits, in sentences; above everything else. */
  readonly notices: readonly string[]
  /** Which students' and services' work was chosen; empty for all. */
  readonly chosen: readonly Fact[]
  readonly lines: readonly LineTexts[]
  readonly sums: readonly Fact[]
  readonly total: Fact
  /** What was paid before, and what is left; empty if the total is due. */
  readonly balance: readonly Fact[]
  readonly note: string
  /** Where to pay. */
  readonly payment: Party
  readonly terms: Party
  readonly annex: readonly AnnexGroup[]
}

export const LINE_HEADS = { service: 'Service', quantity: 'Quantity', rate: 'Rate', amount: 'Amount' } as const

export const ANNEX_TITLE = 'Annex: sessions'

export const ANNEX_HINT =
  'The sessions behind each line. A quantity is billed once for a provider’s day at the school, even if the day has several sessions.'

export const SESSION_HEADS = {
  date: 'Date',
  provider: 'Provider',
  students: 'Students',
  time: 'Time',
  minutes: 'Minutes',
  quantity: 'Billed',
} as const

const present = (lines: readonly string[]) => lines.filter((line) => line.trim() !== '')

const datesInWords = (from: string, to: string) =>
  from === to ? formatDate(from) : `${formatDate(from)} to ${formatDate(to)}`

const serviceOf = ({ serviceCode, serviceName }: IssuedLine) => present([serviceCode, serviceName]).join(' ')

const unitOf = ({ rateTypeId, quantity }: IssuedLine) =>
  compareAmounts(quantity, '1') === 0 ? unitNames[rateTypeId].one : unitNames[rateTypeId].many

const inOrder = (one: IssuedWork, other: IssuedWork) =>
  one.date.localeCompare(other.date) || one.providerName.localeCompare(other.providerName)

/** Sorts and formats the work behind a line. */
const annexGroupOf = (line: IssuedLine, work: readonly IssuedWork[], money: MoneyFormat): AnnexGroup => {
  const { rateTypeId } = line
  // Thousands of rows share a few quantities, and formatting one takes as long as the rest of its row.
  const formatted = new Map<string, string>()
  const format = (quantity: string) => {
    const text = formatted.get(quantity) ?? formatQuantity(quantity, money)
    formatted.set(quantity, text)
    return text
  }
  const billed = (row: IssuedWork) => quantityOf({ ...row, rateTypeId })
  /** Hours as they are added up; as quantities if the invoice was issued before its minutes were kept. */
  const minutesBehind =
    rateTypeId === RATE_TYPE_IDS.hourly ? work.flatMap((row) => (row.minutes === undefined ? [] : [row.minutes])) : []
  const isInMinutes = minutesBehind.length > 0
  const billedText = (row: IssuedWork) =>
    isInMinutes && row.minutes !== undefined ? formatMinutes(row.minutes) : format(billed(row))
  const sessionsOf = (row: IssuedWork): SessionTexts[] => {
    const shared = { date: formatDate(row.date), provider: row.providerName }
    const quantity = billedText(row)
    if (row.behind.length === 0) {
      return [{ ...shared, students: '', time: '', minutes: '', quantity, isLastOfWork: true }]
    }
    return row.behind.map((session, index) => ({
      ...shared,
      students: session.students.join(', '),
      time: formatTimeRange(withoutSeconds(session.startTime), withoutSeconds(session.endTime)),
      minutes: format(String(session.minutes)),
      quantity: index === 0 ? quantity : '',
      isLastOfWork: index === row.behind.length - 1,
    }))
  }
  const minutes = work.flatMap(({ behind }) => behind.map((session) => session.minutes))
  return {
    title: serviceOf(line),
    note: `${rateTypeNames[rateTypeId]}: ${formatQuantity(line.quantity, money)} ${unitOf(line)} × ${formatMoney(line.rate, money)} = ${formatMoney(line.amount, money)}`,
    sessions: [...work].sort(inOrder).flatMap(sessionsOf),
    totalLabel: `Total ${unitNames[rateTypeId].many}`,
    totalMinutes: formatQuantity(String(minutes.reduce((sum, each) => sum + each, 0)), money),
    totalQuantity: isInMinutes
      ? formatMinutes(minutesBehind.reduce((sum, each) => sum + each, 0))
      : formatQuantity(sumOf(work.map(billed)), money),
  }
}

const contactLines = ({ contact, billingEmail }: InvoiceDocument['content']['school']) => {
  if (!contact) return [billingEmail]
  const { name, designation, phone, email } = contact
  const person = present([name, designation]).join(', ')
  return [person === '' ? '' : `Attn. ${person}`, phone, email.trim() === '' ? billingEmail : email]
}

const noticesOf = ({ replaces, replacedBy, content: { replacement, credits } }: InvoiceDocument): string[] => [
  ...(replacedBy === null ? [] : [`Replaced by ${replacedBy.invoiceNumber} on ${formatDate(replacedBy.on)}.`]),
  ...(replacement && replaces !== '' ? [`Replaces ${replaces}. ${replacement.reason}`.trim()] : []),
  ...(credits ? [`Credits ${credits.invoiceNumber} in full. ${credits.reason}`.trim()] : []),
]

/** What was paid before counts; a credit note goes with the invoice that it takes back. */
const balanceOf = ({ kind, amountDue, content: { money, replacement } }: InvoiceDocument): Fact[] => {
  const payments = replacement?.payments ?? []
  if (kind === 'credit' || payments.length === 0) return []
  const due = roundMoney(amountDue, money.currency)
  const shown = dueLabel(due) === 'Credit' ? differenceOf('0', due) : due
  return [
    ...payments.map(
      (payment): Fact => [paymentInWords(payment), formatMoney(differenceOf('0', payment.amount), money)],
    ),
    [dueLabel(due), formatMoney(shown, money)],
  ]
}

const termsOf = ({ kind, invoiceNumber, dueOn, amountDue, content: { terms } }: InvoiceDocument): Party => {
  if (kind === 'credit') return { name: 'Payment terms', lines: ['Nothing is to be paid on a credit note.'] }
  if (compareAmounts(amountDue, '0') < 0) return { name: 'Payment terms', lines: ['Nothing is to be paid.'] }
  return {
    name: 'Payment terms',
    lines: [
      terms === 0 ? termsInWords(terms) : `${termsInWords(terms)}, due ${formatDate(dueOn)}`,
      `Include ${invoiceNumber} with your payment.`,
    ],
  }
}

export const layOutInvoice = (invoice: InvoiceDocument): InvoiceLayout => {
  const { kind, invoiceNumber, issuedOn, dueOn, replaces, content } = invoice
  const { money, issuer, school, terms, period } = content
  const amountOf = (amount: string) => formatMoney(amount, money)
  const workByLine = grouped(content.work, ({ line }) => line)
  const isCredit = kind === 'credit'
  const kindName = invoiceKindNames[kind]
  return {
    kind: kindName,
    number: invoiceNumber,
    title: `${kindName} ${invoiceNumber}`,
    issuer: { name: issuer.name, lines: present([...issuer.address, issuer.phone, issuer.email]) },
    facts: [
      ['Issue date', formatDate(issuedOn)],
      ...(isCredit ? [] : [['Due date', formatDate(dueOn)] as const, ['Terms', termsInWords(terms)] as const]),
      ['Service period', datesInWords(period.startDate, period.endDate)],
      ...(replaces === '' ? [] : [['Replaces', replaces] as const]),
      ...(content.credits ? [['Credits', content.credits.invoiceNumber] as const] : []),
    ],
    notices: noticesOf(invoice),
    billTo: { name: school.name, lines: present([...school.address, ...contactLines(school)]) },
    chosen: [
      ...(content.students.length > 0 ? [['Students', content.students.join(', ')] as const] : []),
      ...(content.services.length > 0 ? [['Services', content.services.join(', ')] as const] : []),
    ],
    lines: content.lines.map((line) => ({
      service: serviceOf(line),
      detail: `${rateTypeNames[line.rateTypeId]}, ${datesInWords(line.from, line.to)}`,
      quantity: formatQuantity(line.quantity, money),
      unit: unitOf(line),
      rate: amountOf(line.rate),
      amount: amountOf(line.amount),
    })),
    sums: [
      ['Subtotal', amountOf(content.subtotal)],
      ...content.fees.map(
        ({ percent, base, amount }): Fact => [
          `Admin fee, ${formatQuantity(percent, money)}% of ${amountOf(base)}`,
          amountOf(amount),
        ],
      ),
    ],
    total: ['Total', amountOf(content.total)],
    balance: balanceOf(invoice),
    note: content.note.trim(),
    payment: { name: 'Remit to', lines: isCredit ? [] : present(issuer.remitTo) },
    terms: termsOf(invoice),
    annex: isCredit ? [] : content.lines.map((line, index) => annexGroupOf(line, workByLine.get(index) ?? [], money)),
  }
}
