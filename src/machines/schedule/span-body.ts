import type { CalendarQuery } from './calendar.machine.ts'

/** The request body of calls that load or print a calendar. */
export interface SpanBody {
  fromDateTime: string
  toDateTime: string
  keywords: string | undefined
  schoolId: number | undefined
  providerId: number | undefined
  studentId: number | undefined
  /** Only Manage Schedule has a creator mode. The spelling is the API's. */
  isScheduleCreater?: true
}

export const spanBody = ({ from, to, isCreator, filters: { search, ...choices } }: CalendarQuery): SpanBody => ({
  fromDateTime: from,
  toDateTime: to,
  keywords: search || undefined,
  ...choices,
  ...(isCreator && { isScheduleCreater: true as const }),
})
