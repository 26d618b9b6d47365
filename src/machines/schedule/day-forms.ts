/** What the small forms of the day view are about: the day's note, and students for one session. */
import type { DayNote } from '#contract/day.ts'
import type { CaseloadEntry } from '#contract/lookups.ts'
import type { DayListing, EventStudent } from '#contract/schedule.ts'
import type { LocalDate } from '#domain/time.ts'
import type { RecordFormMachine } from '#machines/common/record-form.machine.ts'
import type { ProviderStatus } from './day-status.ts'

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

export const dayFormMessages = {
  /** To the letter (spec 2, section 5). */
  noCaseload: 'Please select atleast one caseload',
  /** The spec's question for every deletion (spec 2, section 4). */
  removal: 'Are you sure you want to delete the record?',
} as const
