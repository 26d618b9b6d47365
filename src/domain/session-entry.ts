/** What a user's entry does to the values of the session form: some choices take others with them. */
import type { RecurrencePattern } from './recurrence-patterns.ts'
import type { RoleName } from './roles.ts'
import {
  choosesMode,
  defaultEnd,
  type RecurrenceValues,
  type SessionFormValues,
  type SessionMode,
} from './session-form.ts'
import { localTimeSchema } from './time.ts'

/** The pattern that the values say; a missing option is the type's first. */
export const patternOf = ({ type, daily, weekly, monthly }: RecurrenceValues): RecurrencePattern => {
  switch (type) {
    case 'none':
      return { type }
    case 'daily':
      return { type, option: daily.option ?? 'everyNDays' }
    case 'weekly':
      return { type, option: weekly.option }
    case 'monthly':
      return { type, option: monthly.option ?? 'dates' }
  }
}

/** The values with another pattern. What was entered for others stays, to be there when their pattern is chosen again. */
export const withPattern = (recurrence: RecurrenceValues, pattern: RecurrencePattern): RecurrenceValues => {
  const { type } = pattern
  switch (type) {
    case 'none':
      return { ...recurrence, type }
    case 'daily':
      return { ...recurrence, type, daily: { ...recurrence.daily, option: pattern.option } }
    case 'weekly':
      return { ...recurrence, type, weekly: { ...recurrence.weekly, option: pattern.option } }
    case 'monthly':
      return { ...recurrence, type, monthly: { ...recurrence.monthly, option: pattern.option } }
  }
}

/** What the form opens with: stored values, or a draft's, as this user may have them. */
export const openedValues = (values: SessionFormValues, role: RoleName): SessionFormValues => ({
  ...values,
  mode: choosesMode(role) ? values.mode : 'advance',
  recurrence: withPattern(values.recurrence, patternOf(values.recurrence)),
})

type Choice = Partial<SessionFormValues>

/** Basic is without students. */
export const chooseMode = (mode: SessionMode): Choice => (mode === 'basic' ? { mode, caseloadIds: [] } : { mode })

/** Another school has other services, rates and students; its color is the session's, where it has one. */
export const chooseSchool = (schoolId: number | null, colourCode?: string): Choice => ({
  schoolId,
  serviceId: null,
  rateTypeId: null,
  caseloadIds: [],
  ...(colourCode !== undefined && { colourCode }),
})

/** Another service has other rates. */
export const chooseService = (serviceId: number | null): Choice => ({ serviceId, rateTypeId: null })

/** A start with the end that goes with it; one that is not complete yet leaves the end alone. */
export const chooseStart = (startTime: string): Choice =>
  localTimeSchema.safeParse(startTime).success ? { startTime, endTime: defaultEnd(startTime) } : { startTime }

/** Puts a student in, at `index` or at the end; one who is in it already moves there. */
export const placeStudent = (ids: readonly number[], id: number, index = ids.length): number[] => {
  const others = ids.filter((other) => other !== id)
  return [...others.slice(0, index), id, ...others.slice(index)]
}
