import { type SQL, sql } from 'drizzle-orm'
import { payrollReport } from '#contract/reports/payroll-report.ts'
import { formatMoney, productOf } from '#domain/money.ts'
import type { MoneyFormat } from '#domain/money-format.ts'
import { formatDate, type LocalDate, localOf } from '#domain/time.ts'
import { capitalized } from '#domain/words.ts'
import {
  latePay,
  type Payroll,
  paidProvider,
  paidQuantity,
  paidRows,
  payrollPeriod,
  payrollSegments,
} from '#server/areas/hours/payroll-segments.ts'
import { defineDetails, detailsTable } from '#server/areas/reports/details-query.ts'
import { defineQuery, type ReportScope } from '#server/areas/reports/report-query.ts'
import { serveReport } from '#server/areas/reports/serve-report.ts'
import { currencyDigits } from '#server/db/organization.ts'
import { distinctProviderName } from '#server/db/providers.ts'
import { providers, providerTypes } from '#server/db/schema/providers.ts'
import { rateTypes } from '#server/db/schema/rates.ts'
import { schools } from '#server/db/schema/schools.ts'

type Values = ReturnType<typeof payrollReport.valuesOf>
type Scope = Pick<ReportScope<Values>, 'values' | 'now' | 'timeZone'>

const payrollOf = ({ values: { from, to, providerId, providerTypeId }, now, timeZone }: Scope): Payroll => ({
  period: payrollPeriod({ from, to }, localOf(now, timeZone).date),
  ...{ providerId, providerTypeId },
})

/** 'Hourly', or 'Hourly, late time off on 10/20/2026'. */
const rateTypeName = (rateTypeId: SQL, adjustment: SQL) =>
  sql`concat_ws(', ', coalesce((select ${rateTypes.name} from ${rateTypes} where ${rateTypes.id} = ${rateTypeId}),
    'No rate'), ${adjustment})`

const query = defineQuery(payrollReport, {
  rows: (scope) => sql`
    select coalesce(rate_change_history_id, 0) as id, adjustment_id as "adjustmentId",
      coalesce(adjustment_id, 0) as adjustment, ${providers.id} as "providerId",
      ${distinctProviderName} as "providerName", ${providers.providerTypeId} as "providerTypeId",
      ${rateTypeName(sql`pay.rate_type_id`, sql`pay.adjustment`)} as "rateType", rate::text as rate, rate as "rateSort",
      gross_pto::text as "grossPTO", gross_pto as "grossPtoSort", pto_hundredths / 100.0 as pto,
      gross_base::text as "grossBase", gross_base as "grossBaseSort", minutes / 60.0 as hours,
      first_day as from, last_day as to,
      ${providers.lastName} as "lastName", ${providers.firstName} as "firstName"
    from (${payrollSegments(payrollOf(scope))}) as pay
    join ${paidProvider} on true`,
  order: {
    provider: ['lastName', 'firstName', 'providerId', 'from'],
    rateType: ['rateType'],
    rate: ['rateSort'],
    grossPTO: ['grossPtoSort'],
    pto: ['pto'],
    grossBase: ['grossBaseSort'],
    hours: ['hours'],
  },
  unique: ['id', 'providerId', 'adjustment'],
  chart: async ({ db, ...scope }) => {
    const { rows } = await db.execute<{ id: number; title: string; base: string; timeOff: string }>(sql`
      select ${providerTypes.id} as id, ${providerTypes.title} as title, sum(gross_base)::text as base,
        sum(gross_pto)::text as "timeOff"
      from (${payrollSegments(payrollOf(scope))}) as pay
      join ${paidProvider} on true
      join ${providerTypes} on ${providerTypes.id} = ${providers.providerTypeId}
      group by ${providerTypes.id} having sum(gross_base + gross_pto) <> 0
      order by sum(gross_base + gross_pto) desc, ${providerTypes.title}`)
    return rows
  },
})

interface PaidDay {
  readonly providerName: string
  readonly rateType: string
  /** Null for what has no rate. */
  readonly rate: string | null
  readonly date: LocalDate
  /** Null for time off and late pay. */
  readonly schoolName: string | null
  /** For late pay; null for the days of the period. */
  readonly adjustment: string | null
  readonly typeTitle: string
  readonly quantity: number
  readonly hours: number | null
  readonly pto: number | null
  readonly amount: string
  /** The same as a whole number: no currency has more than three digits after the point. */
  readonly thousandths: number
}

const whereOf = ({ schoolName, adjustment }: PaidDay) => capitalized(adjustment ?? schoolName ?? 'time off')

const segmentOf = ({ providerName: name, rateType, rate }: PaidDay, money: MoneyFormat) =>
  [name, rateType, ...(rate === null ? [] : [formatMoney(rate, money)])].join(', ')

