/** What the census templates list (DESIGN, section 4). */
import { type SQL, sql } from 'drizzle-orm'
import type { censusReport } from '#contract/reports/census-report.ts'
import { weeksOfRange } from '#domain/mandated-minutes.ts'
import type { Decimal } from '#domain/money.ts'
import { maskedSsn } from '#domain/provider-form.ts'
import { formatDate, localOf } from '#domain/time.ts'
import { frequenciesInWords } from '#server/areas/hours/frequencies-in-words.ts'
import { payrollPeriod, payrollSegments } from '#server/areas/hours/payroll-segments.ts'
import { serviceDelivery } from '#server/areas/hours/service-delivery.ts'
import { type AnyDetailsTable, detailsTable } from '#server/areas/reports/details-query.ts'
import type { ReportScope } from '#server/areas/reports/report-query.ts'
import { studentName } from '#server/areas/students/student-name.ts'
import { isEmployed, providerName, statusTitle } from '#server/db/providers.ts'
import { providers, providerTypes } from '#server/db/schema/providers.ts'
import { schools } from '#server/db/schema/schools.ts'
import { students } from '#server/db/schema/students.ts'

export type Scope = ReportScope<typeof censusReport.filters.none>

const ofType = ({ values: { providerTypeId } }: Scope): SQL =>
  providerTypeId === undefined ? sql`` : sql`and ${providers.providerTypeId} = ${providerTypeId}`

const text = <Row>(title: string, value: (row: Row) => string, share = 1) => ({
  ...{ kind: 'text' as const, title, value, share },
})
const date = <Row>(title: string, value: (row: Row) => string | null) => ({
  ...{ kind: 'date' as const, title, value, share: 1.1 },
})

interface CensusProvider {
  readonly type: string
  readonly name: string
  readonly status: string
  readonly born: string | null
  readonly hired: string | null
  readonly left: string | null
  readonly department: string
  readonly division: string
  readonly jobClass: string
  readonly lastFour: string | null
  readonly hours: number
  readonly pay: Decimal
}

/** Those who were employed in the period, or paid for it. */
export const providersTable = (scope: Scope): AnyDetailsTable => {
  const { date: today } = localOf(scope.now, scope.timeZone)
  const period = payrollPeriod(scope.values, today)
  const { providerTypeId } = scope.values
  return detailsTable<CensusProvider>({
    title: 'Census: Providers',
    note: `Types, statuses and departments are as of ${formatDate(today)}, not of the period.`,
    columns: {
      type: text('Provider Type', (row) => row.type),
      name: text('Provider Name', (row) => row.name, 1.8),
      status: text('Status', (row) => row.status),
      born: date('Date of Birth', (row) => row.born),
      hired: date('Hire Date', (row) => row.hired),
      left: date('Term Date', (row) => row.left),
      department: text('Department', (row) => row.department, 1.2),
      division: text('Division', (row) => row.division, 1.2),
      jobClass: text('Job Class', (row) => row.jobClass, 1.2),
      ssn: text('SSN', ({ lastFour }) => (lastFour === null ? '' : maskedSsn(lastFour)), 1.2),
      hours: { kind: 'hours', title: 'Hours', value: (row) => row.hours, isSummed: true },
      pay: { kind: 'money', title: 'Gross Pay', value: (row) => row.pay, isSummed: true, share: 1.2 },
    },
    rows: sql`
      select ${providerName} as name, ${providerTypes.title} as type, ${providerTypes.id} as "typeId",
        ${statusTitle(today)} as status,
        ${providers.birthDate}::text as born, ${providers.hireDate}::text as hired, ${providers.termDate}::text as left,
        ${providers.department} as department, ${providers.division} as division, ${providers.jobClass} as "jobClass",
        ${providers.ssnLastFour} as "lastFour", coalesce(paid.minutes, 0) / 60.0 as hours,
        coalesce(paid.pay, 0)::text as pay,
        ${providers.lastName} as "lastName", ${providers.firstName} as "firstName", ${providers.id} as id
      from ${providers} join ${providerTypes} on ${providerTypes.id} = ${providers.providerTypeId}
      left join (
        select provider_id, sum(minutes)::int as minutes, sum(gross_base + gross_pto) as pay
        from (${payrollSegments({ period, providerTypeId })}) as segments group by provider_id
      ) as paid on paid.provider_id = ${providers.id}
      where (paid.minutes <> 0 or paid.pay <> 0 or (${isEmployed(period.startDate)}
        and coalesce(${providers.hireDate} <= ${period.endDate}, true))) ${ofType(scope)}`,
    order: ['type', 'lastName', 'firstName', 'id'],
    groupBy: { column: 'type', by: ['typeId'] },
    chart: {
      caption: 'Hours by provider type',
      label: (row) => row.type,
      by: ['typeId'],
      value: (row) => row.hours,
      text: (hours) => `${hours.toLocaleString('en-US', { maximumFractionDigits: 2 })} h`,
    },
  })
}

