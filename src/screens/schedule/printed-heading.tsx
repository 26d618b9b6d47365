import { Text } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { printedFilters, printTitle } from '#domain/printed-schedule.ts'
import { type CalendarSnapshot, queryOf } from '#machines/schedule/calendar.machine.ts'
import type { CalendarActor } from './use-calendar.ts'

const selectContext = ({ context }: CalendarSnapshot) => context

interface Props {
  readonly calendar: CalendarActor
  readonly className: string | undefined
}

/** The heading of the printed calendar: its days and filters. */
export const PrintedHeading = ({ calendar, className }: Props) => {
  const context = useSelector(calendar, selectContext)
  const { from, to, filters } = queryOf(context)
  const { providers, schools } = context.options
  const narrowed = printedFilters({
    provider: providers.find(({ id }) => id === filters.providerId)?.providerName,
    school: schools.find(({ id }) => id === filters.schoolId)?.name,
    isOfOneStudent: filters.studentId !== undefined,
    isSearched: filters.search !== '',
  })
  return (
    <div className={className}>
      <Text fw={600}>{printTitle({ from, to })}</Text>
      {narrowed !== '' && <Text size="xs">{narrowed}</Text>}
    </div>
  )
}
