import type { LocalDate } from './time.ts'

interface Range {
  readonly from: LocalDate | ''
  readonly to: LocalDate | ''
}

/** What a range says whose ends are in the wrong order, by the end that was just changed. */
export interface RangeMessages {
  readonly from: string
  readonly to: string
}

/** Spec 2, section 5. */
const END_BEFORE_START = "End Date can't be less than Start Date"

/** Spec 3, section 5, "Reports". */
export const reportRangeMessages = { from: "From Date can't be greater than End Date", to: END_BEFORE_START }

/** The same, for reports of the user's own hours and students. */
export const ownReportRangeMessages = {
  from: "From Date can't be greater than End Date",
  to: 'To Date can not be less than From Date',
}

const isBackwards = ({ from, to }: Range): boolean => from !== '' && to !== '' && to < from

/** The problem with a date range; '' is an open end. */
export const dateRangeProblem = (range: Range): string | undefined =>
  isBackwards(range) ? END_BEFORE_START : undefined

/**
 * The same, with a message for each end.
 *
 * @param before the range until now, which tells what was changed; without it, the end was
 */
export const orderedRange =
  (messages: RangeMessages) =>
  (range: Range, before?: Range): string | undefined => {
    if (!isBackwards(range)) return undefined
    return before !== undefined && before.from !== range.from ? messages.from : messages.to
  }
