import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { type Ref, useState } from 'react'
import { callOf } from '#contract/call.ts'
import { fromWire } from '#contract/schedule-event-payload.ts'
import { editScheduleEventById, editScheduleEventRecurrenceById, type StoredSession } from '#contract/session-form.ts'
import type { SessionNoun } from '#domain/session-form.ts'
import { formatDate, type LocalDate } from '#domain/time.ts'
import {
  lockReasonOf,
  purposeOf,
  type StoredSessionQuery,
  type StoredSessionSnapshot,
  storedSessionMachine,
} from '#machines/schedule/stored-session.machine.ts'
import { useStaleness } from '#screens/form/stale-notice.tsx'
import { useProvided, useSession } from '#screens/provided.tsx'
import { useSaySaved } from '#screens/saved-dialog.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { FormOutline } from '#ui/form-outline/form-outline.tsx'
import { DraftedSessionForm } from './drafted-session-form.tsx'
import type { SessionFormHandle, SessionFormOpening } from './use-session-form.ts'

interface Props {
  /** Fixed when the form opens. */
  readonly query: StoredSessionQuery
  readonly noun: SessionNoun
  /** The first day of a series that the change affects. */
  readonly changeFromDate: LocalDate | undefined
  /** Called after the session is saved and its message is shown, with the date of the occurrence, or the first date changed. */
  readonly onSaved: (date?: LocalDate) => void
  readonly onClosed: (date?: LocalDate) => void
  readonly formRef?: Ref<SessionFormHandle>
}

const selectSession = ({ context }: StoredSessionSnapshot) => context.session
const selectMessage = ({ context }: StoredSessionSnapshot) => context.message
const selectIsFailed = (snapshot: StoredSessionSnapshot) => snapshot.hasTag('failed')

const reads = {
  occurrence: callOf(editScheduleEventRecurrenceById, (id: number) => ({ body: { id } })),
  series: callOf(editScheduleEventById, (id: number) => ({ body: { id } })),
}

const Loaded = ({
  query,
  session,
  noun,
  changeFromDate,
  onSaved,
  onClosed,
  onReload,
  formRef,
}: Props & LoadedProps) => {
  const { userId, roleName, providerId } = useSession()
  const saySaved = useSaySaved()
  const [input] = useState<SessionFormOpening>(() => ({
    purpose: purposeOf(query, session),
    user: { id: userId, role: roleName, providerId },
    noun,
    initial: fromWire(session),
    sessionId: session.id,
    isEventStarted: session.isEventStarted,
    entityCacheKey: session.entityCacheKey,
    ...(changeFromDate && { changeFromDate }),
  }))
  const staleness = useStaleness({
    read: reads[query.scope],
    subject: query.id,
    versionOf: ({ entityCacheKey }) => entityCacheKey,
    version: session.entityCacheKey,
    follows: [{ topic: 'sessions', provider: session.providerId ?? undefined }],
  })
  const date = query.scope === 'occurrence' ? session.fromDate : changeFromDate
  const reason = query.isEdit ? lockReasonOf(session) : undefined
  const from = query.scope === 'series' && changeFromDate ? `/${changeFromDate}` : ''
  return (
    <Stack gap="md">
      {reason !== undefined && (
        <Alert color="yellow" variant="light">
          {reason}
        </Alert>
      )}
      {input.purpose === 'editSeries' && changeFromDate !== undefined && (
        <Text c="dimmed">
          Changes apply to sessions starting {formatDate(changeFromDate)}. Earlier sessions stay the same.
        </Text>
      )}
      <div>
        <DraftedSessionForm
          input={input}
          staleness={input.purpose === 'passed' ? undefined : staleness}
          onReload={onReload}
          draft={{ name: `${query.scope}/${session.id}${from}`, basis: session.entityCacheKey }}
          onSaved={({ message }, savedOn) => {
            saySaved(message)
            onSaved(query.scope === 'occurrence' ? savedOn : date)
          }}
          onClosed={() => onClosed(date)}
          formRef={formRef}
        />
      </div>
    </Stack>
  )
}

interface LoadedProps {
  readonly session: StoredSession
  readonly onReload: () => void
}

interface FailedProps {
  readonly message: string | undefined
  readonly onRetry: () => void
  readonly onLeave: () => void
}

const Failed = ({ message, onRetry, onLeave }: FailedProps) => (
  <Alert color="red" variant="light" title={message ?? 'The session could not be loaded.'}>
    <Group gap="xs" mt="xs">
      <Button size="xs" variant="default" onClick={onRetry}>
        Try again
      </Button>
      <Button size="xs" variant="default" onClick={onLeave}>
        Back to the schedule
      </Button>
    </Group>
  </Alert>
)

const OneStoredSession = (props: Props & Pick<LoadedProps, 'onReload'>) => {
  const { query, onClosed } = props
  const stored = useActorRef(useProvided(storedSessionMachine), { input: query })
  const session = useSelector(stored, selectSession)
  const message = useSelector(stored, selectMessage)
  const isFailed = useSelector(stored, selectIsFailed)
  if (isFailed) {
    return <Failed message={message} onRetry={() => stored.send({ type: 'load.retry' })} onLeave={() => onClosed()} />
  }
  return session ? <Loaded {...props} session={session} /> : <FormOutline />
}

/** Loads a stored session into the form, to edit or to view. */
export const StoredSessionForm = (props: Props) => {
  const [loads, setLoads] = useState(0)
  return <OneStoredSession key={loads} {...props} onReload={() => setLoads(loads + 1)} />
}
