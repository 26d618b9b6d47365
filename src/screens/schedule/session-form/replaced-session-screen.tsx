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

/** Says what happened to the clicked session, and what saving does. */
const explanationOf = (session: StoredSession | undefined): string => {
  if (session === undefined) return 'This session is no longer on the schedule. You can add a new one here.'
  const date = formatDate(session.fromDate)
  return session.isDeleted
    ? `The session on ${date} has been deleted. Its details are filled in below; Save adds it again.`
    : `The session on ${date} is on the schedule. Its details are filled in below; Save adds another one like it.`
}

/** Starts the new session as a copy of the old occurrence, without the series. */
const placeOf = (session: StoredSession): NewSessionPlace => {
  const template = asSingleSession(fromWire(session))
  return { date: template.date, startTime: template.startTime, endTime: template.endTime, template }
}

/**
 * The form that replaces a session without an original record (spec 2, sections 2.1 and 2.4), because it was deleted
 * while a calendar still showed it. Known details are filled in.
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
  const { leave, leaveSaved } = useLeave()
  // Without a message from the server, the request itself failed and can be retried.
  const isUnknown = session === undefined && message === undefined
  return (
    <Container size={780} px={0}>
      <Title order={1} mb="md">
        Add Event
      </Title>
      {isBusy ? (
        <FormOutline />
      ) : isUnknown ? (
        <Alert color="red" variant="light" title="The session could not be loaded.">
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
            onSaved={leaveSaved}
            onClosed={() => leave()}
          />
        </Stack>
      )}
    </Container>
  )
}
