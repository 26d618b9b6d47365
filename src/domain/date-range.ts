import type { LocalDate } from './time.ts'

/** Spec 2, section 5. */
const END_BEFORE_START = "End Date can't be less than Start Date"

/** The problem with a date range; '' is an open end. */
export const dateRangeProblem = ({ from, to }: { from: LocalDate | ''; to: LocalDate | '' }): string | undefined =>
  from !== '' && to !== '' && to < from ? END_BEFORE_START : undefined
