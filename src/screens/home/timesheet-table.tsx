import { Badge, Button, Checkbox, Select, Text, Title } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import { approvedWord, countsAsApproved, type Timesheet } from '#contract/schedule.ts'
import { formatTime, timeList } from '#domain/time.ts'
import { closedRowMessage } from '#machines/schedule/timesheet-entry.ts'
import type { TimesheetRowSnapshot } from '#machines/schedule/timesheet-row.machine.ts'
import { useProvided, useSession } from '#screens/provided.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'
import { SteadyButton } from '#ui/steady-button/steady-button.tsx'
import { TimeSelect } from '#ui/time-select/time-select.tsx'
import styles from './timesheet-table.module.css'

interface Props {
  readonly timesheet: Timesheet
  readonly onChanged: () => void
}

const selectRow = ({ context }: TimesheetRowSnapshot) => context
const selectIsEditable = (snapshot: TimesheetRowSnapshot) => snapshot.hasTag('editable')
const selectIsOvertaken = (snapshot: TimesheetRowSnapshot) => snapshot.matches('overtaken')
const selectIsBusy = (snapshot: TimesheetRowSnapshot) => snapshot.hasTag('busy')
const selectCanEdit = (snapshot: TimesheetRowSnapshot) => snapshot.can({ type: 'row.edit' })
const selectCanConfirm = (snapshot: TimesheetRowSnapshot) => snapshot.can({ type: 'row.confirm' })

const useTimesheetRow = ({ timesheet, onChanged }: Props) => {
  const row = useActorRef(useProvided('timesheetRow'), { input: { timesheet } })
  useEffect(() => row.send({ type: 'row.reload', timesheet }), [row, timesheet])
  useEffect(() => {
    const changes = [row.on('row.confirmed', onChanged), row.on('row.refused', onChanged)]
    return () => {
      for (const change of changes) change.unsubscribe()
    }
  }, [row, onChanged])
  return row
}

interface TimeCellProps {
  readonly label: string
  readonly value: string
  readonly error: string | undefined
  readonly disabled: boolean
  readonly onChoose: (time: string) => void
}

const TimeCell = ({ label, value, error, disabled, onChoose }: TimeCellProps) => (
  <TimeSelect
    aria-label={label}
    size="xs"
    options={timeList}
    value={value}
    error={error}
    disabled={disabled}
    onChange={onChoose}
  />
)

const RowStatus = ({ timesheet: { isApproved, isConfirmed, isRequired } }: Pick<Props, 'timesheet'>) => {
  if (countsAsApproved(isApproved)) return <Badge color="gray">{approvedWord(isApproved)}</Badge>
  if (isRequired === false) return <Badge variant="default">No timesheet required</Badge>
  return isConfirmed ? <Badge>Confirmed</Badge> : null
}

/** The hours at a school: read, edited, confirmed (spec 2, section 2.3). */
export const TimesheetTable = (props: Props) => {
  const { isAdministrator } = useSession()
  const row = useTimesheetRow(props)
  const { latest: timesheet, entry, errors, services, failure } = useSelector(row, selectRow)
  const isEditable = useSelector(row, selectIsEditable)
  const isOvertaken = useSelector(row, selectIsOvertaken)
  const isEntered = isEditable || isOvertaken
  const isBusy = useSelector(row, selectIsBusy)
  const canEdit = useSelector(row, selectCanEdit)
  const canConfirm = useSelector(row, selectCanConfirm)
  const service = services.find(({ id }) => id === entry.serviceId)?.name ?? ''
  const timeText = (time: string) => (time === '' ? '' : formatTime(time))
  return (
    <table className={styles.table} aria-busy={isBusy}>
      <thead>
        <tr>
          <th scope="col">School</th>
          {isAdministrator && <th scope="col">Provider</th>}
          <th scope="col">Start</th>
          <th scope="col">End</th>
          <th scope="col">Service</th>
          <th scope="col">Submit with Zero Hours</th>
          <th scope="col">Edit/Cancel</th>
          <th scope="col">Confirm</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">
            <Title order={2} size="h3" className={styles.school}>
              {timesheet.schoolName}
            </Title>
            <RowStatus timesheet={timesheet} />
            {isOvertaken && (
              <Text role="status" size="xs" c="dimmed" fw={400}>
                {closedRowMessage(timesheet)}
              </Text>
            )}
          </th>
          {isAdministrator && (
            <td data-label="Provider">
              <span className={styles.text}>{timesheet.providerName}</span>
            </td>
          )}
          <td data-label="Start">
            {isEntered ? (
              <TimeCell
                label="Start"
                value={entry.startTime}
                error={errors.startTime}
                disabled={isOvertaken || entry.isZeroHours}
                onChoose={(time) => row.send({ type: 'start.choose', time })}
              />
            ) : (
              <span className={styles.text}>{timeText(entry.startTime)}</span>
            )}
          </td>
          <td data-label="End">
            {isEntered ? (
              <TimeCell
                label="End"
                value={entry.endTime}
                error={errors.endTime}
                disabled={isOvertaken || entry.isZeroHours}
                onChoose={(time) => row.send({ type: 'end.choose', time })}
              />
            ) : (
              <span className={styles.text}>{timeText(entry.endTime)}</span>
            )}
          </td>
          <td data-label="Service">
            {isEntered ? (
              <Select
                aria-label="Service"
                size="xs"
                data={services.map(({ id, name }) => ({ value: String(id), label: name }))}
                value={entry.serviceId === null ? null : String(entry.serviceId)}
                error={errors.serviceId}
                disabled={isOvertaken}
                onChange={(id) => row.send({ type: 'service.choose', id: id === null ? null : Number(id) })}
                nothingFoundMessage="No Data Found"
              />
            ) : (
              <span className={styles.text}>{service}</span>
            )}
          </td>
          <td data-label="Submit with Zero Hours">
            <Checkbox
              className={styles.zeroHours}
              size="xs"
              aria-label="Submit with Zero Hours"
              checked={entry.isZeroHours}
              disabled={!isEditable}
              onChange={() => row.send({ type: 'isZeroHours.toggle' })}
            />
          </td>
          <td>
            {isEntered ? (
              <Button size="compact-sm" variant="default" onClick={() => row.send({ type: 'row.cancel' })}>
                Cancel
              </Button>
            ) : (
              <Button
                size="compact-sm"
                variant="default"
                disabled={!canEdit}
                onClick={() => row.send({ type: 'row.edit' })}
              >
                Edit
              </Button>
            )}
          </td>
          <td>
            <SteadyButton
              size="compact-sm"
              isBusy={isBusy}
              disabled={!canConfirm}
              onClick={() => row.send({ type: 'row.confirm' })}
            >
              Confirm
            </SteadyButton>
            {failure !== undefined && (
              <MessageDialog title="Error" message={failure} onClose={() => row.send({ type: 'failure.dismiss' })} />
            )}
          </td>
        </tr>
      </tbody>
    </table>
  )
}
