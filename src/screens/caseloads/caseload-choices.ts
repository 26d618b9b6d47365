import type { FrequencyChoice } from '#domain/caseload-form.ts'

export interface Choice {
  readonly id: number
  readonly label: string
}

/** An option of a select in the caseload form. */
export type CaseloadChoices = Readonly<Record<FrequencyChoice | 'schools', readonly Choice[]>>
