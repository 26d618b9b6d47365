/** Why an amount is what it is: the work, rates and rounding that it is made of, adding up to the cent. */
import { grouped } from '../grouped.ts'
import { hundredthsOfMinutes } from '../hours.ts'
import { type Decimal, differenceOf, ofMinutes, percentOf, productOf, roundedSum, sumOf } from '../money.ts'
import { RATE_TYPE_IDS } from '../rate-types.ts'
import type { LocalDate } from '../time.ts'
import type { InvoiceContent, IssuedLine, IssuedWork } from './invoice.ts'
import { type AdminFee, billOf, type Charge, chargeOf, type InvoiceLine, lineKey, quantityOf } from './invoice-lines.ts'

/** Work of a provider at a school on a day, with its rate. */
export interface PricedWork extends Omit<Charge, 'from' | 'to' | 'rowRounding'> {
  readonly schoolId: number
  readonly date: LocalDate
  /** Hours of work that was locked or invoiced before minutes were added up; null for all other. */
  readonly hundredths: number | null
}

/** What a row adds to its line. */
export interface RowShare {
  readonly quantity: Decimal
  /** Which its line adds up before it rounds them; null if it multiplies something else, or the row has none. */
  readonly minutes: number | null
  readonly exact: Decimal
}

const shareOf = (work: Omit<PricedWork, 'schoolId' | 'serviceId' | 'feePercent' | 'date'>): RowShare => {
  const { minutes, hundredths, rate } = work
  const quantity = quantityOf({ ...work, hundredths: hundredths ?? hundredthsOfMinutes(minutes) })
  return work.rateTypeId === RATE_TYPE_IDS.hourly && hundredths === null
    ? { quantity, minutes, exact: ofMinutes(minutes, rate) }
    : { quantity, minutes: null, exact: productOf(quantity, rate) }
}

export interface ExplainedLine<Work> {
  readonly schoolId: number
  readonly line: InvoiceLine
  readonly rows: readonly (RowShare & { readonly work: Work })[]
  /** The sum of the rows, and what rounding adds to it or takes from it. */
  readonly exact: Decimal
  readonly rounding: Decimal
}

export interface ExplainedFee {
  readonly schoolId: number
  readonly fee: AdminFee
  readonly exact: Decimal
  readonly rounding: Decimal
}

export interface ExplainedAmount<Work> {
  readonly lines: readonly ExplainedLine<Work>[]
  readonly fees: readonly ExplainedFee[]
  readonly amount: Decimal
}

const amountOf = (
  lines: readonly Pick<ExplainedLine<unknown>, 'line'>[],
  fees: readonly ExplainedFee[],
  currency: string,
): Decimal => roundedSum([...lines.map(({ line }) => line.amount), ...fees.map(({ fee }) => fee.amount)], currency)

/** What schools are billed for the work, with their admin fees. Zero hours are left out. */
export const explainWork = <Work extends PricedWork>(all: readonly Work[], currency: string): ExplainedAmount<Work> => {
  const explained = [...grouped(all, ({ schoolId }) => schoolId)].map(([schoolId, ofSchool]) => {
    const bill = billOf(
      ofSchool.map((work) => chargeOf<PricedWork>(work)),
      currency,
    )
    const byLine = grouped(ofSchool, lineKey)
    const lines = bill.lines.map((line): ExplainedLine<Work> => {
      const rows = (byLine.get(lineKey(line)) ?? []).map((work) => ({ work, ...shareOf(work) }))
      const exact = sumOf(rows.map((row) => row.exact))
      return { schoolId, line, rows, exact, rounding: differenceOf(line.amount, exact) }
    })
    const fees = bill.fees.map((fee): ExplainedFee => {
      const exact = percentOf(fee.percent, fee.base)
      return { schoolId, fee, exact, rounding: differenceOf(fee.amount, exact) }
    })
    return { lines, fees }
  })
  const lines = explained.flatMap((school) => school.lines)
  const fees = explained.flatMap((school) => school.fees)
  return { lines, fees, amount: amountOf(lines, fees, currency) }
}

/** The same for each provider alone: lines and rounding are their own. */
export const explainByProvider = <Work extends PricedWork & { readonly providerId: number }>(
  all: readonly Work[],
  currency: string,
): ExplainedAmount<Work> => {
  const explained = [...grouped(all, ({ providerId }) => providerId).values()].map((work) =>
    explainWork(work, currency),
  )
  const lines = explained.flatMap((provider) => provider.lines)
  const fees = explained.flatMap((provider) => provider.fees)
  return { lines, fees, amount: amountOf(lines, fees, currency) }
}

/** Without its fees, or one of its lines alone. */
export const partOf = <Work>(
  whole: ExplainedAmount<Work>,
  { line, withFees }: { readonly line: number | null; readonly withFees: boolean },
  currency: string,
): ExplainedAmount<Work> => {
  const lines = line === null ? whole.lines : whole.lines.slice(line, line + 1)
  const fees = line === null && withFees ? whole.fees : []
  return { lines, fees, amount: amountOf(lines, fees, currency) }
}

export interface IssuedLineExplained {
  /** Its place on the invoice. */
  readonly index: number
  readonly line: IssuedLine
  readonly rows: readonly (RowShare & {
    /** Its place in the invoice's work. */
    readonly index: number
    readonly work: IssuedWork
  })[]
  readonly exact: Decimal
  readonly rounding: Decimal
}

/** What is on an invoice, as it was issued. A credit note has amounts without the work behind them. */
export const explainIssued = ({ lines, fees, work }: Pick<InvoiceContent, 'lines' | 'fees' | 'work'>) => {
  const byLine = grouped(
    work.map((row, index) => ({ index, work: row })),
    ({ work: { line } }) => line,
  )
  return {
    lines: lines.map((line, index): IssuedLineExplained => {
      const rows = (byLine.get(index) ?? []).map((row) => {
        const { minutes, hundredths, sessions, days } = row.work
        // An invoice from before minutes were added up has each row's hours alone.
        const hours = minutes === undefined ? { minutes: 0, hundredths } : { minutes, hundredths: null }
        return { ...row, ...shareOf({ ...hours, sessions, days, rateTypeId: line.rateTypeId, rate: line.rate }) }
      })
      const exact = rows.length === 0 ? productOf(line.quantity, line.rate) : sumOf(rows.map((row) => row.exact))
      return { index, line, rows, exact, rounding: differenceOf(line.amount, exact) }
    }),
    fees: fees.map((fee, index) => {
      const exact = percentOf(fee.percent, fee.base)
      return { index, fee, exact, rounding: differenceOf(fee.amount, exact) }
    }),
  }
}
