import { useSelector } from '@xstate/react'
import { type FilterOptionsSnapshot, filterOptionsMachine } from '#machines/schedule/filter-options.machine.ts'
import { idOfAddress } from '#screens/id-of-address.ts'
import type { FilterControlProps, SpecialFilter } from '#screens/list/list-filter.ts'
import { useProvided } from '#screens/provided.tsx'
import { StudentFilter } from '#screens/students/student-filter.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { useTold } from '#screens/use-told.ts'
import { ChoiceFilter } from '#ui/filters/choice-filter.tsx'

/** Undefined is 'All'. */
export interface PlaceChoices {
  providerId: number | undefined
  schoolId: number | undefined
  studentId: number | undefined
}

const selectOptions = ({ context }: FilterOptionsSnapshot) => context.options

/** Reloads the options whenever a choice changes, whether in the controls or in the address. */
const useLists = ({ providerId, schoolId, studentId }: PlaceChoices) => {
  const filters = { providerId, schoolId, studentId, search: '' }
  const lists = useActorRef(useProvided(filterOptionsMachine), { input: { filters } })
  useTold(lists, { type: 'choice.change', filters }, true)
  return lists
}

const PlaceControls = ({
  values,
  change,
  asksTherapist,
}: FilterControlProps<PlaceChoices> & { readonly asksTherapist: boolean }) => {
  const lists = useLists(values)
  const { providers, schools } = useSelector(lists, selectOptions)
  return (
    <>
      {asksTherapist && (
        <ChoiceFilter
          label="Therapist"
          options={providers.map(({ id, providerName }) => ({ id, name: providerName }))}
          value={values.providerId}
          onChoose={(providerId) => change({ providerId })}
        />
      )}
      <ChoiceFilter
        label="School"
        options={schools}
        value={values.schoolId}
        onChoose={(schoolId) => change({ schoolId })}
      />
      <StudentFilter lists={lists} value={values.studentId} onChoose={(studentId) => change({ studentId })} />
    </>
  )
}

/**
 * Therapist, school, and student; each choice narrows the options of the other two.
 *
 * @param asksTherapist false for providers, who see only their own students whatever the address says
 */
export const placeFilter = (asksTherapist: boolean): SpecialFilter<PlaceChoices> => ({
  kind: 'special',
  key: 'place',
  none: { providerId: undefined, schoolId: undefined, studentId: undefined },
  read: (query) => ({
    providerId: asksTherapist ? idOfAddress(query.get('providerId')) : undefined,
    schoolId: idOfAddress(query.get('schoolId')),
    studentId: idOfAddress(query.get('studentId')),
  }),
  write: ({ providerId, schoolId, studentId }) => ({
    providerId: String(providerId ?? ''),
    schoolId: String(schoolId ?? ''),
    studentId: String(studentId ?? ''),
  }),
  Control: (props) => <PlaceControls {...props} asksTherapist={asksTherapist} />,
})
