import { Badge, Button, Group, Modal, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { countsAsApproved, type EventDetail, type EventStudent } from '#contract/schedule.ts'
import { sessionFormMessages } from '#domain/session-form.ts'
import { formatDate, formatTimeRange } from '#domain/time.ts'
import type { EventModalEvent, EventModalSnapshot, eventModalMachine } from '#machines/schedule/event-modal.machine.ts'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'
import styles from './event-details-dialog.module.css'

const selectIsOpen = (snapshot: EventModalSnapshot) => snapshot.matches('loading') || snapshot.matches('shown')
const selectIsExpired = (snapshot: EventModalSnapshot) => snapshot.matches({ shown: 'expired' })
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

const Details = ({ detail }: { readonly detail: EventDetail }) => {
  const { original, originalStudentList } = detail
  return (
    <Stack gap="sm">
      <Group gap="xs">
        {countsAsApproved(original.isApproved) && <Badge color="green">Approved</Badge>}
        {original.isRecurring && <Badge variant="default">Recurring</Badge>}
        {detail.isEdited && <Badge color="yellow">Edited, waits for approval</Badge>}
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
}

const CHANGES = [
  { type: 'occurrence.delete', label: 'Delete', look: { variant: 'light', color: 'red' } },
  { type: 'series.delete', label: 'Delete Series', look: { variant: 'light', color: 'red' } },
  { type: 'series.edit', label: 'Edit Series', look: { variant: 'default', className: styles.edit } },
  { type: 'occurrence.edit', label: 'Edit', look: { variant: 'filled' } },
] as const satisfies readonly { type: EventModalEvent['type']; label: string; look: object }[]

type EventModal = ActorRefFrom<typeof eventModalMachine>

/** What may be done to the session; nothing on approved and locked days. */
const Changes = ({ modal }: { readonly modal: EventModal }) => {
  const offered = useSelector(
    modal,
    (snapshot) => CHANGES.filter(({ type }) => snapshot.can({ type })),
    (a, b) => a.length === b.length,
  )
  if (offered.length === 0) return null
  return (
    <div className={styles.changes}>
      {offered.map(({ type, label, look }) => (
        <Button key={type} {...look} onClick={() => modal.send({ type })}>
          {label}
        </Button>
      ))}
    </div>
  )
}

interface Props {
  readonly modal: EventModal
  /** Another dialog stands above: Escape and focus are its. */
  readonly isCovered: boolean
}

/** One session, with what may be done to it. */
export const EventDetailsDialog = ({ modal, isCovered }: Props) => {
  const isOpen = useSelector(modal, selectIsOpen)
  const isExpired = useSelector(modal, selectIsExpired)
  const detail = useSelector(modal, selectDetail)
  const failure = useSelector(modal, selectFailure)
  const close = () => modal.send({ type: 'modal.close' })
  if (failure !== undefined) return <MessageDialog title="Error" message={failure} onClose={close} />
  const isOnTop = !isCovered && !isExpired
  return (
    <>
      <Modal
        opened={isOpen}
        onClose={close}
        title={detail?.original.title ?? 'Loading...'}
        size="lg"
        closeOnEscape={isOnTop}
        trapFocus={isOnTop}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {detail ? (
          <>
            <Details detail={detail} />
            <Changes modal={modal} />
          </>
        ) : (
          <Skeleton height={160} />
        )}
      </Modal>
      {isExpired && (
        <MessageDialog
          title="Not possible"
          message={sessionFormMessages.expired}
          onClose={() => modal.send({ type: 'expired.dismiss' })}
        />
      )}
    </>
  )
}
