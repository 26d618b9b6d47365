import { Radio, Stack, Text } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import {
  type AfterLastDay,
  countsAfterLastDay,
  type DayOff,
  getAfterLastDay,
  lastDayMessages,
} from '#contract/after-last-day.ts'
import { callOf } from '#contract/call.ts'
import { formatHours, hundredthsOf } from '#domain/hours.ts'
import type { LastDayAnswer, ProviderForm } from '#domain/provider-form.ts'
import { formatDate, formatTimeRange, type LocalDate } from '#domain/time.ts'
import { counted, firstInWords } from '#domain/words.ts'
import type { DetailsSnapshot } from '#machines/common/details.machine.ts'
import type { BeforeSaveProps } from '#screens/form/record-page.tsx'
import { useDetailsOf } from '#screens/use-calls.ts'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'

interface Subject {
  readonly id: number
  readonly lastDay: LocalDate
}
type Snapshot = DetailsSnapshot<Subject, AfterLastDay>

const readAfterLastDay = callOf(getAfterLastDay, ({ id, lastDay }: Subject) => ({ params: { id }, query: { lastDay } }))

const isOne = (count: number) => count === 1

/** '12/01/2026, 9:00 AM-12:00 PM; 12/02/2026, 9:00 AM-12:00 PM and 2 more' */
const daysInWords = (days: readonly DayOff[]) =>
  firstInWords(
    days.map(
      ({ requestedDate, startTime, endTime }) => `${formatDate(requestedDate)} ${formatTimeRange(startTime, endTime)}`,
    ),
  )

const TimeOff = ({ timeOff }: Pick<AfterLastDay, 'timeOff'>) => {
  const hours = timeOff.reduce((sum, { totalHours }) => sum + hundredthsOf(totalHours), 0)
  return (
    <Text size="sm">
      {counted(timeOff.length, 'day')} of time off {isOne(timeOff.length) ? 'is' : 'are'} canceled, and{' '}
      {formatHours(hours)} h {isOne(hours / 100) ? 'goes' : 'go'} back to the balance: {daysInWords(timeOff)}.
    </Text>
  )
}

const Waiting = ({ waiting }: Pick<AfterLastDay, 'waiting'>) => (
  <Text size="sm">
    {counted(waiting.length, 'waiting request')} {isOne(waiting.length) ? 'is' : 'are'} rejected: {daysInWords(waiting)}
    .
  </Text>
)

interface SessionsProps extends Pick<AfterLastDay, 'sessions'> {
  readonly choice: LastDayAnswer['sessions'] | undefined
  readonly onChoose: (choice: LastDayAnswer['sessions']) => void
}

const Sessions = ({ sessions: { count, first }, choice, onChoose }: SessionsProps) => {
  const samples = first.map(({ title, date, schoolName }) => `${title} at ${schoolName} on ${formatDate(date)}`)
  const more = count - samples.length
  return (
    <Radio.Group
      label={`What happens to ${isOne(count) ? 'the session' : `the ${count} sessions`}?`}
      description={`${samples.join('; ')}${more > 0 ? ` and ${more} more` : ''}`}
      required
      value={choice ?? null}
      onChange={(value) => onChoose(value === 'cancel' ? 'cancel' : 'handOver')}
    >
      <Stack gap={6} mt={6}>
        <Radio value="cancel" label={isOne(count) ? 'Cancel it' : 'Cancel them'} />
        <Radio value="handOver" label={`Keep ${isOne(count) ? 'it' : 'them'} to hand over next`} />
      </Stack>
    </Radio.Group>
  )
}

const Content = ({ found, ...choosing }: { readonly found: AfterLastDay } & Omit<SessionsProps, 'sessions'>) => {
  const { timeOff, waiting, sessions, documents } = found
  return (
    <Stack gap="sm" mt="sm" style={{ overflowWrap: 'anywhere' }}>
      {timeOff.length > 0 && <TimeOff timeOff={timeOff} />}
      {waiting.length > 0 && <Waiting waiting={waiting} />}
      {sessions.count > 0 && <Sessions sessions={sessions} {...choosing} />}
      {sessions.staying > 0 && (
        <Text size="sm">
          {counted(sessions.staying, 'more session')} {isOne(sessions.staying) ? 'stays' : 'stay'}: over, or on a day
          that is approved or locked.
        </Text>
      )}
      {documents.length > 0 && (
        <Text size="sm">
          After the last day, {isOne(documents.length) ? 'this document is' : 'these documents are'} no longer asked to
          be read: {firstInWords(documents.map(({ documentName }) => documentName))}.
        </Text>
      )}
    </Stack>
  )
}

/** Asks what becomes of what lies after a new last day; saves at once if there is nothing. */
const LastDayQuestion = ({ id, values, onSave, onCancel }: BeforeSaveProps<ProviderForm>) => {
  const { termDate: lastDay } = values
  const [subject] = useState<Subject>({ id, lastDay })
  const details = useDetailsOf(readAfterLastDay, subject)
  const { data, message } = useSelector(details, ({ context }: Snapshot) => context)
  const [choice, setChoice] = useState<LastDayAnswer['sessions']>()
  const isNothing = data?.key === ''
  useEffect(() => {
    if (isNothing) onSave(values)
  }, [isNothing, onSave, values])
  if (message !== undefined) return <MessageDialog title="Not saved" message={message} onClose={onCancel} />
  if (!data || isNothing) return null
  const sessions = data.sessions.count === 0 ? 'handOver' : choice
  return (
    <ConfirmDialog
      question={lastDayMessages.question(lastDay)}
      details={lastDayMessages.details(countsAfterLastDay(data))}
      size="md"
      isReady={sessions !== undefined}
      onCancel={onCancel}
      onConfirm={() => sessions && onSave({ ...values, afterLastDay: { key: data.key, sessions } })}
    >
      <Content found={data} choice={choice} onChoose={setChoice} />
    </ConfirmDialog>
  )
}

export const askAboutLastDay = {
  isAsked: ({ termDate }: ProviderForm, stored: ProviderForm): boolean =>
    termDate !== '' && termDate !== stored.termDate,
  Question: LastDayQuestion,
}
