import type { FrequencyChoice } from '#domain/caseload-form.ts'

export interface Choice {
  readonly id: number
  readonly label: string
}

/** What the form of a caseload chooses from. */
export type CaseloadChoices = Readonly<Record<FrequencyChoice | 'schools', readonly Choice[]>>
