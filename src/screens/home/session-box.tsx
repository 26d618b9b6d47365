import { ActionIcon, Badge, Box, Group, Text } from '@mantine/core'
import type { TrackingLabel } from '#contract/lookups.ts'
import type { DayListing } from '#contract/schedule.ts'
import { formatTimeRange } from '#domain/time.ts'
import { WAITS } from '#screens/schedule/grid-events.ts'
import { entryNames } from '#screens/students/entry-names.ts'
import { StudentLink } from '#screens/students/student-link.tsx'
import { IconMinus } from '#ui/icons/minus.ts'
import { IconPlus } from '#ui/icons/plus.ts'
import { FeedbackControls } from './feedback-controls.tsx'
import styles from './provider-home.module.css'
import type { SessionActions } from './use-day-forms.tsx'

interface Props {
  readonly session: DayListing
  readonly labels: readonly TrackingLabel[]
  readonly isReadOnly: boolean
  readonly actions: SessionActions
  /** Opens the details, where a waiting change is decided or withdrawn. */
  readonly onOpen: (occurrenceId: number) => void
}

/** One session of the day, with labels and a note per student, or for the session if it has no students. */
export const SessionBox = ({ session, labels, isReadOnly, actions, onOpen }: Props) => {
  const names = entryNames(session.caseloadIds)
  return (
    <Box component="li" className={styles.session} style={{ '--session-colour': session.colourCode }}>
      <Group gap={4} wrap="nowrap" justify="space-between">
        <Text fw={600} size="sm">
          {formatTimeRange(session.eventStartTime, session.eventEndTime)}
        </Text>
        {!isReadOnly && session.scheduleEventMode === 2 && (
          <ActionIcon
            size="sm"
            variant="subtle"
            aria-label={`Add caseload to ${session.title}`}
            onClick={() => actions.add(session)}
          >
            <IconPlus size={14} aria-hidden />
          </ActionIcon>
        )}
      </Group>
      <Text size="sm" className={styles.name}>
        {session.title}
      </Text>
      {session.isEdited && (
        <Badge
          component="button"
          type="button"
          variant="default"
          size="sm"
          h={24}
          style={{ cursor: 'pointer' }}
          aria-label={`${WAITS}: ${session.title}`}
          onClick={() => onOpen(session.id)}
        >
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
          actions={actions}
        />
      ) : (
        <ul className={styles.students} aria-label="Students">
          {session.caseloadIds.map((student, index) => (
            <li key={student.id}>
              <Group gap={4} wrap="nowrap" justify="space-between" align="flex-start">
                <Text size="sm" c="dimmed" className={styles.name}>
                  <StudentLink id={student.studentId} name={names[index] ?? ''} />
                </Text>
                {!isReadOnly && (
                  <ActionIcon
                    size="sm"
                    variant="subtle"
                    color="gray"
                    aria-label={`Remove ${names[index]} from ${session.title}`}
                    onClick={() =>
                      actions.remove({ occurrenceId: session.id, id: student.id, studentName: names[index] ?? '' })
                    }
                  >
                    <IconMinus size={14} aria-hidden />
                  </ActionIcon>
                )}
              </Group>
              <FeedbackControls
                target={{ kind: 'student', id: student.id }}
                name={names[index] ?? ''}
                feedback={student}
                labels={labels}
                isReadOnly={isReadOnly}
                actions={actions}
              />
            </li>
          ))}
        </ul>
      )}
    </Box>
  )
}
