import { Badge, Box, Text } from '@mantine/core'
import type { TrackingLabel } from '#contract/lookups.ts'
import type { DayListing } from '#contract/schedule.ts'
import { formatTimeRange } from '#domain/time.ts'
import { WAITS } from '#screens/schedule/grid-events.ts'
import { FeedbackControls } from './feedback-controls.tsx'
import styles from './provider-home.module.css'

interface Props {
  readonly session: DayListing
  readonly labels: readonly TrackingLabel[]
  readonly isReadOnly: boolean
}

/** One session of the day, with labels and a note per student; of the session itself when it has none. */
export const SessionBox = ({ session, labels, isReadOnly }: Props) => (
  <Box component="li" className={styles.session} style={{ '--session-colour': session.colourCode }}>
    <Text fw={600} size="sm">
      {formatTimeRange(session.eventStartTime, session.eventEndTime)}
    </Text>
    <Text size="sm" className={styles.name}>
      {session.title}
    </Text>
    {session.isEdited && (
      <Badge variant="default" size="sm">
        {WAITS}
      </Badge>
    )}
    {session.caseloadIds.length === 0 ? (
      <FeedbackControls
        target={{ kind: 'session', id: session.scheduleEventRecurrenceId }}
        name={session.title}
        feedback={session}
        labels={labels}
        isReadOnly={isReadOnly}
      />
    ) : (
      <ul className={styles.students} aria-label="Students">
        {session.caseloadIds.map((student) => (
          <li key={student.id}>
            <Text size="sm" c="dimmed" className={styles.name}>
              {student.studentName}
            </Text>
            <FeedbackControls
              target={{ kind: 'student', id: student.id }}
              name={student.studentName}
              feedback={student}
              labels={labels}
              isReadOnly={isReadOnly}
            />
          </li>
        ))}
      </ul>
    )}
  </Box>
)
