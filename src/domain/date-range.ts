import type { LocalDate } from './time.ts'

/** Spec 2, section 5. */
const END_BEFORE_START = "End Date can't be less than Start Date"

/** What is wrong with a range of dates that was chosen; '' is an end that was left open. */
export const dateRangeProblem = ({ from, to }: { from: LocalDate | ''; to: LocalDate | '' }): string | undefined =>
  from !== '' && to !== '' && to < from ? END_BEFORE_START : undefined
