import { Button, Stack, Text } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { memo, useDeferredValue } from 'react'
import type { CaseloadEntry } from '#contract/lookups.ts'
import { placeStudent } from '#domain/session-entry.ts'
import type { SessionFormValues } from '#domain/session-form.ts'
import { TransferList } from '#ui/transfer-list/transfer-list.tsx'
import { partsOf, type SessionFormPart } from './use-session-form.ts'

const entryOf = ({ id, studentName, description }: CaseloadEntry) => ({ id, name: studentName, detail: description })

interface Props extends SessionFormPart, Readonly<Pick<SessionFormValues, 'caseloadIds'>> {}

/** The session's students, dragged from the school's caseload. */
export const StudentArea = memo(({ actor, enter, errorOf, isLocked, caseloadIds }: Props) => {
  const { caseloadArea } = partsOf(actor)
  // A school's students are many, each with handles for dragging: their rows are rendered in slices.
  const area = useDeferredValue(useSelector(caseloadArea, (snapshot) => snapshot))
  const { entries } = area.context
  const place = (id: number, index?: number) => enter({ caseloadIds: placeStudent(caseloadIds, id, index) })
  const note = () => {
    if (area.matches('noSchool')) return 'Choose a school to see its caseload'
    if (!area.matches('failed')) return entries.length > 0 ? 'All students are in this session' : 'No Student Found'
    return (
      <Stack gap={6} align="center">
        <Text size="sm">{area.context.message ?? 'The caseload could not be loaded.'}</Text>
        <Button size="compact-sm" variant="default" onClick={() => caseloadArea.send({ type: 'caseload.retry' })}>
          Try again
        </Button>
      </Stack>
    )
  }
  return (
    <TransferList
      available={entries.filter(({ id }) => !caseloadIds.includes(id)).map(entryOf)}
      chosen={caseloadIds.flatMap((id) => entries.find((entry) => entry.id === id) ?? []).map(entryOf)}
      availableLabel="Caseload"
      chosenLabel="Students in this session"
      searchLabel="Search caseload"
      availableNote={note()}
      chosenNote="Drag students here, or add them with +"
      isLoading={area.matches('loading')}
      isLocked={isLocked}
      error={errorOf('caseloadIds')}
      onAdd={place}
      onMove={place}
      onRemove={(id) => enter({ caseloadIds: caseloadIds.filter((other) => other !== id) })}
    />
  )
})
