import { Alert, Anchor, Badge, Button, Group, Paper, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core'
import { shallowEqual, useSelector } from '@xstate/react'
import { Fragment } from 'react'
import { Link } from 'wouter'
import type { ActorRefFrom } from 'xstate'
import {
  approvedWord,
  countsAsApproved,
  type EventDetail,
  type EventStudent,
  type PendingDecision,
} from '#contract/schedule.ts'
import { sessionFormMessages } from '#domain/session-form.ts'
import { formatDate, formatTimeRange } from '#domain/time.ts'
import {
  type EventModalSnapshot,
  type eventModalMachine,
  selectOffered,
} from '#machines/schedule/event-modal.machine.ts'
import { HistoryLink } from '#screens/history-link.tsx'
import { Instant } from '#screens/instant.tsx'
import { useSession } from '#screens/provided.tsx'
import { ProviderLink } from '#screens/providers/provider-link.tsx'
import { entryNames } from '#screens/students/entry-names.ts'
import { StudentIconLink, StudentLink } from '#screens/students/student-link.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Facts } from '#ui/facts/facts.tsx'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'
import { ClashList } from './clash-list.tsx'
import { EditAnswerNotice } from './edit-answer-notice.tsx'
import styles from './event-details-dialog.module.css'
import { WAITS } from './grid-events.ts'
import type { RecordingActions } from './use-recording.tsx'

const selectIsOpen = (snapshot: EventModalSnapshot) => snapshot.matches('loading') || snapshot.matches('shown')
const selectIsBusy = (snapshot: EventModalSnapshot) => snapshot.hasTag('busy')
const selectIsExpired = (snapshot: EventModalSnapshot) => snapshot.matches({ shown: 'expired' })
const selectDetail = ({ context }: EventModalSnapshot) => context.detail
const selectFailure = ({ context }: EventModalSnapshot) => context.failure

interface StudentProps {
  readonly student: EventStudent
  /** Tells the entry from the student's others in this session. */
  readonly name: string
  readonly recording: RecordingActions | undefined
}

const StudentCard = ({ student, name, recording }: StudentProps) => (
  <Paper component="li" withBorder p="xs">
    {recording ? (
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Anchor
          component="button"
          type="button"
          fw={600}
          size="sm"
          ta="start"
          style={{ overflowWrap: 'anywhere' }}
          onClick={() => recording.feedback({ kind: 'student', id: student.id, name })}
        >
          {name}
        </Anchor>
        <StudentIconLink id={student.studentId} name={name} />
      </Group>
    ) : (
      <Text fw={600} size="sm">
        <StudentLink id={student.studentId} name={name} />
      </Text>
    )}
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

const STUDENTS = 'Students'

type Edited = NonNullable<EventDetail['edited']>

/** The facts that a change may affect, in the order that both versions show them. */
const versionFacts = (
  version: Pick<
    Edited,
    'title' | 'schoolName' | 'eventDate' | 'eventWeekDay' | 'eventStartTime' | 'eventEndTime' | 'isTimesheetReq'
  > & { readonly serviceName: string | null },
  students: readonly { readonly studentName: string }[],
): readonly (readonly [term: string, text: string])[] => [
  ['Session name', version.title],
  ['School', version.schoolName],
  ['Date', formatDate(version.eventDate)],
  ['Weekday', version.eventWeekDay],
  ['Time', formatTimeRange(version.eventStartTime, version.eventEndTime)],
  ['Service', version.serviceName ?? ''],
  ['Timesheet required', version.isTimesheetReq ? 'Yes' : 'No'],
  [STUDENTS, students.map(({ studentName }) => studentName).join(', ') || 'None'],
]

type VersionStudents = readonly Pick<EventStudent, 'studentId' | 'caseloadFrequencyId' | 'studentName'>[]

const StudentLinks = ({ students }: { readonly students: VersionStudents }) =>
  students.map(({ studentId, caseloadFrequencyId, studentName }, index) => (
    <Fragment key={caseloadFrequencyId}>
      {index > 0 && ', '}
      <StudentLink id={studentId} name={studentName} />
    </Fragment>
  ))

interface VersionProps {
  readonly name: string
  readonly facts: readonly (readonly [term: string, text: string])[]
  readonly students: VersionStudents
  /** The other version's facts; differences are highlighted. */
  readonly others?: readonly (readonly [term: string, text: string])[]
}

const Version = ({ name, facts, students, others = facts }: VersionProps) => (
  <Paper component="section" aria-label={name} withBorder p="xs">
    <Text fw={600} size="sm" mb={4} aria-hidden>
      {name}
    </Text>
    <dl className={styles.version}>
      {facts.map(([term, text], index) => (
        <div key={term} data-differs={others[index]?.[1] !== text}>
          <dt>{term}</dt>
          <dd>{term === STUDENTS && students.length > 0 ? <StudentLinks students={students} /> : text}</dd>
        </div>
      ))}
    </dl>
  </Paper>
)

/** What approving the change would do besides what it asks for. */
const Consequences = ({ decision: { obstacle, clashes } }: { readonly decision: PendingDecision }) => (
  <>
    {obstacle !== null && (
      <Alert color="red" variant="light">
        <Text fw={600} size="sm">
          This change can't be approved now
        </Text>
        {obstacle}
      </Alert>
    )}
    {clashes.length > 0 && (
      <Alert color="yellow" variant="light">
        <Text fw={600} size="sm">
          If you approve this change
        </Text>
        <ClashList clashes={clashes} />
      </Alert>
    )}
  </>
)

/** A pending change next to the original (spec 2, section 2.5). */
const Versions = ({ detail, edited }: { readonly detail: EventDetail; readonly edited: Edited }) => {
  const { isAdministrator } = useSession()
  const before = versionFacts(detail.original, detail.originalStudentList)
  const { originalStudentList, editedStudentList = [] } = detail
  const after = versionFacts(edited, editedStudentList)
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {isAdministrator ? edited.requestedBy : 'You'} requested this change.
      </Text>
      {edited.decision && <Consequences decision={edited.decision} />}
      <SimpleGrid cols={2} spacing="xs">
        <Version name="Original" facts={before} students={originalStudentList} />
        <Version name="Edited" facts={after} students={editedStudentList} others={before} />
      </SimpleGrid>
    </Stack>
  )
}

const Badges = ({ detail: { original, isEdited } }: { readonly detail: EventDetail }) => (
  <Group gap="xs" mb="sm">
    {countsAsApproved(original.isApproved) && <Badge color="green">{approvedWord(original.isApproved)}</Badge>}
    {original.isRecurring && <Badge variant="default">Recurring</Badge>}
    {isEdited && <Badge variant="default">{WAITS}</Badge>}
    {original.isEventPassed && <Badge variant="default">Passed</Badge>}
    <HistoryLink workflow="schedule/occurrence" entity={String(original.id)} name={original.title} />
  </Group>
)

/** What its provider changed with other dates or asks to, and the way to decide, withdraw or undo it. */
const ChangedWithOthers = ({
  change: { id, words, atUtc, isWaiting },
}: {
  readonly change: NonNullable<EventDetail['providerChange']>
}) => (
  <Text size="sm" mb="sm" style={{ overflowWrap: 'anywhere' }}>
    {words}
    {isWaiting && ' This is waiting for approval.'}
    <Text size="xs" c="dimmed" component="span" display="block">
      <Instant at={atUtc} /> ·{' '}
      <Anchor component={Link} href={`/provider-changes/${id}`} inherit underline="always">
        {isWaiting ? 'Review the request' : 'Review or undo'}
      </Anchor>
    </Text>
  </Text>
)

interface DetailsProps {
  readonly detail: EventDetail
  readonly recording: RecordingActions | undefined
}

const Details = ({ detail: { original, originalStudentList }, recording }: DetailsProps) => {
  const names = entryNames(originalStudentList)
  return (
    <Stack gap="sm">
      <Facts
        facts={[
          ['School', original.schoolName],
          ['Provider', <ProviderLink key="provider" id={original.providerId} name={original.providerName} />],
          ['Date', formatDate(original.eventDate)],
          ['Weekday', original.eventWeekDay],
          ['Time', formatTimeRange(original.eventStartTime, original.eventEndTime)],
          ['Service', original.serviceName ?? ''],
          ['Recurrence', original.recurrence],
          ['Tracking labels', original.trackingLabels],
          ['Note', original.trackingFeedback],
        ]}
      />
      {recording && (
        <Group gap="xs">
          {originalStudentList.length === 0 && (
            <Button
              variant="default"
              onClick={() => recording.feedback({ kind: 'session', id: original.id, name: original.title })}
            >
              Tracking label and note
            </Button>
          )}
          <Button variant="default" onClick={() => recording.timesheet(original)}>
            Update Timesheet
          </Button>
        </Group>
      )}
      {originalStudentList.length > 0 && (
        <section aria-label="Students">
          <Text fw={600} size="sm" mb={4} aria-hidden>
            Students
          </Text>
          <ul className={styles.students}>
            {originalStudentList.map((student, index) => (
              <StudentCard key={student.id} student={student} name={names[index] ?? ''} recording={recording} />
            ))}
          </ul>
        </section>
      )}
    </Stack>
  )
}

const BUTTONS = {
  'occurrence.delete': { label: 'Delete', look: { variant: 'light', color: 'red' } },
  'series.delete': { label: 'Delete Series', look: { variant: 'light', color: 'red' } },
  'series.edit': { label: 'Edit Series', look: { variant: 'default' } },
  'occurrence.edit': { label: 'Edit', look: { variant: 'filled' } },
  'edit.reject': { label: 'Reject', look: { variant: 'default' } },
  'edit.approve': { label: 'Approve', look: { variant: 'filled' } },
  'edit.withdraw': { label: 'Withdraw Request', look: { variant: 'filled' } },
} as const

type EventModal = ActorRefFrom<typeof eventModalMachine>

/** The actions on the session. */
const Changes = ({ modal }: { readonly modal: EventModal }) => {
  const offered = useSelector(modal, selectOffered, shallowEqual)
  const isBusy = useSelector(modal, selectIsBusy)
  if (offered.length === 0) return null
  return (
    <div className={styles.changes}>
      {offered.map((type) => (
        <Button
          key={type}
          {...BUTTONS[type].look}
          data-deletes={type.endsWith('.delete')}
          disabled={isBusy}
          onClick={() => modal.send({ type })}
        >
          {BUTTONS[type].label}
        </Button>
      ))}
    </div>
  )
}

interface Props {
  readonly modal: EventModal
  /** Another dialog is on top and owns Escape and the focus. */
  readonly isCovered: boolean
  /** Lets labels, notes, and hours be recorded here, unless the day is approved or locked. */
  readonly recording?: RecordingActions | undefined
}

/** One session and the actions on it. */
export const EventDetailsDialog = ({ modal, isCovered, recording }: Props) => {
  const isOpen = useSelector(modal, selectIsOpen)
  const isExpired = useSelector(modal, selectIsExpired)
  const detail = useSelector(modal, selectDetail)
  const failure = useSelector(modal, selectFailure)
  const close = () => modal.send({ type: 'modal.close' })
  if (failure !== undefined) return <MessageDialog title="Error" message={failure} onClose={close} />
  return (
    <>
      <Dialog
        opened={isOpen}
        onClose={close}
        title={detail?.original.title ?? 'Loading...'}
        size="lg"
        isCovered={isCovered || isExpired}
      >
        {detail ? (
          <>
            <Badges detail={detail} />
            {detail.editAnswer && <EditAnswerNotice answer={detail.editAnswer} />}
            {detail.providerChange && <ChangedWithOthers change={detail.providerChange} />}
            {detail.edited ? (
              <Versions detail={detail} edited={detail.edited} />
            ) : (
              <Details
                detail={detail}
                recording={countsAsApproved(detail.original.isApproved) ? undefined : recording}
              />
            )}
            <Changes modal={modal} />
          </>
        ) : (
          <Skeleton height={160} />
        )}
      </Dialog>
      {isExpired && (
        <MessageDialog
          title="Event expired"
          message={sessionFormMessages.expired}
          onClose={() => modal.send({ type: 'expired.dismiss' })}
        />
      )}
    </>
  )
}