/** Up to this row, rounded as its segment is: the rows' differences add up to the segment's amount. */
const upToHere = (frame: string) => {
  const sum = (column: SQL) => sql`coalesce(sum(${column}) over (
    partition by provider_id, rate_id, request_id is null order by date, school_id, request_id
    rows between unbounded preceding and ${sql.raw(frame)}), 0)`
  const quantity = sql`case when request_id is null then ${paidQuantity(sum)} else ${sum(sql`quantity`)} end`
  return sql`round((${quantity}) * coalesce(rate, 0), ${currencyDigits()})`
}

interface RowOfReport {
  readonly rateChangeHistoryId?: number | null | undefined
  readonly adjustmentId?: number | null | undefined
}

/**
 * The days behind a row of the report; of all rows if it names none.
 *
 * @param rateChangeHistoryId 0 for what has no rate
 */
const ofRow = ({ rateChangeHistoryId, adjustmentId }: RowOfReport): SQL => {
  if (adjustmentId != null) return sql`where paid.adjustment_id = ${adjustmentId}`
  if (rateChangeHistoryId == null) return sql``
  return sql`where paid.adjustment_id is null and coalesce(paid.rate_id, 0) = ${rateChangeHistoryId}`
}

/** What days of the period are paid, and late pay. */
const paidAndLate = (payroll: Payroll): SQL => sql`
  select provider_id, date, school_id, request_id, null::int as adjustment_id, null::text as adjustment,
    request_id is not null as is_time_off, minutes, pto_hundredths, quantity, rate_id,
    rate_type_id, rate, ${upToHere('current row')} - ${upToHere('1 preceding')} as amount
  from (${paidRows(payroll)}) as paid_rows
  union all
  select provider_id, date, null, null, adjustment_id, adjustment, is_time_off, minutes, pto_hundredths, quantity,
    rate_id, rate_type_id, rate, amount
  from (${latePay(payroll)}) as late`

const details = defineDetails(payrollReport, ({ more, ...scope }) =>
  detailsTable<PaidDay>({
    note: 'Days of one rate are rounded so that they add up: days with equal hours may differ by the smallest amount.',
    columns: {
      segment: { kind: 'text', title: 'Provider and Rate', value: segmentOf, share: 2 },
      date: { kind: 'date', title: 'Date', value: (row) => row.date },
      school: { kind: 'text', title: 'School', value: whereOf, share: 2.5 },
      hours: { kind: 'hours', title: 'Hours', value: (row) => row.hours, isSummed: true },
      pto: { kind: 'number', decimals: 2, title: 'PTO', value: (row) => row.pto, isSummed: true },
      quantity: { kind: 'number', decimals: 2, title: 'Paid Units', value: (row) => row.quantity },
      amount: { kind: 'money', title: 'Gross', value: (row) => row.amount, isSummed: true, share: 1.3 },
    },
    rows: sql`
      select ${distinctProviderName} as "providerName", ${rateTypeName(sql`paid.rate_type_id`, sql`paid.adjustment`)} as "rateType",
        paid.rate::text as rate, paid.date::text as date, ${schools.name} as "schoolName", paid.adjustment,
        ${providerTypes.title} as "typeTitle", paid.quantity,
        case when not paid.is_time_off then paid.minutes / 60.0 end as hours,
        case when paid.is_time_off then paid.pto_hundredths / 100.0 end as pto,
        paid.amount::text as amount,
        (paid.amount * 1000)::float8 as thousandths, ${providers.lastName} as "lastName", ${providers.firstName} as "firstName",
        ${providers.id} as "providerId", coalesce(paid.rate_id, 0) as "rateId",
        min(paid.date) over (partition by paid.provider_id, paid.rate_id, paid.adjustment_id) as first,
        paid.school_id as "schoolId", paid.request_id as "requestId", coalesce(paid.adjustment_id, 0) as "adjustmentId"
      from (${paidAndLate(payrollOf(scope))}) as paid
      join ${providers} on ${providers.id} = paid.provider_id
      join ${providerTypes} on ${providerTypes.id} = ${providers.providerTypeId}
      left join ${schools} on ${schools.id} = paid.school_id
      ${ofRow(more)}`,
    order: ['lastName', 'firstName', 'providerId', 'first', 'rateId', 'adjustmentId', 'date', 'schoolId', 'requestId'],
    groupBy: { column: 'segment', by: ['providerId', 'rateId', 'adjustmentId'] },
    chart: {
      caption: `Gross pay by provider type, as of ${formatDate(localOf(scope.now, scope.timeZone).date)}`,
      label: (row) => row.typeTitle,
      value: (row) => row.thousandths,
      text: (sum, money) => formatMoney(productOf(String(sum), '0.001'), money),
    },
  }),
)

export const servedPayrollReport = serveReport(payrollReport, query, details)
