/** The caseload form: fields, rules and messages (spec 3, sections 2, 5, 8 and 9). */
import { z } from 'zod'
import { comingAnswerSchema } from './coming-sessions.ts'
import { requiredText } from './text-rules.ts'

export const GENDERS = ['Male', 'Female', 'Others'] as const

const NAME_CHARACTERS = 200

/** Per student; far more than anyone has. */
export const MAX_FREQUENCIES = 50

const choice = z.int().positive().nullable()

/** The choices in a frequency row; the spec makes all of them optional. */
const choices = {
  serviceTypeId: choice,
  serviceFrequencyId: choice,
  durationId: choice,
  eventFrequencyId: choice,
  sessionTypeId: choice,
}
export type FrequencyChoice = keyof typeof choices
export const FREQUENCY_CHOICES = Object.keys(choices) as FrequencyChoice[]

export const frequencySchema = z.object({
  ...choices,
  /** Null for a new row. */
  id: choice,
  isDeleted: z.boolean(),
})
export type CaseloadFrequencyForm = z.infer<typeof frequencySchema>

/** Blank new rows are not stored. */
export const saysSomething = (row: Partial<Record<FrequencyChoice, number | null | undefined>>): boolean =>
  FREQUENCY_CHOICES.some((name) => row[name])

export const caseloadFields = {
  schoolId: z.int('School Is Required').positive('School Is Required'),
  studentName: requiredText('Student Name Is Required.', NAME_CHARACTERS),
  /** '' if not specified. */
  gender: z.enum(['', ...GENDERS]),
}

export const caseloadFormSchema = z.object({
  ...caseloadFields,
  /** Only administrators choose the therapist; null leaves the student unassigned. */
  therapistId: choice,
  caseloadFrequencies: z.array(frequencySchema).max(MAX_FREQUENCIES, `At most ${MAX_FREQUENCIES} frequencies`),
})

/** The form's values, valid or not. */
export const caseloadContentSchema = caseloadFormSchema.extend({
  schoolId: choice,
  studentName: z.string(),
  /** Asked before a student who moves to another school is saved. */
  comingSessions: comingAnswerSchema.optional(),
})
export type CaseloadForm = z.infer<typeof caseloadContentSchema>

export const BLANK_FREQUENCY: CaseloadFrequencyForm = {
  id: null,
  serviceTypeId: null,
  serviceFrequencyId: null,
  durationId: null,
  eventFrequencyId: null,
  sessionTypeId: null,
  isDeleted: false,
}

export const BLANK_CASELOAD: CaseloadForm = {
  schoolId: null,
  studentName: '',
  gender: '',
  therapistId: null,
  caseloadFrequencies: [BLANK_FREQUENCY],
}

export const caseloadMessages = {
  added: 'Caseload has been added successfully',
  updated: 'Caseload has been updated successfully',
  deleted: 'Caseload has been deleted successfully',
  activated: 'Caseload has been activated successfully',
  deactivated: 'Caseload has been deactivated successfully',
  deletion: 'Are you sure you want to delete this caseload?',
  empty: 'No Data Available',
} as const
