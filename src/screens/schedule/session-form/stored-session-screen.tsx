import { Alert, Button, Container, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useActorRef, useSelector } from '@xstate/react'
import { useState } from 'react'
import { useLocation, useParams, useSearch } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { z } from 'zod'
import { fromWire } from '#contract/schedule-event-payload.ts'
import type { StoredSession } from '#contract/session-form.ts'
import { formatDate, type LocalDate, localDateSchema } from '#domain/time.ts'
import type { SessionFormInput } from '#machines/schedule/session-form.machine.ts'
import {
  lockReasonOf,
  purposeOf,
  type StoredSessionQuery,
  type StoredSessionSnapshot,
} from '#machines/schedule/stored-session.machine.ts'
import { useProvided, useSession } from '#screens/provided.tsx'
import { SessionForm } from './session-form.tsx'
import { useSessionForm } from './use-session-form.ts'

/** What a calendar leaves in the history: its own address. */
const cameFromSchema = z.object({ cameFrom: z.string().startsWith('/') })

const selectSession = ({ context }: StoredSessionSnapshot) => context.session
const selectMessage = ({ context }: StoredSessionSnapshot) => context.message
const selectIsFailed = (snapshot: StoredSessionSnapshot) => snapshot.hasTag('failed')

/** An address may hold anything. */
const idOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined

/** `/:id` is a series, `/:id/:id1` one occurrence of it, `/:id/:isView` is looked at. */
const queryOf = ({ id, id1, isView }: Readonly<Record<string, string | undefined>>): StoredSessionQuery =>
  id1 === undefined
    ? { scope: 'series', id: idOf(id), isEdit: isView === undefined }
    : { scope: 'occurrence', id: idOf(id1), isEdit: true }

/** The day from which a series is changed, where a calendar passed it on: `?from=2026-12-01`. */
const changeFromOf = (search: string): LocalDate | undefined => {
  const date = localDateSchema.safeParse(new URLSearchParams(search).get('from'))
  return date.success ? date.data : undefined
}

/** Back to where the session was opened from, as it was left; to the schedule where the address was entered by hand. */
const useLeave = (date?: LocalDate) => {
  const { isAdministrator } = useSession()
  const [, navigate] = useLocation()
  const cameFrom = cameFromSchema.safeParse(useHistoryState<unknown>()).data?.cameFrom
  const schedule = isAdministrator ? '/schedule-event-viewer' : '/schedule-provider-event-viewer'
  return () => navigate(cameFrom ?? (date ? `${schedule}?date=${date}` : schedule))
}

const Loaded = ({ query, session }: { readonly query: StoredSessionQuery; readonly session: StoredSession }) => {
  const { userId, roleName, providerId } = useSession()
  const changeFromDate = changeFromOf(useSearch())
  const [input] = useState<SessionFormInput>(() => ({
    purpose: purposeOf(query, session),
    user: { id: userId, role: roleName, providerId },
    noun: 'Event',
    initial: fromWire(session),
    sessionId: session.id,
    isEventStarted: session.isEventStarted,
    entityCacheKey: session.entityCacheKey,
    ...(changeFromDate && { changeFromDate }),
  }))
  const leave = useLeave(query.scope === 'occurrence' ? session.fromDate : changeFromDate)
  const view = useSessionForm(input, {
    onSaved: ({ message }) => {
      notifications.show({ message })
      leave()
    },
    onClosed: leave,
  })
  const reason = query.isEdit ? lockReasonOf(session) : undefined
  return (
    <Stack gap="md">
      {reason !== undefined && (
        <Alert color="yellow" variant="light">
          {reason}
        </Alert>
      )}
      {input.purpose === 'editSeries' && changeFromDate !== undefined && (
        <Text c="dimmed">The sessions from {formatDate(changeFromDate)} on change; those before it stay.</Text>
      )}
      <SessionForm view={view} />
    </Stack>
  )
}

const FIELDS = 7

const Outline = () => (
  <Stack gap="md" role="status" aria-label="Loading...">
    {Array.from({ length: FIELDS }, (_, field) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: fields never change places
      <div key={field}>
        <Skeleton height={12} width="20%" mb={8} />
        <Skeleton height={34} />
      </div>
    ))}
  </Stack>
)

interface FailedProps {
  readonly message: string | undefined
  readonly onRetry: () => void
}

const Failed = ({ message, onRetry }: FailedProps) => {
  const leave = useLeave()
  return (
    <Alert color="red" variant="light" title={message ?? 'The session could not be read.'}>
      <Group gap="xs" mt="xs">
        <Button size="xs" variant="default" onClick={onRetry}>
          Try again
        </Button>
        <Button size="xs" variant="default" onClick={leave}>
          Back to the schedule
        </Button>
      </Group>
    </Alert>
  )
}

/** A stored session in the form, on a page of its own (spec 2, sections 2.1 and 2.6). */
export const StoredSessionScreen = () => {
  const [query] = useState(queryOf(useParams()))
  const stored = useActorRef(useProvided('storedSession'), { input: query })
  const session = useSelector(stored, selectSession)
  const message = useSelector(stored, selectMessage)
  const isFailed = useSelector(stored, selectIsFailed)
  return (
    <Container size={780} px={0}>
      <Title order={1} mb="md">
        {query.isEdit ? 'Edit Event' : 'View Event'}
      </Title>
      {isFailed ? (
        <Failed message={message} onRetry={() => stored.send({ type: 'load.retry' })} />
      ) : session ? (
        <Loaded query={query} session={session} />
      ) : (
        <Outline />
      )}
    </Container>
  )
}
