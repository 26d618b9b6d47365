import { Alert, Button, Container, Group, Stack, Title } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import { useParams, useSearch } from 'wouter'
import { fromWire } from '#contract/schedule-event-payload.ts'
import type { StoredSession } from '#contract/session-form.ts'
import { asSingleSession } from '#domain/session-form.ts'
import { formatDate, localOf } from '#domain/time.ts'
import { type StoredSessionSnapshot, storedSessionMachine } from '#machines/schedule/stored-session.machine.ts'
import { idOfAddress } from '#screens/id-of-address.ts'
import { useProvided, useSession } from '#screens/provided.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { FormOutline } from '#ui/form-outline/form-outline.tsx'
import { NewSessionForm } from './new-session-form.tsx'
import { placeOfAddress } from './place-of-address.ts'
import { useLeave } from './use-leave.ts'
import type { NewSessionPlace } from './use-new-session.ts'

const selectSession = ({ context }: StoredSessionSnapshot) => context.session
const selectMessage = ({ context }: StoredSessionSnapshot) => context.message
const selectIsBusy = (snapshot: StoredSessionSnapshot) => snapshot.hasTag('busy')

/** What became of the session that was clicked, and what saving does. */
const explanationOf = (session: StoredSession | undefined): string => {
  if (session === undefined) return 'This session is not on the schedule any more. A new one can be added here.'
  const date = formatDate(session.fromDate)
  return session.isDeleted
    ? `The session of ${date} was deleted meanwhile. It is filled in below as it was: Save adds it anew.`
    : `The session of ${date} is on the schedule. It is filled in below: Save adds another one like it.`
}

/** Where and as what the new session starts: the old occurrence, by itself. */
const placeOf = (session: StoredSession): NewSessionPlace => {
  const template = asSingleSession(fromWire(session))
  return { date: template.date, startTime: template.startTime, endTime: template.endTime, template }
}

/**
 * The form that creates a session in place of one without an original record (spec 2, sections 2.1 and 2.4): it was
 * deleted while a calendar still showed it. What is known of it is filled in.
 */
export const ReplacedSessionScreen = () => {
  const { timeZone } = useSession()
  const { id } = useParams()
  const search = useSearch()
  const [address] = useState(() => placeOfAddress(search, localOf(Date.now(), timeZone).date))
  const stored = useActorRef(useProvided(storedSessionMachine), {
    input: { scope: 'occurrence', id: idOfAddress(id), isEdit: false, withDeleted: true },
  })
  const session = useSelector(stored, selectSession)
  const message = useSelector(stored, selectMessage)
  const isBusy = useSelector(stored, selectIsBusy)
  const leave = useLeave()
  // Without the server's word on it nothing was found out: it can be asked again.
  const isUnknown = session === undefined && message === undefined
  return (
    <Container size={780} px={0}>
      <Title order={1} mb="md">
        Add Event
      </Title>
      {isBusy ? (
        <FormOutline />
      ) : isUnknown ? (
        <Alert color="red" variant="light" title="The session could not be read.">
          <Group gap="xs" mt="xs">
            <Button size="xs" variant="default" onClick={() => stored.send({ type: 'load.retry' })}>
              Try again
            </Button>
            <Button size="xs" variant="default" onClick={() => leave()}>
              Back to the schedule
            </Button>
          </Group>
        </Alert>
      ) : (
        <Stack gap="md">
          <Alert color="yellow" variant="light">
            {explanationOf(session)}
          </Alert>
          <NewSessionForm
            place={session ? placeOf(session) : address}
            noun="Event"
            onSaved={() => leave()}
            onClosed={() => leave()}
          />
        </Stack>
      )}
    </Container>
  )
}
