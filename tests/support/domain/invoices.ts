/** An invoice to print in tests. */

import { type InvoiceContent, type InvoiceDocument, invoiceContentSchema } from '#domain/billing/invoice.ts'
import { billOf, type Charge } from '#domain/billing/invoice-lines.ts'
import { hundredthsOfMinutes } from '#domain/hours.ts'
import { type MoneyFormat, US_DOLLARS } from '#domain/money-format.ts'
import { RATE_TYPE_IDS, type RateTypeId } from '#domain/rate-types.ts'
import { addDays, addMinutes } from '#domain/time.ts'

export interface SampleService {
  readonly code: string
  readonly name: string
  readonly rateTypeId: RateTypeId
  readonly rate: string
  readonly feePercent?: string
  /** Timesheet rows, one per day. */
  readonly rows: number
  readonly sessionsPerRow?: number
}

const { hourly, perSession, daily } = RATE_TYPE_IDS

export const SAMPLE_SERVICES: readonly SampleService[] = [
  {
    code: 'OT',
    name: 'Occupational Therapy',
    rateTypeId: hourly,
    rate: '85.50',
    feePercent: '5',
    rows: 6,
    sessionsPerRow: 2,
  },
  { code: 'PSY', name: 'Psychological Evaluation', rateTypeId: perSession, rate: '240', feePercent: '7.5', rows: 2 },
  { code: 'SLP', name: 'Speech and Language Pathology', rateTypeId: daily, rate: '612.25', feePercent: '5', rows: 4 },
]

const PROVIDERS = ['Amélie Okafor', 'Łukasz Nowak', 'Priya Raman']
const STUDENTS = ['A. C.', 'B. D.', 'J. M.', 'R. T.']

/** Two pixels, one of them transparent. */
export const SAMPLE_LOGO = {
  mediaType: 'image/png',
  content: new Uint8Array(
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAAD0lEQVR4nGMQier5zwAEAAtiAfpxIXyuAAAAAElFTkSuQmCC',
      'base64',
    ),
  ),
}

type Changes = Partial<Omit<InvoiceContent, 'money' | 'lines' | 'fees' | 'subtotal' | 'total' | 'work'>>

/** The bill is computed from the services' rows, from 01/04/2027 on. */
export const sampleInvoice = (
  services: readonly SampleService[] = SAMPLE_SERVICES,
  changes: Changes = {},
  money: MoneyFormat = US_DOLLARS,
): InvoiceDocument => {
  let occurrenceId = 0
  const rows = services.flatMap(({ rateTypeId, rate, feePercent = '', rows: count, sessionsPerRow = 1 }, service) =>
    Array.from({ length: count }, (_, index) => {
      const date = addDays('2027-01-04', index % 12)
      const behind = Array.from({ length: sessionsPerRow }, (_unused, at) => {
        occurrenceId += 1
        const startTime = addMinutes('08:30', at * 60 + (index % 3) * 15)
        return {
          occurrenceId,
          startTime: `${startTime}:00`,
          endTime: `${addMinutes(startTime, 45)}:00`,
          minutes: 45,
          students: STUDENTS.slice(0, 1 + ((index + at) % STUDENTS.length)),
        }
      })
      const charge: Charge = {
        serviceId: service + 1,
        rateTypeId,
        rate,
        feePercent,
        from: date,
        to: date,
        minutes: 45 * sessionsPerRow,
        rowRounding: 0,
        sessions: sessionsPerRow,
        days: 1,
      }
      const provider = (service + index) % PROVIDERS.length
      return { charge, behind, date, providerId: provider + 1, providerName: PROVIDERS[provider] ?? '' }
    }),
  )
  const { lines, fees, subtotal, total } = billOf(
    rows.map(({ charge }) => charge),
    money.currency,
  )
  const content: InvoiceContent = {
    money,
    issuer: {
      name: 'Northside Therapy Group',
      address: ['1200 Elm Street, Suite 4', 'Springfield, IL 62701'],
      phone: '(217) 555-0100',
      email: 'billing@northside.example',
      remitTo: ['Northside Therapy Group', 'P.O. Box 1180', 'Springfield, IL 62705'],
      logoId: null,
    },
    school: {
      name: 'Lincoln Elementary School',
      address: ['45 Oak Avenue', 'Springfield, IL 62704'],
      contact: {
        name: 'Dana Whitfield',
        designation: 'Principal',
        phone: '(217) 555-0144',
        email: 'dwhitfield@lincoln.example',
      },
      billingEmail: 'accounts@lincoln.example',
    },
    note: 'Thank you for working with us.',
    terms: 30,
    period: { startDate: '2027-01-01', endDate: '2027-01-15' },
    students: [],
    services: [],
    annexStudents: 'initials',
    ...changes,
    subtotal,
    fees: [...fees],
    total,
    lines: lines.map(({ serviceId, rateTypeId, from, to, quantity, rate, amount, feePercent }) => ({
      serviceId,
      serviceCode: services[serviceId - 1]?.code ?? '',
      serviceName: services[serviceId - 1]?.name ?? '',
      rateTypeId,
      from,
      to,
      quantity,
      rate,
      amount,
      feePercent,
    })),
    work: rows.map(({ charge, behind, date, providerId, providerName }) => ({
      line: lines.findIndex(({ serviceId }) => serviceId === charge.serviceId),
      date,
      providerId,
      providerName,
      rateId: 1,
      hundredths: hundredthsOfMinutes(charge.minutes),
      minutes: charge.minutes,
      sessions: charge.sessions,
      days: charge.days,
      behind,
    })),
  }
  return {
    kind: 'invoice',
    invoiceNumber: 'INV-00042',
    issuedOn: '2027-01-16',
    dueOn: '2027-02-15',
    amountDue: total,
    replaces: '',
    replacedBy: null,
    content: invoiceContentSchema.parse(content),
  }
}
