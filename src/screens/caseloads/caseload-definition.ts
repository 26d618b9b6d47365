import { caseloadMessages } from '#domain/caseload-form.ts'
import type { CalendarFilters } from '#machines/schedule/calendar-place.ts'
import { type CodecsOf, type FilterCodec, filterCodecs } from '#screens/list/list-address.ts'
import { caseloadColumns } from './caseload-columns.tsx'

/** Of whoever is not asked for a therapist: an address does not narrow by one. */
const never: FilterCodec<number | undefined> = { none: undefined, read: () => undefined, write: () => '' }

const codecs: CodecsOf<CalendarFilters> = {
  providerId: filterCodecs.id,
  schoolId: filterCodecs.id,
  studentId: filterCodecs.id,
  search: filterCodecs.text,
}

/** What both lists of students have in common. */
export const caseloadDefinition = (asksTherapist: boolean) => ({
  codecs: asksTherapist ? codecs : { ...codecs, providerId: never },
  search: { filter: 'search', label: 'Student Name' } as const,
  columns: caseloadColumns,
  keyOf: ({ id }: { readonly id: number }) => id,
  emptyText: caseloadMessages.empty,
})
