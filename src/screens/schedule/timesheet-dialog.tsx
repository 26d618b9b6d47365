import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { ActorRefFrom } from 'xstate'
import { formMessages } from '#domain/form-messages.ts'
import { formatDayHeader } from '#domain/time.ts'
import { closedRowMessage } from '#machines/schedule/timesheet-entry.ts'
import {
  providersAsked,
  schoolsAsked,
  type TimesheetModalSnapshot,
  type timesheetModalMachine,
} from '#machines/schedule/timesheet-modal.machine.ts'
import type { TimesheetRowSnapshot } from '#machines/schedule/timesheet-row.machine.ts'
import { focusFirstInvalidSoon } from '#screens/form/focus-first-invalid.ts'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { IdSelect } from '#ui/id-select/id-select.tsx'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'
import { QuestionDialog } from '#ui/question-dialog/question-dialog.tsx'
import { SteadyButton } from '#ui/steady-button/steady-button.tsx'
import { HoursFields, type TimesheetRow } from './hours-fields.tsx'
import { DialogFindings } from './hours-findings.tsx'
import styles from './timesheet-dialog.module.css'

export type TimesheetModal = ActorRefFrom<typeof timesheetModalMachine>

const selectContext = ({ context }: TimesheetModalSnapshot) => context
export const selectIsTimesheetOpen = (snapshot: TimesheetModalSnapshot) => !snapshot.matches('closed')
const selectIsDeleting = (snapshot: TimesheetModalSnapshot) => snapshot.matches({ entering: 'deleting' })
const selectIsAskingToDelete = (snapshot: TimesheetModalSnapshot) =>
  snapshot.matches({ entering: 'confirmingDelete' }) || selectIsDeleting(snapshot)
const selectRow = ({ children }: TimesheetModalSnapshot) => children.row

const selectHours = ({ context }: TimesheetRowSnapshot) => context
const selectIsEditable = (snapshot: TimesheetRowSnapshot) => snapshot.hasTag('editable')
const selectIsBusy = (snapshot: TimesheetRowSnapshot) => snapshot.hasTag('busy')
const selectIsRefused = (snapshot: TimesheetRowSnapshot) => snapshot.hasTag('failed')
const selectIsReadOnly = (snapshot: TimesheetRowSnapshot) =>
  snapshot.matches('closed') || snapshot.matches('closedMeanwhile')
/** A confirmation or message of the row is on top of the dialog. */
const selectIsCovered = (snapshot: TimesheetRowSnapshot | undefined) =>
  snapshot !== undefined && (snapshot.context.failure !== undefined || snapshot.matches('confirmingDrop'))
const selectIsAskingToDrop = (snapshot: TimesheetRowSnapshot) => snapshot.matches('confirmingDrop')

interface Part {
  readonly modal: TimesheetModal
}

interface RowPart extends Part {
  readonly row: TimesheetRow
}

const optionsOf = (named: readonly { readonly id: number; readonly name: string }[]) =>
  named.map(({ id, name }) => ({ id, label: name }))

/** The provider and the school: selects if the day leaves a choice, otherwise text. */
const WhoseFields = ({ modal, isBusy }: Part & { readonly isBusy: boolean }) => {
  const { rows, providerId, schoolId } = useSelector(modal, selectContext)
  const providers = providersAsked({ rows })
  const schools = schoolsAsked({ rows, providerId })
  return (
    <>
      {providers.length > 1 && (
        <IdSelect
          label="Provider"
          options={optionsOf(providers)}
          value={providerId}
          disabled={isBusy}
          onChange={(id) => modal.send({ type: 'provider.choose', id })}
          required
        />
      )}
      {(schools.length > 1 || providers.length > 1) && (
        <IdSelect
          label="School"
          options={optionsOf(schools)}
          value={schoolId}
          disabled={isBusy || providerId === null}
          onChange={(id) => modal.send({ type: 'school.choose', id })}
          required
        />
      )}
      {rows.length === 1 && (
        <Text size="sm">
          {rows[0]?.schoolName}, {rows[0]?.providerName}
        </Text>
      )}
    </>
  )
}

/** Identifies the hours. */
const Heading = ({ modal, isBusy }: Part & { readonly isBusy: boolean }) => {
  const { rows, timesheet, session } = useSelector(modal, selectContext)
  const shown = timesheet ?? rows[0]
  if (shown === undefined) return null
  if (session) {
    return (
      <Text size="sm" c="dimmed">
        {shown.schoolName}, {shown.providerName}, {formatDayHeader(shown.date)}: the hours of all sessions there on this
        day.
      </Text>
    )
  }
  return (
    <>
      <Text fw={600}>{formatDayHeader(shown.date)}</Text>
      <WhoseFields modal={modal} isBusy={isBusy} />
    </>
  )
}

