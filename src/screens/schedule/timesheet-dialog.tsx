import { Alert, Button, Checkbox, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { formMessages } from '#domain/form-messages.ts'
import { formatDayHeader, timeList } from '#domain/time.ts'
import { closedRowMessage } from '#machines/schedule/timesheet-entry.ts'
import {
  providersAsked,
  schoolsAsked,
  type TimesheetModalSnapshot,
  type timesheetModalMachine,
} from '#machines/schedule/timesheet-modal.machine.ts'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { IdSelect } from '#ui/id-select/id-select.tsx'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'
import { SteadyButton } from '#ui/steady-button/steady-button.tsx'
import { TimeSelect } from '#ui/time-select/time-select.tsx'
import styles from './timesheet-dialog.module.css'

export type TimesheetModal = ActorRefFrom<typeof timesheetModalMachine>

const selectContext = ({ context }: TimesheetModalSnapshot) => context
const selectIsOpen = (snapshot: TimesheetModalSnapshot) => !snapshot.matches('closed')
const selectIsEditable = (snapshot: TimesheetModalSnapshot) => snapshot.hasTag('editable')
const selectIsBusy = (snapshot: TimesheetModalSnapshot) => snapshot.hasTag('busy')
const selectIsSaving = (snapshot: TimesheetModalSnapshot) => snapshot.matches({ entering: 'saving' })
const selectIsDeleting = (snapshot: TimesheetModalSnapshot) => snapshot.matches({ entering: 'deleting' })
const selectIsAsking = (snapshot: TimesheetModalSnapshot) =>
  snapshot.matches({ entering: 'confirmingDelete' }) || selectIsDeleting(snapshot)
const selectIsRefused = (snapshot: TimesheetModalSnapshot) => snapshot.hasTag('failed')
const selectIsReadOnly = (snapshot: TimesheetModalSnapshot) => snapshot.matches('readOnly')

interface Part {
  readonly modal: TimesheetModal
}

const optionsOf = (named: readonly { readonly id: number; readonly name: string }[]) =>
  named.map(({ id, name }) => ({ id, label: name }))

/** Whose hours, and where: asked where the day leaves a choice, else said. */
const WhoseFields = ({ modal }: Part) => {
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
          onChange={(id) => modal.send({ type: 'provider.choose', id })}
          withAsterisk
        />
      )}
      {(schools.length > 1 || providers.length > 1) && (
        <IdSelect
          label="School"
          options={optionsOf(schools)}
          value={schoolId}
          disabled={providerId === null}
          onChange={(id) => modal.send({ type: 'school.choose', id })}
          withAsterisk
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

const HoursFields = ({ modal }: Part) => {
  const { entry, errors, services, timesheet } = useSelector(modal, selectContext)
  const isEditable = useSelector(modal, selectIsEditable)
  const time = { options: timeList, disabled: !isEditable || entry.isZeroHours, withAsterisk: !entry.isZeroHours }
  return (
    <>
      <SimpleGrid cols={2} spacing="xs">
        <TimeSelect
          {...time}
          label="Start"
          value={entry.startTime}
          error={errors.startTime}
          onChange={(chosen) => modal.send({ type: 'start.choose', time: chosen })}
        />
        <TimeSelect
          {...time}
          label="End"
          value={entry.endTime}
          error={errors.endTime}
          onChange={(chosen) => modal.send({ type: 'end.choose', time: chosen })}
        />
      </SimpleGrid>
      <IdSelect
        label="Service Type"
        // Its list would lie on the buttons below whenever the field is passed on the way to them.
        openOnFocus={false}
        options={optionsOf(services)}
        value={entry.serviceId}
        error={errors.serviceId}
        disabled={!isEditable}
        onChange={(id) => modal.send({ type: 'service.choose', id })}
        withAsterisk
      />
      <Checkbox
        label="Submit with Zero Hours"
        checked={entry.isZeroHours}
        disabled={!isEditable}
        onChange={() => modal.send({ type: 'isZeroHours.toggle' })}
      />
      {timesheet?.isConfirmed && isEditable && (
        <Text size="sm" c="dimmed">
          These hours are confirmed. Once changed, they have to be confirmed again on the Home Page.
        </Text>
      )}
    </>
  )
}

const Buttons = ({ modal }: Part) => {
  const canDelete = useSelector(modal, (snapshot) => snapshot.can({ type: 'timesheet.delete' }))
  const canSave = useSelector(modal, selectIsEditable)
  const isSaving = useSelector(modal, selectIsSaving)
  const isBusy = useSelector(modal, selectIsBusy)
  const isReadOnly = useSelector(modal, selectIsReadOnly)
  const { timesheet } = useSelector(modal, selectContext)
  const isStored = timesheet !== undefined && timesheet.id > 0 && !isReadOnly
  return (
    <Group justify="space-between" pt="md" gap="xs" className={styles.buttons}>
      {isStored ? (
        <Button
          variant="light"
          color="red"
          disabled={!canDelete}
          onClick={() => modal.send({ type: 'timesheet.delete' })}
        >
          Delete
        </Button>
      ) : (
        <span />
      )}
      <Group gap="xs">
        <Button variant="default" disabled={isBusy} onClick={() => modal.send({ type: 'modal.close' })}>
          {isReadOnly ? 'Close' : 'Cancel'}
        </Button>
        {!isReadOnly && (
          <SteadyButton type="submit" isBusy={isSaving} disabled={!canSave}>
            Save
          </SteadyButton>
        )}
      </Group>
    </Group>
  )
}

/** Add/Edit Timesheet: the hours at a school on a day of the calendar (spec 2, section 2.4). */
export const TimesheetDialog = ({ modal }: Part) => {
  const { rows, timesheet, failure } = useSelector(modal, selectContext)
  const isOpen = useSelector(modal, selectIsOpen)
  const isAsking = useSelector(modal, selectIsAsking)
  const isDeleting = useSelector(modal, selectIsDeleting)
  const isRefused = useSelector(modal, selectIsRefused)
  const isReadOnly = useSelector(modal, selectIsReadOnly)
  const row = timesheet ?? rows[0]
  const isBelow = isAsking || isRefused
  return (
    <>
      <Dialog
        opened={isOpen}
        onClose={() => modal.send({ type: 'modal.close' })}
        title={timesheet && timesheet.id > 0 ? 'Edit Timesheet' : 'Add Timesheet'}
        isCovered={isBelow}
      >
        <form
          noValidate
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            modal.send({ type: 'timesheet.save' })
          }}
        >
          <Stack gap="sm">
            {row && <Text fw={600}>{formatDayHeader(row.date)}</Text>}
            {isReadOnly && timesheet && (
              <Alert color="yellow" variant="light">
                {closedRowMessage(timesheet)}
              </Alert>
            )}
            <WhoseFields modal={modal} />
            {timesheet && <HoursFields modal={modal} />}
          </Stack>
          <Buttons modal={modal} />
        </form>
      </Dialog>
      {isAsking && timesheet && (
        <ConfirmDialog
          question={formMessages.deletion}
          details={`The hours at ${timesheet.schoolName} become what the day's sessions say.`}
          isBusy={isDeleting}
          onCancel={() => modal.send({ type: 'delete.dismiss' })}
          onConfirm={() => modal.send({ type: 'delete.confirm' })}
        />
      )}
      {isRefused && (
        <MessageDialog
          title="Not saved"
          message={failure ?? 'The hours could not be saved.'}
          onClose={() => modal.send({ type: 'failure.dismiss' })}
        />
      )}
    </>
  )
}
