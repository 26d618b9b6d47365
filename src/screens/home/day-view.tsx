import { Alert, Paper, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { useCallback, useEffect } from 'react'
import type { TrackingLabel } from '#contract/lookups.ts'
import { trackingLabelsKnown } from '#contract/options.ts'
import type { ApprovedDate, SavedTimesheet, Timesheet } from '#contract/schedule.ts'
import type { TimeOffEntry } from '#contract/time-off-calendar.ts'
import { formatDate, formatTime, formatTimeRange, localOf } from '#domain/time.ts'
import { type CalendarSnapshot, selectIsFirstLoad } from '#machines/schedule/calendar.machine.ts'
import { TextDialog } from '#screens/form/text-dialog.tsx'
import { useSession } from '#screens/provided.tsx'
import { EditAnswerNotice } from '#screens/schedule/edit-answer-notice.tsx'
import type { CalendarActor } from '#screens/schedule/use-calendar.ts'
import { useEventDialog } from '#screens/schedule/use-event-details.tsx'
import { useLookup, useRecordForm } from '#screens/use-calls.ts'
import { IconArrowBackUp } from '#ui/icons/arrow-back-up.ts'
import { WhenNear } from '#ui/when-near/when-near.tsx'
import { hoursExplanation } from './hours-explanation.ts'
import { NextDay } from './next-day.tsx'
import styles from './provider-home.module.css'
import { SchoolDay } from './school-day.tsx'
import type { SessionActions } from './use-day-forms.tsx'

const selectSchools = ({ context }: CalendarSnapshot) => context.data?.schools
const selectTimeOff = ({ context }: CalendarSnapshot) => context.data?.timeOff
const selectDate = ({ context }: CalendarSnapshot) => context.date
const selectApprovedDates = ({ context }: CalendarSnapshot) => context.data?.approvedDates
const selectEditAnswers = ({ context }: CalendarSnapshot) => context.data?.editAnswers
const selectIsEmpty = (snapshot: CalendarSnapshot) => snapshot.matches('empty')

/** Explains the tracking labels. */
const Legend = ({ labels }: { readonly labels: readonly TrackingLabel[] }) => (
  <Text component="p" size="xs" c="dimmed" className={styles.legend}>
    <strong>Note:</strong>
    {labels.map(({ id, trackingLabel, description }) => (
      <span key={id}>
        {trackingLabel} = {description}
      </span>
    ))}
  </Text>
)

/** The day's time off. */
const TimeOffNotice = ({
  timeOff,
  withProvider,
}: {
  readonly timeOff: readonly TimeOffEntry[]
  readonly withProvider: boolean
}) => (
  <Paper withBorder p="xs" component="section" aria-label="Time off">
    {timeOff.map(({ id, providerName, startTime, endTime, isPending }) => (
      <Text key={id} size="sm">
        <strong>Time off</strong> {formatTimeRange(startTime, endTime)}
        {withProvider && `, ${providerName}`}
        {isPending && ' (Pending)'}
      </Text>
    ))}
  </Paper>
)

interface DecisionsProps {
  readonly days: readonly ApprovedDate[]
  readonly nameOf: (providerId: number) => string | undefined
}

/** Days that an administrator rejected or reopened, with the reason, until they are confirmed again. */
const Decisions = ({ days, nameOf }: DecisionsProps) => {
  const { timeZone, isAdministrator } = useSession()
  return days.map(({ providerId, approvedStatus, decision }) => {
    if (!decision) return null
    const { reason, decidedBy, decidedAtUtc } = decision
    const isRejected = approvedStatus === 'Rejected'
    const isCorrecting = approvedStatus === 'Correcting'
    const done = isRejected ? 'Rejected' : isCorrecting ? 'Opened for correction' : 'Reopened'
    const name = isAdministrator ? nameOf(providerId) : undefined
    const { date, time } = localOf(decidedAtUtc, timeZone)
    return (
      <Alert
        key={providerId}
        color={isRejected ? 'red' : 'yellow'}
        variant="light"
        icon={<IconArrowBackUp aria-hidden />}
        title={`${name === undefined ? '' : `${name}: `}${done} by ${decidedBy}, ${formatDate(date)} ${formatTime(time)}`}
        styles={{ title: { color: 'var(--mantine-color-text)' } }}
        style={{ overflowWrap: 'anywhere' }}
      >
        <Text size="sm" style={{ whiteSpace: 'pre-wrap' }}>
          {reason}
        </Text>
        {!isAdministrator && (
          <Text size="sm" mt={4}>
            {isRejected
              ? 'Correct the day and confirm its hours again.'
              : 'The day can be changed and confirmed again.'}
          </Text>
        )}
      </Alert>
    )
  })
}

const DaySkeleton = () => (
  <Stack gap="sm" role="status" aria-label="Loading...">
    <VisuallyHidden>Loading…</VisuallyHidden>
    {[0, 1].map((school) => (
      <Paper key={school} withBorder p="sm">
        <Skeleton height={18} width="40%" mb="sm" />
        <Skeleton height={34} mb="sm" />
        <Skeleton height={120} />
      </Paper>
    ))}
  </Stack>
)

/** A provider has only a few schools a day; with all providers shown, the rest renders when scrolled to. */
const SHOWN_AT_ONCE = 6

interface Props {
  readonly calendar: CalendarActor
  readonly actions: SessionActions
}

/** A day: hours per school, with the labels and notes of each session (spec 2, section 2.3). */
export const DayView = ({ calendar, actions }: Props) => {
  const { isAdministrator } = useSession()
  const labels = useLookup(trackingLabelsKnown)
  const schools = useSelector(calendar, selectSchools)
  const timeOff = useSelector(calendar, selectTimeOff) ?? []
  const date = useSelector(calendar, selectDate)
  const sentBack = (useSelector(calendar, selectApprovedDates) ?? []).filter((day) => day.approvedDate === date)
  const editAnswers = useSelector(calendar, selectEditAnswers) ?? []
  const nameOf = (providerId: number) =>
    schools?.find(({ timesheet }) => timesheet.providerId === providerId)?.timesheet.providerName
  const isFirstLoad = useSelector(calendar, selectIsFirstLoad)
  const isEmpty = useSelector(calendar, selectIsEmpty)
  const replace = useCallback(
    (saved: SavedTimesheet) => calendar.send({ type: 'timesheet.replace', saved }),
    [calendar],
  )
  const refresh = useCallback(() => calendar.send({ type: 'calendar.refresh' }), [calendar])
  const explanation = useRecordForm(hoursExplanation.calls)
  useEffect(() => explanation.on('record.saved', refresh).unsubscribe, [explanation, refresh])
  const explain = useCallback((subject: Timesheet) => explanation.send({ type: 'form.open', subject }), [explanation])
  const details = useEventDialog({ onChanged: refresh, onMissing: refresh })
  return (
    <>
      {details.dialog}
      <TextDialog form={explanation} definition={hoursExplanation} />
      {isFirstLoad && <DaySkeleton />}
      <Decisions days={sentBack} nameOf={nameOf} />
      {editAnswers.map((answer) => (
        <EditAnswerNotice key={answer.id} answer={answer} />
      ))}
      {timeOff.length > 0 && <TimeOffNotice timeOff={timeOff} withProvider={isAdministrator} />}
      {isEmpty && (
        <Paper withBorder p="xl">
          <Text ta="center" c="dimmed">
            You have no events scheduled today
          </Text>
          {!isAdministrator && <NextDay after={date} />}
        </Paper>
      )}
      {schools?.map(({ timesheet, listing }, index) => {
        const day = (
          <SchoolDay
            timesheet={timesheet}
            sessions={listing}
            labels={labels}
            actions={actions}
            onOpen={details.open}
            onSaved={replace}
            onRefused={refresh}
            onExplain={explain}
          />
        )
        const key = `${timesheet.date} ${timesheet.providerId} ${timesheet.schoolId}`
        return <div key={key}>{index < SHOWN_AT_ONCE ? day : <WhenNear height="16rem">{day}</WhenNear>}</div>
      })}
      {labels.length > 0 && !isEmpty && <Legend labels={labels} />}
    </>
  )
}