const RowButtons = ({ modal, row }: RowPart) => {
  const { timesheet, place } = useSelector(row, selectHours)
  const isEditable = useSelector(row, selectIsEditable)
  const isBusy = useSelector(row, selectIsBusy)
  const isReadOnly = useSelector(row, selectIsReadOnly)
  return (
    <>
      {timesheet.id > 0 && place === 'modal' && !isReadOnly && (
        <Button
          variant="light"
          color="red"
          disabled={!isEditable}
          className={styles.delete}
          onClick={() => modal.send({ type: 'timesheet.delete', timesheet })}
        >
          Delete
        </Button>
      )}
      <Button variant="default" disabled={isBusy} onClick={() => row.send({ type: 'row.cancel' })}>
        {isReadOnly ? 'Close' : 'Cancel'}
      </Button>
      {!isReadOnly && (
        <SteadyButton type="submit" isBusy={isBusy} disabled={!isEditable}>
          Save
        </SteadyButton>
      )}
    </>
  )
}

/** Shown before the provider and school are chosen. */
const ChoiceButtons = ({ modal }: Part) => (
  <>
    <Button variant="default" onClick={() => modal.send({ type: 'modal.close' })}>
      Cancel
    </Button>
    <Button disabled>Save</Button>
  </>
)

const RowFields = ({ row }: { readonly row: TimesheetRow }) => {
  const { timesheet, latest } = useSelector(row, selectHours)
  const isEditable = useSelector(row, selectIsEditable)
  const isReadOnly = useSelector(row, selectIsReadOnly)
  return (
    <>
      {isReadOnly && (
        <Alert color="yellow" variant="light">
          {closedRowMessage(latest)}
        </Alert>
      )}
      <HoursFields row={row} />
      <DialogFindings row={row} />
      {timesheet.isConfirmed && isEditable && (
        <Text size="sm" c="dimmed">
          These hours are confirmed. If you change them, they must be confirmed again on the Home Page.
        </Text>
      )}
    </>
  )
}

const TimesheetForm = ({ modal, row }: Part & { readonly row: TimesheetRow | undefined }) => {
  const { session } = useSelector(modal, selectContext)
  const isBusy = useSelector(row, (snapshot) => snapshot !== undefined && !snapshot.hasTag('editable'))
  return (
    <form
      noValidate
      className={session ? undefined : styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        row?.send({ type: 'row.save' })
        focusFirstInvalidSoon(event.currentTarget)
      }}
    >
      <Stack gap="sm">
        <Heading modal={modal} isBusy={isBusy} />
        {row && <RowFields row={row} />}
      </Stack>
      <Group justify="flex-end" pt="md" gap="xs" className={styles.buttons}>
        {row ? <RowButtons modal={modal} row={row} /> : <ChoiceButtons modal={modal} />}
      </Group>
    </form>
  )
}

/** The row's confirmations and messages, on top of the dialog. */
const RowDialogs = ({ row }: { readonly row: TimesheetRow }) => {
  const { failure } = useSelector(row, selectHours)
  const isRefused = useSelector(row, selectIsRefused)
  const isAskingToDrop = useSelector(row, selectIsAskingToDrop)
  return (
    <>
      {failure !== undefined && (
        <MessageDialog
          title={isRefused ? 'Not saved' : 'Error'}
          message={failure}
          onClose={() => row.send({ type: 'failure.dismiss' })}
        />
      )}
      {isAskingToDrop && (
        <QuestionDialog
          question={formMessages.cancel}
          onYes={() => row.send({ type: 'drop.confirm' })}
          onNo={() => row.send({ type: 'drop.dismiss' })}
        />
      )}
    </>
  )
}

interface Props extends Part {
  /** The server refused to save; the day may have changed. */
  readonly onRefused: () => void
}

/** Add/Edit Timesheet and Update Timesheet: the hours at a school on a day (spec 2, sections 2.2 and 2.4). */
export const TimesheetDialog = ({ modal, onRefused }: Props) => {
  const { timesheet, session } = useSelector(modal, selectContext)
  const isOpen = useSelector(modal, selectIsTimesheetOpen)
  const isAskingToDelete = useSelector(modal, selectIsAskingToDelete)
  const isDeleting = useSelector(modal, selectIsDeleting)
  const row = useSelector(modal, selectRow)
  const isRowCovered = useSelector(row, selectIsCovered)
  useEffect(() => row?.on('row.refused', onRefused).unsubscribe, [row, onRefused])
  const isStored = timesheet !== undefined && timesheet.id > 0
  return (
    <>
      <Dialog
        opened={isOpen}
        onClose={() => (row ? row.send({ type: 'row.cancel' }) : modal.send({ type: 'modal.close' }))}
        title={session ? 'Update Timesheet' : isStored ? 'Edit Timesheet' : 'Add Timesheet'}
        isCovered={isAskingToDelete || isRowCovered}
      >
        {isOpen && <TimesheetForm modal={modal} row={row} />}
      </Dialog>
      {isAskingToDelete && timesheet && (
        <ConfirmDialog
          question={formMessages.deletion}
          destructiveLabel="Delete timesheet"
          details={`The hours at ${timesheet.schoolName} will be calculated from the day's sessions.`}
          isBusy={isDeleting}
          onCancel={() => modal.send({ type: 'delete.dismiss' })}
          onConfirm={() => modal.send({ type: 'delete.confirm' })}
        />
      )}
      {row && <RowDialogs row={row} />}
    </>
  )
}
