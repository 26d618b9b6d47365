/** Hours in integer hundredths, so that sums are exact. */
import { type LocalTime, minutesOf } from './time.ts'

/** Rounded: a third of an hour is 33. */
export const hundredthsBetween = (start: LocalTime, end: LocalTime): number =>
  Math.round(((minutesOf(end) - minutesOf(start)) * 100) / 60)

/** Parses hours as sent on the wire: '7.50' is 750. */
export const hundredthsOf = (hours: string): number => Math.round(Number(hours) * 100)

/** Hours for display: 7.5, 8, -0.25. */
export const formatHours = (hundredths: number): string => String(hundredths / 100)

/** The wire and database format: '7.50'. */
export const hoursOf = (hundredths: number): string => (hundredths / 100).toFixed(2)