const ofStudents = sql`
  join ${schools} on ${schools.id} = ${students.schoolId}
  left join ${providers} on ${providers.id} = ${students.providerId}`

interface Frequency {
  readonly school: string
  readonly student: string
  readonly service: string
  readonly frequency: string
  readonly duration: string
  readonly eventFrequency: string
  readonly sessionType: string
  readonly provider: string
  readonly isActive: boolean
}

/** As it is now; a student without frequencies has one row. */
export const caseloadTable = (scope: Scope): AnyDetailsTable => {
  const frequency = frequenciesInWords(scope.db)
  return detailsTable<Frequency>({
    title: `Census: Caseload as of ${formatDate(localOf(scope.now, scope.timeZone).date)}`,
    columns: {
      school: text('School Name', (row) => row.school),
      student: text('Student Name', (row) => row.student, 1.8),
      service: text('Service', (row) => row.service, 1.5),
      frequency: text('Frequency', (row) => row.frequency),
      duration: text('Duration', (row) => row.duration),
      eventFrequency: text('Event Frequency', (row) => row.eventFrequency, 1.2),
      sessionType: text('Session Type', (row) => row.sessionType),
      provider: text('Provider Name', (row) => row.provider, 1.5),
      active: text('Status', ({ isActive }) => (isActive ? 'Active' : 'Inactive'), 0.8),
    },
    rows: sql`
      select ${schools.name} as school, ${studentName} as student, coalesce(${frequency.serviceType}, '') as service,
        ${frequency.serviceTypeId} as "serviceId",
        coalesce(${frequency.serviceFrequency}, '') as frequency, coalesce(${frequency.duration}, '') as duration,
        coalesce(${frequency.eventFrequency}, '') as "eventFrequency",
        coalesce(${frequency.sessionType}, '') as "sessionType",
        case when ${providers.id} is null then '' else ${providerName} end as provider,
        ${students.isActive} as "isActive", ${schools.id} as "schoolId", ${students.name} as "plainName",
        ${students.id} as "studentId", coalesce(${frequency.id}, 0) as id
      from ${students} ${ofStudents} left join ${frequency} on ${frequency.studentId} = ${students.id}
      where ${students.deletedAt} is null ${ofType(scope)}`,
    order: ['school', 'schoolId', 'plainName', 'studentId', 'id'],
    groupBy: { column: 'school', by: ['schoolId'] },
    chart: {
      caption: 'Frequencies by service',
      label: ({ service }) => service || 'No service',
      by: ['serviceId'],
      value: () => 1,
      text: String,
    },
  })
}

interface Delivery {
  readonly school: string
  readonly student: string
  readonly service: string
  readonly mandated: number
  readonly delivered: number
}

/** The title names the whole weeks that are counted. */
export const deliveryTable = (scope: Scope): AnyDetailsTable => {
  const { date: today } = localOf(scope.now, scope.timeZone)
  const { first, last } = weeksOfRange(scope.values, today)
  return detailsTable<Delivery>({
    title: `Census: Service Delivery ${formatDate(first)} - ${formatDate(last)}`,
    note: 'Weeks are counted whole, because minutes are mandated per week.',
    columns: {
      school: text('School Name', (row) => row.school),
      student: text('Student Name', (row) => row.student, 2),
      service: text('Service', ({ service }) => service || 'No service', 2),
      mandated: { kind: 'number', title: 'Mandated Minutes', value: (row) => row.mandated, isSummed: true },
      delivered: { kind: 'number', title: 'Delivered Minutes', value: (row) => row.delivered, isSummed: true },
      percent: {
        kind: 'percent',
        title: 'Delivered',
        value: ({ mandated, delivered }) => (mandated === 0 ? undefined : (delivered / mandated) * 100),
        share: 0.8,
      },
    },
    rows: sql`
      select ${schools.name} as school, ${studentName} as student, minutes.service, minutes.service_id as "serviceId",
        minutes.mandated, minutes.delivered,
        ${schools.id} as "schoolId", ${students.name} as "plainName", ${students.id} as "studentId"
      from (${serviceDelivery({ ...scope, range: scope.values })}) as minutes
      join ${students} on ${students.id} = minutes.student_id ${ofStudents}
      where true ${ofType(scope)}`,
    order: ['school', 'schoolId', 'plainName', 'studentId', 'service', 'serviceId'],
    groupBy: { column: 'school', by: ['schoolId'] },
    chart: {
      caption: 'Delivered of mandated minutes, by service',
      label: ({ service }) => service || 'No service',
      by: ['serviceId'],
      value: (row) => row.delivered,
      outOf: (row) => row.mandated,
      text: (minutes) => Math.round(minutes).toLocaleString('en-US'),
    },
  })
}
