import { NativeSelect, Stack, Text } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { callOf } from '#contract/call.ts'
import { getSessionsOfPtos, type Pto, type SessionChoice, type SessionDuring } from '#contract/time-off.ts'
import { formatDate, formatTimeRange } from '#domain/time.ts'
import { PTO_STATES } from '#domain/time-off.ts'
import { counted } from '#domain/words.ts'
import type { DetailsSnapshot } from '#machines/common/details.machine.ts'
import { useDetailsOf } from '#screens/use-calls.ts'
import { FailedToRead } from '#ui/failed-to-read/failed-to-read.tsx'

const readSessions = callOf(getSessionsOfPtos, (ids: string) => ({ query: { ids } }))
type Snapshot = DetailsSnapshot<string, SessionDuring[]>

const LEAVE = ''
const CANCEL = 'cancel'

const labelOf = ({ title, date, startTime, endTime, schoolName }: SessionDuring) =>
  `${title} at ${schoolName}, ${formatDate(date)}, ${formatTimeRange(startTime, endTime)}`

/** The sessions during requests that are about to be accepted, and what was chosen for each. */
export const useSessionsDuring = (requests: readonly Pto[]) => {
  const [chosen, setChosen] = useState<ReadonlyMap<number, string>>(new Map())
  const ids = requests
    .filter(({ statusId, bookedSessions }) => statusId === PTO_STATES.pending.id && bookedSessions.length > 0)
    .map(({ id }) => id)
    .join(',')
  const isAsked = ids !== ''
  const details = useDetailsOf(readSessions, isAsked ? ids : undefined)
  const { data, message } = useSelector(details, ({ context }: Snapshot) => context)
  const sessions = data ?? []
  const nameOf = new Map(requests.map(({ id, providerName }) => [id, providerName]))
  const isOfOne = new Set(requests.map(({ providerId }) => providerId)).size === 1
  const choices = sessions.flatMap(({ id, requestId, version }): SessionChoice[] => {
    const choice = chosen.get(id) ?? LEAVE
    if (choice === LEAVE) return []
    return [{ id, requestId, version, toProviderId: choice === CANCEL ? null : Number(choice) }]
  })
  return {
    isAsked,
    isReady: !isAsked || data !== undefined,
    sessions,
    message,
    choices,
    chosen,
    /** Names the provider if the requests are of several. */
    labelOf: (session: SessionDuring) =>
      isOfOne ? labelOf(session) : `${nameOf.get(session.requestId)}: ${labelOf(session)}`,
    retry: () => details.send({ type: 'details.retry' }),
    choose: (some: ReadonlyMap<number, string>) => setChosen(new Map([...chosen, ...some])),
  }
}
type During = ReturnType<typeof useSessionsDuring>

const optionsOf = ({ canBeCanceled, takers }: SessionDuring) => [
  { value: LEAVE, label: 'Leave it' },
  ...(canBeCanceled ? [{ value: CANCEL, label: 'Cancel it' }] : []),
  ...takers.map(({ id, name }) => ({ value: String(id), label: `Hand it over to ${name}` })),
]

const ALL = [
  { value: LEAVE, label: 'Leave them' },
  { value: CANCEL, label: 'Cancel them' },
]

/** Offers to cancel or to hand over each session during the time off. */
export const SessionsDuring = ({ during }: { readonly during: During }) => {
  const { isAsked, sessions, message, chosen, retry, choose } = during
  if (message !== undefined) return <FailedToRead message={message} onRetry={retry} />
  if (!isAsked || sessions.length === 0) return null
  const open = sessions.filter(({ canBeCanceled }) => canBeCanceled)
  const staying = sessions.length - open.length
  const isEach = (value: string) => open.every(({ id }) => (chosen.get(id) ?? LEAVE) === value)
  const all = [LEAVE, CANCEL].find(isEach)
  return (
    <Stack gap="xs" mt="md" style={{ overflowWrap: 'anywhere' }}>
      <Text fw={600}>{counted(sessions.length, 'session')} during the time off</Text>
      {open.length > 1 && (
        <NativeSelect
          label={`All ${open.length} sessions`}
          data={all === undefined ? [{ value: 'each', label: 'Each as chosen below' }, ...ALL] : ALL}
          value={all ?? 'each'}
          onChange={({ currentTarget: { value } }) => choose(new Map(open.map(({ id }) => [id, value])))}
        />
      )}
      {open.map((session) => (
        <NativeSelect
          key={session.id}
          label={during.labelOf(session)}
          data={optionsOf(session)}
          value={chosen.get(session.id) ?? LEAVE}
          onChange={({ currentTarget: { value } }) => choose(new Map([[session.id, value]]))}
        />
      ))}
      {staying > 0 && (
        <Text size="sm" c="dimmed">
          {counted(staying, 'session')} {staying === 1 ? 'stays' : 'stay'}: over, or on a day that is approved or
          locked.
        </Text>
      )}
    </Stack>
  )
}
