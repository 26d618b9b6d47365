import { Badge, Group, Modal, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { countsAsApproved, type EventDetail, type EventStudent } from '#contract/schedule.ts'
import { formatDate, formatTimeRange } from '#domain/time.ts'
import type { EventModalSnapshot, eventModalMachine } from '#machines/schedule/event-modal.machine.ts'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'
import styles from './event-details-dialog.module.css'

const selectIsOpen = (snapshot: EventModalSnapshot) => snapshot.matches('loading') || snapshot.matches('shown')
const selectDetail = ({ context }: EventModalSnapshot) => context.detail
const selectFailure = ({ context }: EventModalSnapshot) => context.failure

const Facts = ({ facts }: { readonly facts: readonly (readonly [term: string, text: string])[] }) => (
  <dl className={styles.facts}>
    {facts
      .filter(([, text]) => text !== '')
      .map(([term, text]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
  </dl>
)

const StudentCard = ({ student }: { readonly student: EventStudent }) => (
  <Paper component="li" withBorder p="xs">
    <Text fw={600} size="sm" style={{ overflowWrap: 'anywhere' }}>
      {student.studentName}
    </Text>
    <Facts
      facts={[
        ['Frequency', student.serviceFrequency],
        ['Duration', student.duration],
        ['Event frequency', student.eventFrequency],
        ['Session type', student.sessionType],
        ['Tracking labels', student.trackingLabels],
        ['Note', student.trackingFeedback],
      ]}
    />
  </Paper>
)

const Details = ({ detail: { original, originalStudentList } }: { readonly detail: EventDetail }) => (
  <Stack gap="sm">
    <Group gap="xs">
      {countsAsApproved(original.isApproved) && <Badge color="green">Approved</Badge>}
      {original.isRecurring && <Badge variant="default">Recurring</Badge>}
      {original.isEventPassed && <Badge variant="default">Passed</Badge>}
    </Group>
    <Facts
      facts={[
        ['School', original.schoolName],
        ['Provider', original.providerName],
        ['Date', formatDate(original.eventDate)],
        ['Weekday', original.eventWeekDay],
        ['Time', formatTimeRange(original.eventStartTime, original.eventEndTime)],
        ['Service', original.serviceName ?? ''],
        ['Recurrence', original.recurrence],
        ['Tracking labels', original.trackingLabels],
        ['Note', original.trackingFeedback],
      ]}
    />
    {originalStudentList.length > 0 && (
      <section aria-label="Students">
        <Text fw={600} size="sm" mb={4} aria-hidden>
          Students
        </Text>
        <ul className={styles.students}>
          {originalStudentList.map((student) => (
            <StudentCard key={student.id} student={student} />
          ))}
        </ul>
      </section>
    )}
  </Stack>
)

/** One session, read-only. */
export const EventDetailsDialog = ({ modal }: { readonly modal: ActorRefFrom<typeof eventModalMachine> }) => {
  const isOpen = useSelector(modal, selectIsOpen)
  const detail = useSelector(modal, selectDetail)
  const failure = useSelector(modal, selectFailure)
  const close = () => modal.send({ type: 'modal.close' })
  if (failure !== undefined) return <MessageDialog title="Error" message={failure} onClose={close} />
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={detail?.original.title ?? 'Loading...'}
      size="lg"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {detail ? <Details detail={detail} /> : <Skeleton height={160} />}
    </Modal>
  )
}
