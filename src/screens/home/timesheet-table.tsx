import { Badge, Button, Text, Title } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { useEffect, useId } from 'react'
import { approvedWord, countsAsApproved, type SavedTimesheet, type Timesheet } from '#contract/schedule.ts'
import { hoursAheadReason } from '#domain/day-over.ts'
import { checkHours } from '#domain/hours-checks.ts'
import { formatTime } from '#domain/time.ts'
import { closedRowMessage } from '#machines/schedule/timesheet-entry.ts'
import { type TimesheetRowSnapshot, timesheetRowMachine } from '#machines/schedule/timesheet-row.machine.ts'
import { useProvided, useSession } from '#screens/provided.tsx'
import { ProviderLink } from '#screens/providers/provider-link.tsx'
import { useHoursFields } from '#screens/schedule/hours-fields.tsx'
import { HoursFindings } from '#screens/schedule/hours-findings.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { useNow } from '#screens/use-now.ts'
import { useTold } from '#screens/use-told.ts'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'
import { SteadyButton } from '#ui/steady-button/steady-button.tsx'
import styles from './timesheet-table.module.css'

interface Props {
  readonly timesheet: Timesheet
  /** Passes the saved row to the owner of the day's data. */
  readonly onSaved: (saved: SavedTimesheet) => void
  /** The server refused to save; the day may have changed. */
  readonly onRefused: () => void
  /** Opens the explanation of the hours. */
  readonly onExplain: (timesheet: Timesheet) => void
}

const selectRow = ({ context }: TimesheetRowSnapshot) => context
const selectIsEditable = (snapshot: TimesheetRowSnapshot) => snapshot.hasTag('editable')
const selectIsClosedMeanwhile = (snapshot: TimesheetRowSnapshot) => snapshot.matches('closedMeanwhile')
const selectIsBusy = (snapshot: TimesheetRowSnapshot) => snapshot.hasTag('busy')
const selectCanEdit = (snapshot: TimesheetRowSnapshot) => snapshot.can({ type: 'row.edit' })
const selectCanConfirm = (snapshot: TimesheetRowSnapshot) => snapshot.can({ type: 'row.save' })

const useTimesheetRow = ({ timesheet, onSaved, onRefused }: Omit<Props, 'onExplain'>) => {
  const row = useActorRef(useProvided(timesheetRowMachine), { input: { timesheet } })
  useTold(row, { type: 'row.reload', timesheet })
  useEffect(() => {
    const changes = [row.on('row.saved', ({ saved }) => onSaved(saved)), row.on('row.refused', onRefused)]
    return () => {
      for (const change of changes) change.unsubscribe()
    }
  }, [row, onSaved, onRefused])
  return row
}

const RowStatus = ({ timesheet: { isApproved, isConfirmed, isRequired } }: Pick<Props, 'timesheet'>) => {
  if (countsAsApproved(isApproved)) return <Badge color="gray">{approvedWord(isApproved)}</Badge>
  if (isRequired === false) return <Badge variant="default">No timesheet required</Badge>
  return isConfirmed ? <Badge>Confirmed</Badge> : null
}

/** Shows, edits, and confirms the hours at a school (spec 2, section 2.3). */
export const TimesheetTable = (props: Props) => {
  const { isAdministrator } = useSession()
  const row = useTimesheetRow(props)
  const { latest: timesheet, entry, services, failure } = useSelector(row, selectRow)
  const isEditable = useSelector(row, selectIsEditable)
  const fields = useHoursFields(row, true)
  const isClosedMeanwhile = useSelector(row, selectIsClosedMeanwhile)
  const isEntered = isEditable || isClosedMeanwhile
  const isBusy = useSelector(row, selectIsBusy)
  const canEdit = useSelector(row, selectCanEdit)
  const canConfirm = useSelector(row, selectCanConfirm)
  const now = useNow()
  const reasonId = useId()
  const reason = canConfirm ? hoursAheadReason({ ...entry, date: timesheet.date }, now) : undefined
  const service = services.find(({ id }) => id === entry.serviceId)?.name ?? ''
  const { facts, explanation = '' } = props.timesheet
  const checked = { ...entry, date: timesheet.date }
  const isOdd = facts !== undefined && checkHours(checked, facts).length > 0
  const canExplain = (isOdd || explanation !== '') && !countsAsApproved(timesheet.isApproved)
  const timeText = (time: string) => (time === '' ? '' : formatTime(time))
  return (
    <>
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
              {isClosedMeanwhile && (
                <Text role="status" size="xs" c="dimmed" fw={400}>
                  {closedRowMessage(timesheet)}
                </Text>
              )}
              {/* In sight, because a phone shows no tooltip. */}
              {reason && (
                <Text id={reasonId} size="xs" c="dimmed" fw={400}>
                  {reason}
                </Text>
              )}
            </th>
            {isAdministrator && (
              <td data-label="Provider">
                <span className={styles.text}>
                  <ProviderLink id={timesheet.providerId} name={timesheet.providerName} />
                </span>
              </td>
            )}
            <td data-label="Start">
              {isEntered ? fields.start : <span className={styles.text}>{timeText(entry.startTime)}</span>}
            </td>
            <td data-label="End">
              {isEntered ? fields.end : <span className={styles.text}>{timeText(entry.endTime)}</span>}
            </td>
            <td data-label="Service">{isEntered ? fields.service : <span className={styles.text}>{service}</span>}</td>
            <td data-label="Submit with Zero Hours" className={styles.zeroHours}>
              {fields.isZeroHours}
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
                disabled={!canConfirm || reason !== undefined}
                title={reason}
                aria-describedby={reason && reasonId}
                onClick={() => row.send({ type: 'row.save' })}
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
      {timesheet.isRequired !== false && (
        <div className={styles.findings}>
          <HoursFindings hours={checked} facts={facts} explanation={explanation} />
          {canExplain && (
            <Button size="compact-sm" variant="default" onClick={() => props.onExplain(timesheet)}>
              {explanation === '' ? 'Say why' : 'Change explanation'}
            </Button>
          )}
        </div>
      )}
    </>
  )
}
