/** How a user's input changes the session form's values, since some choices reset others. */
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

/** The pattern of the values; a missing option defaults to the type's first. */
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

/** Sets the pattern. Keeps the fields of other patterns in case the user switches back. */
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

/** The initial values, stored or from a draft, adjusted for the user. */
export const openedValues = (values: SessionFormValues, role: RoleName): SessionFormValues => ({
  ...values,
  mode: choosesMode(role) ? values.mode : 'advance',
  recurrence: withPattern(values.recurrence, patternOf(values.recurrence)),
})

type Choice = Partial<SessionFormValues>

/** Basic has no students. */
export const chooseMode = (mode: SessionMode): Choice => (mode === 'basic' ? { mode, caseloadIds: [] } : { mode })

/** A new school resets the service, rates, and students, and sets the color if the school has one. */
export const chooseSchool = (schoolId: number | null, colourCode?: string): Choice => ({
  schoolId,
  serviceId: null,
  rateTypeId: null,
  caseloadIds: [],
  ...(colourCode !== undefined && { colourCode }),
})

/** A new service resets the rate type. */
export const chooseService = (serviceId: number | null): Choice => ({ serviceId, rateTypeId: null })

/** Sets the start and adjusts the end; an incomplete start leaves the end unchanged. */
export const chooseStart = (startTime: string): Choice =>
  localTimeSchema.safeParse(startTime).success ? { startTime, endTime: defaultEnd(startTime) } : { startTime }

/** Inserts a student at `index` or at the end; moves one who is already in the session. */
export const placeStudent = (ids: readonly number[], id: number, index = ids.length): number[] => {
  const others = ids.filter((other) => other !== id)
  return [...others.slice(0, index), id, ...others.slice(index)]
}
