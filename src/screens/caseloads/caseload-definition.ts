import { caseloadMessages } from '#domain/caseload-form.ts'
import type { CaseloadFilters } from '#machines/master-data/caseload-choices.ts'
import { type CodecsOf, type FilterCodec, filterCodecs } from '#screens/list/list-address.ts'
import { sortOf } from '#screens/list/sort.ts'
import { caseloadColumns } from './caseload-columns.tsx'

/** Of whoever is not asked for a therapist: an address does not narrow by one. */
const never: FilterCodec<number | undefined> = { none: undefined, read: () => undefined, write: () => '' }

const sort = sortOf({ student: 'Student Name', school: 'School Name' })

const codecs: CodecsOf<CaseloadFilters> = {
  providerId: filterCodecs.id,
  schoolId: filterCodecs.id,
  studentId: filterCodecs.id,
  search: filterCodecs.text,
  sort: sort.codec,
}

/** What both lists of students have in common. */
export const caseloadDefinition = (asksTherapist: boolean) => ({
  codecs: asksTherapist ? codecs : { ...codecs, providerId: never },
  search: { filter: 'search', label: 'Student Name' } as const,
  sort,
  columns: caseloadColumns,
  keyOf: ({ id }: { readonly id: number }) => id,
  emptyText: caseloadMessages.empty,
})
