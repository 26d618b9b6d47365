import { type SQL, sql } from 'drizzle-orm'
import { payrollReport } from '#contract/reports/payroll-report.ts'
import { formatMoney, productOf } from '#domain/money.ts'
import type { MoneyFormat } from '#domain/money-format.ts'
import { type LocalDate, localOf } from '#domain/time.ts'
import { type Payroll, paidRows, payrollPeriod, payrollSegments } from '#server/areas/hours/payroll-segments.ts'
import { defineDetails, detailsTable } from '#server/areas/reports/details-query.ts'
import { defineQuery, type ReportScope } from '#server/areas/reports/report-query.ts'
import { serveReport } from '#server/areas/reports/serve-report.ts'
import { currencyDigits } from '#server/db/organization.ts'
import { providerName } from '#server/db/providers.ts'
import { providers, providerTypes, rateTypes, schools } from '#server/db/schema.ts'

type Values = ReturnType<typeof payrollReport.valuesOf>
type Scope = Pick<ReportScope<Values>, 'values' | 'now' | 'timeZone'>

const payrollOf = ({ values: { from, to, providerId, providerTypeId }, now, timeZone }: Scope): Payroll => ({
  period: payrollPeriod({ from, to }, localOf(now, timeZone).date),
  ...{ providerId, providerTypeId },
})

const rateTypeName = (rateTypeId: SQL) =>
  sql`coalesce((select ${rateTypes.name} from ${rateTypes} where ${rateTypes.id} = ${rateTypeId}), 'No rate')`

const query = defineQuery(payrollReport, {
  rows: (scope) => sql`
    select coalesce(rate_change_history_id, 0) as id, ${providers.id} as "providerId",
      ${providerName} as "providerName", ${providers.providerTypeId} as "providerTypeId",
      ${rateTypeName(sql`pay.rate_type_id`)} as "rateType", rate::text as rate, rate as "rateSort",
      gross_pto::text as "grossPTO", gross_pto as "grossPtoSort", pto_hundredths / 100.0 as pto,
      gross_base::text as "grossBase", gross_base as "grossBaseSort", hundredths / 100.0 as hours,
      first_day as from, last_day as to,
      ${providers.lastName} as "lastName", ${providers.firstName} as "firstName"
    from (${payrollSegments(payrollOf(scope))}) as pay
    join ${providers} on ${providers.id} = pay.provider_id`,
  order: {
    provider: ['lastName', 'firstName', 'providerId', 'from'],
    rateType: ['rateType'],
    rate: ['rateSort'],
    grossPTO: ['grossPtoSort'],
    pto: ['pto'],
    grossBase: ['grossBaseSort'],
    hours: ['hours'],
  },
  unique: ['id', 'providerId'],
  chart: async ({ db, ...scope }) => {
    const { rows } = await db.execute<{ id: number; title: string; base: string; timeOff: string }>(sql`
      select ${providerTypes.id} as id, ${providerTypes.title} as title, sum(gross_base)::text as base,
        sum(gross_pto)::text as "timeOff"
      from (${payrollSegments(payrollOf(scope))}) as pay
      join ${providers} on ${providers.id} = pay.provider_id
      join ${providerTypes} on ${providerTypes.id} = ${providers.providerTypeId}
      group by ${providerTypes.id} having sum(gross_base + gross_pto) > 0
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
  /** Null for time off. */
  readonly schoolName: string | null
  readonly typeTitle: string
  readonly quantity: number
  readonly hours: number | null
  readonly pto: number | null
  readonly amount: string
  /** The same as a whole number: no currency has more than three digits after the point. */
  readonly thousandths: number
}

const segmentOf = ({ providerName: name, rateType, rate }: PaidDay, money: MoneyFormat) =>
  [name, rateType, ...(rate === null ? [] : [formatMoney(rate, money)])].join(', ')

/** Up to this row, rounded as its segment is: the rows' differences add up to the segment's amount. */
const upToHere = (frame: string) => sql`round(coalesce(sum(quantity * coalesce(rate, 0)) over (
  partition by provider_id, rate_id, request_id is null order by date, school_id, request_id
  rows between unbounded preceding and ${sql.raw(frame)}), 0), ${currencyDigits()})`

/** @param rateId 0 for what has no rate */
const ofRate = (rateId: number | null | undefined): SQL =>
  rateId == null ? sql`` : sql`where coalesce(paid.rate_id, 0) = ${rateId}`

const details = defineDetails(payrollReport, ({ more: { rateChangeHistoryId }, ...scope }) =>
  detailsTable<PaidDay>({
    note: 'Days of one rate are rounded so that they add up: days with equal hours may differ by the smallest amount.',
    columns: {
      segment: { kind: 'text', title: 'Provider and Rate', value: segmentOf, share: 2 },
      date: { kind: 'date', title: 'Date', value: (row) => row.date },
      school: { kind: 'text', title: 'School', value: (row) => row.schoolName ?? 'Time off', share: 2.5 },
      hours: { kind: 'number', decimals: 2, title: 'Hours', value: (row) => row.hours, isSummed: true },
      pto: { kind: 'number', decimals: 2, title: 'PTO', value: (row) => row.pto, isSummed: true },
      quantity: { kind: 'number', decimals: 2, title: 'Paid Units', value: (row) => row.quantity },
      amount: { kind: 'money', title: 'Gross', value: (row) => row.amount, isSummed: true, share: 1.3 },
    },
    rows: sql`
      select ${providerName} as "providerName", ${rateTypeName(sql`paid.rate_type_id`)} as "rateType",
        paid.rate::text as rate, paid.date::text as date, ${schools.name} as "schoolName", ${providerTypes.title} as "typeTitle", paid.quantity,
        case when paid.request_id is null then paid.hundredths / 100.0 end as hours,
        case when paid.request_id is not null then paid.hundredths / 100.0 end as pto,
        paid.amount::text as amount,
        (paid.amount * 1000)::float8 as thousandths, ${providers.lastName} as "lastName", ${providers.firstName} as "firstName",
        ${providers.id} as "providerId", coalesce(paid.rate_id, 0) as "rateId",
        min(paid.date) over (partition by paid.provider_id, paid.rate_id) as first, paid.school_id as "schoolId",
        paid.request_id as "requestId"
      from (
        select *, ${upToHere('current row')} - ${upToHere('1 preceding')} as amount
        from (${paidRows(payrollOf(scope))}) as paid_rows
      ) as paid
      join ${providers} on ${providers.id} = paid.provider_id
      join ${providerTypes} on ${providerTypes.id} = ${providers.providerTypeId}
      left join ${schools} on ${schools.id} = paid.school_id
      ${ofRate(rateChangeHistoryId)}`,
    order: ['lastName', 'firstName', 'providerId', 'first', 'rateId', 'date', 'schoolId', 'requestId'],
    groupBy: 'segment',
    chart: {
      caption: 'Gross pay by provider type',
      label: (row) => row.typeTitle,
      value: (row) => row.thousandths,
      text: (sum, money) => formatMoney(productOf(String(sum), '0.001'), money),
    },
  }),
)

export const servedPayrollReport = serveReport(payrollReport, query, details)
