/** What the form of a caseload chooses from, and what narrows a list of students. */
import type { FrequencyChoice } from '#domain/caseload-form.ts'
import type { CalendarFilters } from '#machines/schedule/calendar-place.ts'

export interface Choice {
  readonly id: number
  readonly label: string
}

export type CaseloadChoices = Readonly<Record<FrequencyChoice | 'schools', readonly Choice[]>>

export interface CaseloadFilters extends CalendarFilters {
  /** '' is by name. */
  sort: string
}
