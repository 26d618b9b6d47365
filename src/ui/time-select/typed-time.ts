import { type LocalTime, timeOfMinutes } from '#domain/time.ts'

/**
 * A time as people type it on a 12-hour clock: '9:45 AM', '945a', '2:30', '9'. Without AM or PM the school day decides:
 * 7 to 11 are AM, 12 to 6 are PM. Undefined if the text isn't a time, such as hours above 12 or minutes of 60 or more
 * (spec 1, section 5).
 */
export const parseTypedTime = (text: string): LocalTime | undefined => {
  const match = /^(\d{1,2})[:.]?(\d{2})?\s*([ap])?\.?\s*m?\.?$/i.exec(text.trim())
  if (!match) return undefined
  const hours = Number(match[1])
  const minutes = Number(match[2] ?? 0)
  if (hours < 1 || hours > 12 || minutes >= 60) return undefined
  const isAfternoon = match[3] ? match[3].toLowerCase() === 'p' : hours === 12 || hours < 7
  return timeOfMinutes(((hours % 12) + (isAfternoon ? 12 : 0)) * 60 + minutes)
}

/** A time field's value while its text isn't a time. */
export const NO_TIME = 'no time'
