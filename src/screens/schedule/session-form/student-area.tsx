import { Button, Stack, Text } from '@mantine/core'
import { useSelector } from '@xstate/react'
import type { CaseloadEntry } from '#contract/lookups.ts'
import { selectAvailable, selectSelected } from '#machines/schedule/caseload-area.machine.ts'
import { TransferList } from '#ui/transfer-list/transfer-list.tsx'
import { partsOf, type SessionFormView } from './use-session-form.ts'

const entryOf = ({ id, studentName, description }: CaseloadEntry) => ({ id, name: studentName, detail: description })

/** Students, dragged over from the school's caseload. */
export const StudentArea = ({ actor, form, errorOf, isLocked }: SessionFormView) => {
  const { caseloadArea } = partsOf(actor)
  const area = useSelector(caseloadArea, (snapshot) => snapshot)
  const forget = () => form.clearFieldError('caseloadIds')
  const note = () => {
    if (area.matches('noSchool')) return 'Choose a school to see its caseload'
    if (!area.matches('failed'))
      return area.context.entries.length > 0 ? 'Everyone is in the session' : 'No Student Found'
    return (
      <Stack gap={6} align="center">
        <Text size="sm">{area.context.message ?? 'The caseload could not be loaded.'}</Text>
        <Button size="compact-sm" variant="default" onClick={() => actor.send({ type: 'caseload.retry' })}>
          Try again
        </Button>
      </Stack>
    )
  }
  return (
    <TransferList
      available={selectAvailable(area).map(entryOf)}
      chosen={selectSelected(area).map(entryOf)}
      availableLabel="Caseload"
      chosenLabel="Students in this session"
      searchLabel="Search caseload"
      availableNote={note()}
      chosenNote="Drag students here, or add them with +"
      isLoading={area.matches('loading')}
      isLocked={isLocked}
      error={errorOf('caseloadIds')}
      onAdd={(id, index) => {
        forget()
        actor.send({ type: 'caseload.add', id, ...(index !== undefined && { index }) })
      }}
      onMove={(id, index) => actor.send({ type: 'caseload.move', id, index })}
      onRemove={(id) => {
        forget()
        actor.send({ type: 'caseload.remove', id })
      }}
    />
  )
}
