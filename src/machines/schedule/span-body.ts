import type { CalendarQuery } from './calendar.machine.ts'

/** What the calls that show or print a calendar are asked with. */
export interface SpanBody {
  fromDateTime: string
  toDateTime: string
  keywords: string | undefined
  schoolId: number | undefined
  providerId: number | undefined
  studentId: number | undefined
  /** Manage Schedule alone has a creator mode. The spelling is the wire's. */
  isScheduleCreater?: true
}

export const spanBody = ({ from, to, isCreator, filters: { search, ...choices } }: CalendarQuery): SpanBody => ({
  fromDateTime: from,
  toDateTime: to,
  keywords: search || undefined,
  ...choices,
  ...(isCreator && { isScheduleCreater: true as const }),
})
