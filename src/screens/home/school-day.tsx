import { Paper } from '@mantine/core'
import type { TrackingLabel } from '#contract/lookups.ts'
import { countsAsApproved, type DayListing, type SavedTimesheet, type Timesheet } from '#contract/schedule.ts'
import { useSession } from '#screens/provided.tsx'
import styles from './provider-home.module.css'
import { SessionBox } from './session-box.tsx'
import { TimesheetTable } from './timesheet-table.tsx'
import type { SessionActions } from './use-day-forms.tsx'

interface Props {
  readonly timesheet: Timesheet
  readonly sessions: readonly DayListing[]
  readonly labels: readonly TrackingLabel[]
  readonly actions: SessionActions
  readonly onOpen: (occurrenceId: number) => void
  readonly onSaved: (saved: SavedTimesheet) => void
  readonly onRefused: () => void
  readonly onExplain: (timesheet: Timesheet) => void
}

/** One school's hours and sessions of the day, side by side. */
export const SchoolDay = ({ timesheet, sessions, labels, actions, onOpen, onSaved, onRefused, onExplain }: Props) => {
  const { isAdministrator } = useSession()
  const isApproved = countsAsApproved(timesheet.isApproved)
  return (
    <Paper
      component="section"
      withBorder
      p="sm"
      aria-label={isAdministrator ? `${timesheet.schoolName}, ${timesheet.providerName}` : timesheet.schoolName}
      className={styles.school}
      style={{ '--school-colour': timesheet.colourCode }}
    >
      <TimesheetTable timesheet={timesheet} onSaved={onSaved} onRefused={onRefused} onExplain={onExplain} />
      <ul className={styles.sessions}>
        {sessions.map((session) => (
          <SessionBox
            key={session.id}
            session={session}
            labels={labels}
            actions={actions}
            onOpen={onOpen}
            isReadOnly={isApproved || countsAsApproved(session.isApproved)}
          />
        ))}
      </ul>
    </Paper>
  )
}
