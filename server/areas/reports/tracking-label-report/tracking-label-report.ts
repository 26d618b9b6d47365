import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { MAX_LABEL_BARS, trackingLabelReport } from '#contract/reports/tracking-label-report.ts'
import { dateRange, equal, studentSessions } from '#server/areas/hours/student-sessions.ts'
import { studentColumn, timeColumn, times } from '#server/areas/reports/details-parts.ts'
import { defineDetails, detailsTable } from '#server/areas/reports/details-query.ts'
import { defineQuery, type ReportScope } from '#server/areas/reports/report-query.ts'
import { serveReport } from '#server/areas/reports/serve-report.ts'
import { studentNameIfAny } from '#server/areas/students/student-name.ts'
import { distinctProviderName } from '#server/db/providers.ts'
import { providers } from '#server/db/schema/providers.ts'
import { trackingLabels } from '#server/db/schema/schedule.ts'
import { schools } from '#server/db/schema/schools.ts'
import { students } from '#server/db/schema/students.ts'

type Values = ReturnType<typeof trackingLabelReport.valuesOf>
type Scope = Pick<ReportScope<Values>, 'values' | 'now'>

/**
 * `due` has the students' sessions that were due, `uses` a row for each of their labels, and `shares` a row for each label
 * with its uses.
 */
const labelUse = ({ values: { labelIds, ...filter }, now }: Scope): SQL => sql`
  due as materialized (
    select * from (${studentSessions({ ...filter, now })}) as every where status <> 'Scheduled'
  ),
  uses as (
    select due.*, label_id from due
    cross join lateral (select distinct unnest(due.label_ids) as label_id) as own
  ),
  shares as (
    select label_id, tracking_label, description, deleted_at is not null as is_deleted, count(*)::int as uses,
      (select count(*)::int from due) as due, round(100.0 * count(*) / (select count(*) from due), 1) as percentage,
      min(uses.date) as first, max(uses.date) as last,
      min(uses.occurrence_id) as occurrence_id, min(uses.entry_id) as entry_id
    from uses join ${trackingLabels} as known on known.id = uses.label_id
    ${labelIds.length === 0 ? sql`` : sql`where label_id = any(${sql.param(labelIds)}::int[])`}
    group by 1, 2, 3, 4
  )`

const query = defineQuery(trackingLabelReport, {
  rows: (scope) => sql`
    with ${labelUse(scope)}
    select label_id as id, tracking_label as "trackingLabels", is_deleted as "isDeleted", percentage, description,
      ${dateRange(sql`first`, sql`last`)} as "dateRange",
      case when uses = 1 then occurrence_id else 0 end as "recurrenceId",
      case when uses = 1 then coalesce(entry_id, 0) else 0 end as "recurrenceStudentId", uses, first, last
    from shares`,
  order: {
    label: ['trackingLabels'],
    percentage: ['uses'],
    description: ['description'],
    dates: ['first', 'last'],
  },
  unique: ['id'],
  chart: async (scope) => {
    type Chart = z.output<NonNullable<typeof trackingLabelReport.calls.chart>['data']>
    const { rows } = await scope.db.execute<{ chart: Chart }>(sql`
      with ${labelUse(scope)},
      most as (select * from shares order by uses desc, label_id limit ${MAX_LABEL_BARS})
      select json_build_object(
        'due', (select count(*) from due), 'labelCount', (select count(*) from shares),
        'labeled', (select count(distinct (occurrence_id, entry_id)) from uses
          where label_id in (select label_id from shares)),
        'labels', (select coalesce(json_agg(json_build_object(
          'id', label_id, 'trackingLabel', tracking_label, 'uses', uses, 'percentage', percentage)
          order by uses desc, label_id), '[]') from most)) as chart`)
    return rows[0]?.chart ?? { due: 0, labeled: 0, labelCount: 0, labels: [] }
  },
})

interface Use {
  readonly trackingLabel: string
  readonly heading: string
  readonly date: string
  readonly startTime: string
  readonly endTime: string
  readonly studentName: string
  readonly schoolName: string
  readonly providerName: string
  readonly status: string
}

const details = defineDetails(trackingLabelReport, ({ more, ...scope }) => {
  const { recurrenceId, recurrenceStudentId, isRecurrenceId } = more
  const onlyId = isRecurrenceId ? recurrenceId : recurrenceStudentId
  return detailsTable<Use>({
    columns: {
      label: { kind: 'text', title: 'Tracking Label', value: (row) => row.heading },
      student: studentColumn,
      date: { kind: 'date', title: 'Date', value: (row) => row.date, share: 1.2 },
      time: timeColumn,
      school: { kind: 'text', title: 'School Name', value: (row) => row.schoolName, share: 2 },
      provider: { kind: 'text', title: 'Provider Name', value: (row) => row.providerName, share: 2 },
      status: { kind: 'text', title: 'Status', value: (row) => row.status, share: 1.2 },
    },
    rows: sql`
      with ${labelUse(scope)}
      select tracking_label as "trackingLabel", shares.label_id as "labelId", uses.date::text as date,
        concat(tracking_label, ': ', percentage, '% (', shares.uses, ' of ', shares.due, '). ', shares.description)
          as heading,
        ${times('uses')},
        ${studentNameIfAny} as "studentName",
        ${schools.name} as "schoolName", ${distinctProviderName} as "providerName", uses.status,
        uses.occurrence_id as "occurrenceId", ${students.name} as "plainName", uses.student_id as "studentId"
      from uses join shares on shares.label_id = uses.label_id
      join ${schools} on ${schools.id} = uses.school_id
      join ${providers} on ${providers.id} = uses.provider_id
      left join ${students} on ${students.id} = uses.student_id
      where true ${equal(isRecurrenceId ? sql`uses.occurrence_id` : sql`uses.entry_id`, onlyId || undefined)}`,
    order: ['trackingLabel', 'labelId', 'date', 'startTime', 'occurrenceId', 'plainName', 'studentId'],
    groupBy: { column: 'label', by: ['labelId'] },
    chart: {
      caption: 'Student sessions by label',
      label: (row) => row.trackingLabel,
      by: ['labelId'],
      value: () => 1,
      text: (uses) => uses.toLocaleString('en-US'),
    },
  })
})

export const servedTrackingLabelReport = serveReport(trackingLabelReport, query, details)
