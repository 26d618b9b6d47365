/**
 * Titles and filter texts of a printed schedule, shared by browser printing and the PDF. Printouts hang on walls, so they
 * name no students and leave out search terms, which may be student names.
 */
import { daysBetween, formatDayHeader, type LocalDate } from './time.ts'

export interface Span {
  from: LocalDate
  /** Inclusive. */
  to: LocalDate
}

/** 'Week of Sun, Nov 7, 2027 to Sat, Nov 13, 2027', or a single day. */
export const printTitle = ({ from, to }: Span): string =>
  daysBetween(from, to) === 0 ? formatDayHeader(from) : `Week of ${formatDayHeader(from)} to ${formatDayHeader(to)}`

export const printFileName = ({ from, to }: Span): string =>
  `${daysBetween(from, to) === 0 ? 'day' : 'week-of'}-${from}.pdf`

export interface PrintedFilters {
  provider?: string | undefined
  school?: string | undefined
  isOfOneStudent: boolean
  isSearched: boolean
}

/** The active filters in words; empty without any. */
export const printedFilters = ({ provider, school, isOfOneStudent, isSearched }: PrintedFilters): string =>
  [
    provider !== undefined && `Provider: ${provider}`,
    school !== undefined && `School: ${school}`,
    isOfOneStudent && "One student's sessions",
    isSearched && 'Search results only',
  ]
    .filter((part) => part !== false)
    .join(' · ')
