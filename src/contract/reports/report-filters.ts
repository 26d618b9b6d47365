/** Filters that reports have in common, under the names that the spec's endpoints have. */
import { orderedRange, ownReportRangeMessages, type RangeMessages, reportRangeMessages } from '#domain/date-range.ts'
import { type ChoiceFilter, choiceFilter, dateRangeFilter } from '../filters.ts'
import { providerOptions, schoolOptions, serviceOptions, studentsKnown } from '../options.ts'
import { providerTypeOptions } from '../type-options.ts'

/** The dates of most reports, as `fromDateTime` and `toDateTime` on the wire: `names: reportDateNames`. */
export const reportDates = (
  messages: RangeMessages = reportRangeMessages,
  labels = { from: 'From Date', to: 'End Date' },
) => dateRangeFilter(orderedRange(messages), labels, messages.from)

/** For reports of the caller's own rows. */
export const ownReportDates = () => reportDates(ownReportRangeMessages, { from: 'From Date', to: 'To Date' })

export const reportDateNames = { from: 'fromDateTime', to: 'toDateTime' } as const

/** Makes a choice required, with the spec's message. */
export const required = <Values>(filter: ChoiceFilter<Values>, message: string): ChoiceFilter<Values> => ({
  ...filter,
  required: message,
  noneLabel: 'Choose...',
})

export const schoolFilter = choiceFilter('schoolId', 'School', schoolOptions)

export const providerFilter = choiceFilter('providerId', 'Provider', providerOptions)

export const providerTypeFilter: ChoiceFilter<{ providerTypeId: number | undefined }> = {
  ...choiceFilter('providerTypeId', 'Provider Type', providerTypeOptions),
  noneLabel: 'Choose',
}

export const serviceFilter = choiceFilter('serviceId', 'Service Code', serviceOptions)

interface Narrowing {
  schoolId?: number | undefined
  providerId?: number | undefined
}

/** The students of the chosen school and provider. */
export const studentFilter = choiceFilter<'studentId', number, Narrowing>('studentId', 'Student', {
  call: studentsKnown,
  dependsOn: ['schoolId', 'providerId'],
  records: 'students',
})
