import { Button } from '@mantine/core'
import { useSelector } from '@xstate/react'
import type { ReactNode } from 'react'
import type { CalendarSnapshot } from '#machines/schedule/calendar.machine.ts'
import { type ChoiceFilter as FilterName, isFilterLocked } from '#machines/schedule/calendar-place.ts'
import { useSession } from '#screens/provided.tsx'
import { StudentFilter } from '#screens/students/student-filter.tsx'
import { ChoiceFilter, SteppedChoiceFilter } from '#ui/filters/choice-filter.tsx'
import { FilterBar } from '#ui/filters/filter-bar.tsx'
import { SearchFilter } from '#ui/filters/search-filter.tsx'
import { FoldedOnPhones } from '#ui/folded-on-phones/folded-on-phones.tsx'
import type { CalendarActor } from './use-calendar.ts'

const selectOptions = ({ context }: CalendarSnapshot) => context.options
const selectLists = ({ children }: CalendarSnapshot) => children.options
const selectFilters = ({ context }: CalendarSnapshot) => context.filters
const selectCanStep = (snapshot: CalendarSnapshot) => snapshot.can({ type: 'provider.next' })
const selectCanReset = (snapshot: CalendarSnapshot) => snapshot.can({ type: 'filters.reset' })

interface Props {
  readonly calendar: CalendarActor
  /** False where the calendar has no provider filter. */
  readonly withProvider?: boolean
  /** Adds previous and next arrows to the provider filter. */
  readonly withProviderArrows?: boolean
  /** More buttons next to Reset. */
  readonly actions?: ReactNode
}

/** Provider (for administrators), School, Student, Search and Reset. */
export const CalendarFilterBar = ({ calendar, withProvider = true, withProviderArrows = false, actions }: Props) => {
  const { isAdministrator } = useSession()
  const asksProvider = isAdministrator && withProvider
  const options = useSelector(calendar, selectOptions)
  const lists = useSelector(calendar, selectLists)
  const filters = useSelector(calendar, selectFilters)
  const canStep = useSelector(calendar, selectCanStep)
  const canReset = useSelector(calendar, selectCanReset)
  const filter = (name: FilterName) => ({
    value: filters[name],
    disabled: isFilterLocked({ filters }, name),
    onChoose: (id: number | undefined) => calendar.send({ type: 'filter.choose', filter: name, id }),
  })
  const provider = {
    ...filter('providerId'),
    label: 'Provider',
    options: options.providers.map(({ id, providerName }) => ({ id, name: providerName })),
  }
  const count = [filters.providerId, filters.schoolId, filters.studentId, filters.search || undefined].filter(
    (each) => each !== undefined,
  ).length
  return (
    <FoldedOnPhones label={count === 0 ? 'Filters' : `Filters (${count})`}>
      <FilterBar
        actions={
          <>
            <Button variant="default" disabled={!canReset} onClick={() => calendar.send({ type: 'filters.reset' })}>
              Reset
            </Button>
            {actions}
          </>
        }
      >
        {asksProvider && !withProviderArrows && <ChoiceFilter {...provider} />}
        {asksProvider && withProviderArrows && (
          <SteppedChoiceFilter
            {...provider}
            canStep={canStep}
            onPrevious={() => calendar.send({ type: 'provider.previous' })}
            onNext={() => calendar.send({ type: 'provider.next' })}
          />
        )}
        <ChoiceFilter {...filter('schoolId')} label="School" options={options.schools} />
        {lists && <StudentFilter {...filter('studentId')} lists={lists} />}
        <SearchFilter
          value={filters.search}
          onType={(search) => calendar.send({ type: 'search.type', search })}
          onSubmit={() => calendar.send({ type: 'search.submit' })}
        />
      </FilterBar>
    </FoldedOnPhones>
  )
}
