import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { STUDENTS_OFFERED } from '#contract/lookups.ts'
import type { FilterOptionsSnapshot, filterOptionsMachine } from '#machines/schedule/filter-options.machine.ts'
import { ChoiceFilter, type ChoiceFilterProps } from '#ui/filters/choice-filter.tsx'

interface Props extends Pick<ChoiceFilterProps, 'value' | 'disabled' | 'onChoose'> {
  readonly lists: ActorRefFrom<typeof filterOptionsMachine>
}

const selectStudents = ({ context }: FilterOptionsSnapshot) => context.options.students
const selectIsBusy = (snapshot: FilterOptionsSnapshot) => snapshot.hasTag('busy')

/** Filters by student. Offers the first of thousands of students, and searches for others on the server. */
export const StudentFilter = ({ lists, ...choice }: Props) => {
  const students = useSelector(lists, selectStudents)
  const isSearching = useSelector(lists, selectIsBusy)
  return (
    <ChoiceFilter
      {...choice}
      label="Student"
      options={students}
      search={{
        isBusy: isSearching,
        hasMore: students.length >= STUDENTS_OFFERED,
        onSearch: (words) => lists.send({ type: 'student.search', words }),
      }}
    />
  )
}
