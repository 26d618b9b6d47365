/** What a school is billed for a period, from the work that was done (docs/decisions/what-is-billed.md). */
import { grouped } from '../grouped.ts'
import { hundredthsOfRows, rowRoundingOf } from '../hours.ts'
import {
  compareAmounts,
  type Decimal,
  ofHundredths,
  percentOf,
  roundedProduct,
  roundedSum,
  roundMoney,
} from '../money.ts'
import { RATE_TYPE_IDS, type RateTypeId } from '../rate-types.ts'
import type { LocalDate } from '../time.ts'

/** Work of one service, rate type, rate and admin fee. */
export interface Charge {
  readonly serviceId: number
  readonly rateTypeId: RateTypeId
  readonly rate: Decimal
  /** '' if the school pays no admin fee. */
  readonly feePercent: Decimal | ''
  /** The first and last day of the work. */
  readonly from: LocalDate
  readonly to: LocalDate
  readonly minutes: number
  /** What rows that are rounded by themselves add to the minutes (`rowRoundingOf`): 0 but for work that was locked long ago. */
  readonly rowRounding: number
  readonly sessions: number
  /** Each provider's days count by themselves. */
  readonly days: number
}

export interface InvoiceLine extends Charge {
  readonly quantity: Decimal
  readonly amount: Decimal
}

export interface AdminFee {
  readonly percent: Decimal
  /** The sum of the lines that it is charged on. */
  readonly base: Decimal
  readonly amount: Decimal
}

export interface Bill {
  readonly lines: readonly InvoiceLine[]
  readonly subtotal: Decimal
  readonly fees: readonly AdminFee[]
  readonly total: Decimal
}

/** A day's work as a line adds it up. */
export const chargeOf = <Row extends { date: LocalDate; minutes: number; hundredths: number | null }>({
  date,
  ...row
}: Row) => ({ ...row, from: date, to: date, rowRounding: rowRoundingOf(row.minutes, row.hundredths) })

interface Quantified extends Pick<Charge, 'rateTypeId' | 'sessions' | 'days'> {
  /** Hours. */
  readonly hundredths: number
}

/** How much of the work a rate of its type is multiplied by. */
export const quantityOf = (work: Quantified): Decimal => {
  switch (work.rateTypeId) {
    case RATE_TYPE_IDS.hourly:
      return ofHundredths(work.hundredths)
    case RATE_TYPE_IDS.perSession:
      return String(work.sessions)
    case RATE_TYPE_IDS.daily:
      return String(work.days)
  }
}

type Worked = Pick<Charge, 'minutes' | 'rowRounding' | 'sessions' | 'days'>

/** The work of one line. */
export const workOf = (charges: readonly Worked[]): Worked => {
  const work = { minutes: 0, rowRounding: 0, sessions: 0, days: 0 }
  for (const { minutes, rowRounding, sessions, days } of charges) {
    work.minutes += minutes
    work.rowRounding += rowRounding
    work.sessions += sessions
    work.days += days
  }
  return work
}

/** Minutes are rounded here, once for the line. */
const quantityOfLine = (line: Omit<Quantified, 'hundredths'> & Worked): Decimal =>
  quantityOf({ ...line, hundredths: hundredthsOfRows(line.minutes, line.rowRounding) })

/** What a line comes to, rounded once. */
export const amountOf = (
  line: Parameters<typeof quantityOfLine>[0] & Pick<Charge, 'rate'>,
  currency: string,
): Decimal => roundedProduct(quantityOfLine(line), line.rate, currency)

const lineOf = (charges: readonly [Charge, ...Charge[]], currency: string): InvoiceLine => {
  const [{ serviceId, rateTypeId, rate, feePercent }] = charges
  const work = {
    serviceId,
    rateTypeId,
    rate,
    feePercent,
    from: charges.map(({ from }) => from).sort()[0] ?? '',
    to:
      charges
        .map(({ to }) => to)
        .sort()
        .at(-1) ?? '',
    ...workOf(charges),
  }
  return { ...work, quantity: quantityOfLine(work), amount: amountOf(work, currency) }
}

/** Work with the same key is on the same line of a school's bill. */
export const lineKey = ({
  serviceId,
  rateTypeId,
  rate,
  feePercent,
}: Pick<Charge, 'serviceId' | 'rateTypeId' | 'rate' | 'feePercent'>): string =>
  [serviceId, rateTypeId, rate, feePercent].join('/')

const compareDates = (one: LocalDate, other: LocalDate): number => {
  if (one === other) return 0
  return one < other ? -1 : 1
}

const inOrder = (one: InvoiceLine, other: InvoiceLine): number =>
  one.serviceId - other.serviceId ||
  one.rateTypeId - other.rateTypeId ||
  compareDates(one.from, other.from) ||
  compareAmounts(one.rate, other.rate)

/** The admin fees on lines, each rounded once. */
export const feesOn = (lines: readonly Pick<InvoiceLine, 'feePercent' | 'amount'>[], currency: string): AdminFee[] =>
  [...grouped(lines, ({ feePercent }) => feePercent)].flatMap(([percent, charged]) => {
    if (percent === '') return []
    const base = roundedSum(
      charged.map(({ amount }) => amount),
      currency,
    )
    return [{ percent, base, amount: roundMoney(percentOf(percent, base), currency) }]
  })

/**
 * The lines of one school, each rounded once, its admin fees, and the totals. Zero hours make no line. A change of the rate or of the admin fee
 * inside the period gives the work after it a line of its own.
 *
 * @param charges of one school, in any order
 */
export const billOf = (charges: readonly Charge[], currency: string): Bill => {
  const lines = [...grouped(charges, lineKey).values()]
    .map((group) => lineOf(group, currency))
    .filter(({ quantity }) => quantity !== '0')
    .sort(inOrder)
  const subtotal = roundedSum(
    lines.map(({ amount }) => amount),
    currency,
  )
  const fees = feesOn(lines, currency)
  return {
    lines,
    subtotal,
    fees,
    total: roundedSum([subtotal, ...fees.map(({ amount }) => amount)], currency),
  }
}
