/**
 * Hours. Worked time is counted in minutes, and rounded once where it is multiplied by a rate; time off and its balance are
 * in integer hundredths (docs/decisions/minutes.md).
 */
import { type LocalTime, minutesOf } from './time.ts'

export const minutesBetween = (start: LocalTime, end: LocalTime): number => minutesOf(end) - minutesOf(start)

/** As a rate multiplies them: 80 minutes are 133 hundredths of an hour. */
export const hundredthsOfMinutes = (minutes: number): number => Math.round((minutes * 100) / 60)

/**
 * What rounding a row's minutes by itself adds to them, in 300ths of an hour: a minute is five of these, a hundredth of an
 * hour three. Work that was locked before minutes were added up keeps this rounding.
 *
 * @param hundredths of the row; null if it isn't rounded by itself
 */
export const rowRoundingOf = (minutes: number, hundredths: number | null): number =>
  hundredths === null ? 0 : hundredths * 3 - minutes * 5

/** The minutes of rows as a rate multiplies them, with what `rowRoundingOf` says of these rows. */
export const hundredthsOfRows = (minutes: number, rowRounding: number): number =>
  Math.round((minutes * 5 + rowRounding) / 3)

/** Worked time for display, so that what a list adds up is what it shows: '1:20', '-0:15'. */
export const formatMinutes = (minutes: number): string => {
  const whole = Math.abs(minutes)
  return `${minutes < 0 ? '-' : ''}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

/** Rounded: a third of an hour is 33. */
export const hundredthsBetween = (start: LocalTime, end: LocalTime): number =>
  hundredthsOfMinutes(minutesBetween(start, end))

/** Parses hours as sent on the wire: '7.50' is 750. */
export const hundredthsOf = (hours: string): number => Math.round(Number(hours) * 100)

/** Hours for display: 7.5, 8, -0.25. */
export const formatHours = (hundredths: number): string => String(hundredths / 100)

/** The wire and database format: '7.50'. */
export const hoursOf = (hundredths: number): string => (hundredths / 100).toFixed(2)
