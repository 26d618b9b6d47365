/** Hours, counted in hundredths so that they add up exactly. */
import { type LocalTime, minutesOf } from './time.ts'

/** Hundredths of an hour; a third of an hour is 33. */
export const hundredthsBetween = (start: LocalTime, end: LocalTime): number =>
  Math.round(((minutesOf(end) - minutesOf(start)) * 100) / 60)

/** '7.50', as the wire carries hours, in hundredths. */
export const hundredthsOf = (hours: string): number => Math.round(Number(hours) * 100)

/** Hours as people read them: 7.5, 8, -0.25. */
export const formatHours = (hundredths: number): string => String(hundredths / 100)

/** Hundredths as the database and the wire carry hours: '7.50'. */
export const hoursOf = (hundredths: number): string => (hundredths / 100).toFixed(2)
