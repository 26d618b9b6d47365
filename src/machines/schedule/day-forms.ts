/** What the small forms of the day view are about: the day's note, and students for one session. */
import type { DayNote } from '#contract/day.ts'
import type { CaseloadEntry } from '#contract/lookups.ts'
import type { DayListing, EventStudent, Feedback } from '#contract/schedule.ts'
import type { LocalDate } from '#domain/time.ts'
import type { RecordFormMachine } from '#machines/common/record-form.machine.ts'
import type { ProviderStatus } from './day-status.ts'
import type { FeedbackTarget } from './feedback.machine.ts'

/** Whose day. */
export interface NotedDay {
  providerId: number
  date: LocalDate
}
export type DayNoteMachine = RecordFormMachine<NotedDay, DayNote, string, DayNote>

/** Of the session's school, who is not in it yet; what is sent are ids of theirs. */
export type CaseloadPickerMachine = RecordFormMachine<
  DayListing,
  readonly CaseloadEntry[],
  readonly number[],
  readonly EventStudent[]
>

/** An approval that is to be taken back; what is sent is the reason. There is nothing to read first. */
export type DayReopeningMachine = RecordFormMachine<ProviderStatus, null, string, null>

/** A student who is to be taken off one session. */
export interface StudentRemoval {
  occurrenceId: number
  /** Their place in it. */
  id: number
  studentName: string
}

/** What labels and a note are about, and its name. */
export interface FeedbackSubject extends FeedbackTarget {
  name: string
}
export interface FeedbackValues {
  labels: readonly string[]
  note: string
}
export type FeedbackFormMachine = RecordFormMachine<FeedbackSubject, Feedback, FeedbackValues, Feedback>

export const dayFormMessages = {
  /** The spelling is the spec's. */
  feedbackSaved: 'Recurrence feeback updated successfully',
  /** To the letter (spec 2, section 5). */
  noLabel: 'Please Select Tracking label.',
  /** To the letter (spec 2, section 5). */
  noCaseload: 'Please select atleast one caseload',
} as const
