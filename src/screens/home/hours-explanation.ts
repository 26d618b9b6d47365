import { callOf } from '#contract/call.ts'
import { explainHours, getHoursExplanation, type HoursExplanation } from '#contract/day.ts'
import type { Timesheet } from '#contract/schedule.ts'
import { MAX_EXPLANATION_LENGTH } from '#domain/hours-checks.ts'
import { formatDayHeader } from '#domain/time.ts'
import type { TextDialogDefinition } from '#screens/form/text-dialog.tsx'

/** Whose hours. */
export type ExplainedHours = Pick<Timesheet, 'providerId' | 'schoolId' | 'schoolName' | 'date'>

const keyOf = ({ providerId, schoolId, date }: ExplainedHours) => ({ providerId, schoolId, date })

/** Why a provider's hours at a school are as they are. */
export const hoursExplanation: TextDialogDefinition<ExplainedHours, HoursExplanation> = {
  calls: {
    read: callOf(getHoursExplanation, (hours) => ({ body: keyOf(hours) })),
    save: callOf(explainHours, ({ subject, stored: { entityCacheKey }, values }) => ({
      body: { ...keyOf(subject), explanation: values, entityCacheKey },
    })),
  },
  title: () => 'Explain hours',
  about: ({ schoolName, date }) => `${schoolName}, ${formatDayHeader(date)}`,
  field: 'explanation',
  label: () => 'Explanation',
  description: 'Administrators see this when they approve the hours.',
  maxLength: MAX_EXPLANATION_LENGTH,
  rows: { min: 3, max: 10 },
  textOf: ({ explanation }) => explanation,
  readOnlyReason: (_, { readOnlyReason }) => readOnlyReason,
  noun: 'explanation',
  draft: ({ providerId, schoolId, date }) => `explanation/${providerId}/${schoolId}/${date}`,
  basisOf: ({ entityCacheKey }) => entityCacheKey,
  withBasis: (stored, key) => (key === null ? stored : { ...stored, entityCacheKey: key }),
  follows: ({ providerId: provider, date }) => [{ topic: 'days', provider, from: date, to: date }],
}
