/** Columns and charts that the details of several reports have. */
import { type SQL, sql } from 'drizzle-orm'
import { hoursText } from '#contract/reports/report-cells.ts'
import { formatTime } from '#domain/time.ts'

interface Times {
  /** HH:mm; null for what has no time of day. */
  readonly startTime: string | null
  readonly endTime: string | null
}

/** What `timeColumn` shows. @param table what has start_time and end_time */
export const times = (table: string): SQL =>
  sql.raw(`left(${table}.start_time::text, 5) as "startTime", left(${table}.end_time::text, 5) as "endTime"`)

export const timeColumn = {
  kind: 'text',
  title: 'Time',
  value: ({ startTime, endTime }: Times) => startTime && endTime && `${formatTime(startTime)} - ${formatTime(endTime)}`,
  share: 2,
} as const

/** The students of a session, which may have none. */
export const studentColumn = {
  kind: 'text',
  title: 'Student Name',
  value: ({ studentName }: { readonly studentName: string }) => studentName || 'No student',
  share: 2,
} as const

/** The length of a session, and how much of it counts for the student. */
export const minutesColumns = {
  minutes: {
    kind: 'number',
    title: 'Minutes',
    value: ({ minutes }: { readonly minutes: number }) => minutes,
    isSummed: true,
  },
  delivered: {
    kind: 'number',
    title: 'Delivered',
    value: ({ deliveredMinutes }: { readonly deliveredMinutes: number }) => deliveredMinutes,
    isSummed: true,
  },
} as const

/** The minutes of each service, status or the like. */
export const minutesChart = <Row extends { readonly minutes: number }>(
  caption: string,
  label: (row: Row) => string,
  by?: readonly string[],
) => ({
  caption,
  label,
  ...(by && { by }),
  value: (row: Row) => row.minutes,
  text: (minutes: number) => `${minutes.toLocaleString('en-US')} min`,
})

/** '1:20 h' */
export const hoursInWords = (hours: number): string => `${hoursText(hours)} h`

/** The hours of each school, provider or the like. */
export const hoursChart = <Row extends { readonly hours: number }>(
  caption: string,
  label: (row: Row) => string,
  by: readonly string[],
) => ({
  caption,
  label,
  by,
  value: (row: Row) => row.hours,
  text: hoursInWords,
})
