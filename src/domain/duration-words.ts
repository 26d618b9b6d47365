import { counted } from './words.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const UNITS = [
  { seconds: DAY, words: (count: number) => counted(count, 'day') },
  { seconds: HOUR, words: (count: number) => `${count} h` },
  { seconds: MINUTE, words: (count: number) => `${count} min` },
] as const

/** '2 days 4 h', '3 h 20 min', 'less than a minute': the two largest units. */
export const durationInWords = (seconds: number): string => {
  const at = UNITS.findIndex((unit) => seconds >= unit.seconds)
  const [unit, next] = [UNITS[at], UNITS[at + 1]]
  if (!unit) return 'less than a minute'
  const rest = next ? Math.floor((seconds % unit.seconds) / next.seconds) : 0
  const first = unit.words(Math.floor(seconds / unit.seconds))
  return next && rest > 0 ? `${first} ${next.words(rest)}` : first
}

/** A spreadsheet's cell: hours with two decimals, '' for null. */
export const hoursCell = (seconds: number | null): number | '' =>
  seconds === null ? '' : Math.round((seconds / HOUR) * 100) / 100
