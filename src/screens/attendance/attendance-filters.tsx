import { useSelector } from '@xstate/react'
import type { AttendanceFilters, AttendanceRecord } from '#contract/attendance.ts'
import { selectItems } from '#machines/common/lookup.machine.ts'
import type { PagedListActor, PagedListSnapshot } from '#machines/common/paged-list.machine.ts'
import { useProvided } from '#screens/provided.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { DateField } from '#ui/date-field/date-field.tsx'
import { ChoiceFilter } from '#ui/filters/choice-filter.tsx'
import { FilterBar } from '#ui/filters/filter-bar.tsx'
import { ResetFilters } from '#ui/filters/reset-filters.tsx'
import { SearchFilter } from '#ui/filters/search-filter.tsx'

export type AttendanceList = PagedListActor<AttendanceRecord, AttendanceFilters>
type Snapshot = PagedListSnapshot<AttendanceRecord, AttendanceFilters>

const selectCanReset = (snapshot: Snapshot) => snapshot.can({ type: 'filters.reset' })

/** Provider, days and words; the icon that takes them away shows while there are any. */
export const AttendanceFilterBar = ({ list }: { readonly list: AttendanceList }) => {
  const { filters, refusal } = useSelector(list, ({ context }: Snapshot) => context)
  const canReset = useSelector(list, selectCanReset)
  const providers = useSelector(useActorRef(useProvided('providerOptions')), selectItems)
  const change = (changed: Partial<AttendanceFilters>) => list.send({ type: 'filters.change', filters: changed })
  return (
    <FilterBar actions={canReset && <ResetFilters onReset={() => list.send({ type: 'filters.reset' })} />}>
      <ChoiceFilter
        label="Provider"
        options={providers.map(({ id, providerName }) => ({ id, name: providerName }))}
        value={filters.providerId}
        onChoose={(providerId) => change({ providerId })}
      />
      <DateField label="Start Date" value={filters.from} onChange={(from) => change({ from })} />
      <DateField label="End Date" value={filters.to} error={refusal} onChange={(to) => change({ to })} />
      <SearchFilter
        value={filters.keywords}
        onType={(keywords) => change({ keywords })}
        onSubmit={() => list.send({ type: 'filters.submit' })}
      />
    </FilterBar>
  )
}
