import { DAY_ENDS, DAY_STARTS, type LocalDate, localDateSchema, parseTime } from '#domain/time.ts'
import type { NewSessionPlace } from './use-new-session.ts'

/** Parses a time; undefined outside the hours that sessions may have. */
const timeOf = (text: string | null) => {
  const time = text === null ? undefined : parseTime(text)
  return time !== undefined && time >= DAY_STARTS && time <= DAY_ENDS ? time : undefined
}

/** Parses the range that a calendar passes: `?date=2026-11-24&start=09:00&end=09:45`. */
export const placeOfAddress = (search: string, today: LocalDate): NewSessionPlace => {
  const query = new URLSearchParams(search)
  const date = localDateSchema.safeParse(query.get('date'))
  const startTime = timeOf(query.get('start'))
  const endTime = timeOf(query.get('end'))
  return {
    date: date.success ? date.data : today,
    startTime,
    endTime: startTime && endTime && endTime > startTime ? endTime : undefined,
  }
}
