import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { Caseload } from '#contract/caseloads.ts'
import type { PagedListActor, PagedListSnapshot } from '#machines/common/paged-list.machine.ts'
import type { CaseloadFilters as Filters } from '#machines/master-data/caseload-choices.ts'
import type { FilterOptionsSnapshot } from '#machines/schedule/filter-options.machine.ts'
import { useProvided } from '#screens/provided.tsx'
import { StudentFilter } from '#screens/students/student-filter.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { ChoiceFilter } from '#ui/filters/choice-filter.tsx'

export type CaseloadList = PagedListActor<Caseload, Filters>
type Snapshot = PagedListSnapshot<Caseload, Filters>

const selectFilters = ({ context }: Snapshot) => context.filters
const selectOptions = ({ context }: FilterOptionsSnapshot) => context.options

interface Props {
  readonly list: CaseloadList
  readonly asksTherapist?: boolean
}

/** Therapist, school and student; each choice narrows what the other two offer. */
export const CaseloadFilters = ({ list, asksTherapist = false }: Props) => {
  const filters = useSelector(list, selectFilters)
  const lists = useActorRef(useProvided('filterOptions'), { input: { filters } })
  const { providers, schools } = useSelector(lists, selectOptions)
  useEffect(() => {
    let told = list.getSnapshot().context.filters
    const { unsubscribe } = list.subscribe(({ context }) => {
      const { filters: now } = context
      const isNews = (['providerId', 'schoolId', 'studentId'] as const).some((name) => now[name] !== told[name])
      told = now
      if (isNews) lists.send({ type: 'choice.change', filters: now })
    })
    return unsubscribe
  }, [list, lists])
  const change = (changed: Partial<Filters>) => list.send({ type: 'filters.change', filters: changed })
  return (
    <>
      {asksTherapist && (
        <ChoiceFilter
          label="Therapist"
          options={providers.map(({ id, providerName }) => ({ id, name: providerName }))}
          value={filters.providerId}
          onChoose={(providerId) => change({ providerId })}
        />
      )}
      <ChoiceFilter
        label="School"
        options={schools}
        value={filters.schoolId}
        onChoose={(schoolId) => change({ schoolId })}
      />
      <StudentFilter lists={lists} value={filters.studentId} onChoose={(studentId) => change({ studentId })} />
    </>
  )
}
