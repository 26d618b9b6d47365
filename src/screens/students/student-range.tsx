import { Button } from '@mantine/core'
import { useSelector } from '@xstate/react'
import type { LocalDate } from '#domain/time.ts'
import { DateField } from '#ui/date-field/date-field.tsx'
import { FilterBar } from '#ui/filters/filter-bar.tsx'
import type { StudentSessionList } from './student-sessions.tsx'

interface Props {
  readonly list: StudentSessionList
  /** Null if the school has had no sessions yet. */
  readonly schoolYearFrom: LocalDate | null
}

/** The date range of the minutes and past sessions; the last 12 weeks by default. */
export const StudentRange = ({ list, schoolYearFrom }: Props) => {
  const { filters, refusal } = useSelector(list, ({ context }) => context)
  const change = (changed: { from?: string; to?: string }) => list.send({ type: 'filters.change', filters: changed })
  const isChosen = filters.from !== '' || filters.to !== ''
  return (
    <FilterBar
      actions={
        <>
          <Button variant="default" disabled={!isChosen} onClick={() => change({ from: '', to: '' })}>
            Last 12 weeks
          </Button>
          {schoolYearFrom !== null && (
            <Button
              variant="default"
              disabled={filters.from === schoolYearFrom && filters.to === ''}
              onClick={() => change({ from: schoolYearFrom, to: '' })}
            >
              School year so far
            </Button>
          )}
        </>
      }
    >
      <DateField label="Start Date" value={filters.from} onChange={(from) => change({ from })} />
      <DateField label="End Date" value={filters.to} error={refusal} onChange={(to) => change({ to })} />
    </FilterBar>
  )
}
