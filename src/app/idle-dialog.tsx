import { Button, Group, Text } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import { formatTime, localOf } from '#domain/time.ts'
import { IDLE_WARNING, type IdleSnapshot, idleMachine } from '#machines/session/idle.machine.ts'
import { useSession } from '#screens/provided.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { idleActors } from '#services/session/idle-actors.ts'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { SteadyButton } from '#ui/steady-button/steady-button.tsx'
import type { AppServices } from './compose.ts'

const selectIsEnding = (snapshot: IdleSnapshot) => snapshot.matches('ending')
const selectIsBusy = (snapshot: IdleSnapshot) => snapshot.hasTag('busy')
const selectHasFailed = (snapshot: IdleSnapshot) => snapshot.hasTag('failed')

interface DialogProps {
  readonly isBusy: boolean
  readonly hasFailed: boolean
  readonly onStay: () => void
  readonly onSignOut: () => void
}

const Warning = ({ isBusy, hasFailed, onStay, onSignOut }: DialogProps) => {
  const { timeZone } = useSession()
  const end = useMemo(() => formatTime(localOf(Date.now() + IDLE_WARNING, timeZone).time), [timeZone])
  return (
    <Dialog
      opened
      onClose={onStay}
      title="You are about to be signed out"
      size="sm"
      closeOnClickOutside={false}
      zIndex={1000}
      description={
        <>
          <Text>
            Nothing happened for a while, so your session ends at {end}. Stay signed in to continue where you are.
          </Text>
          {hasFailed && (
            <Text c="var(--mantine-color-error)" mt="xs">
              The server could not be reached. Please try again.
            </Text>
          )}
        </>
      }
    >
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" disabled={isBusy} onClick={onSignOut}>
          Sign out
        </Button>
        <SteadyButton data-autofocus isBusy={isBusy} onClick={onStay}>
          Stay signed in
        </SteadyButton>
      </Group>
    </Dialog>
  )
}

interface Props {
  readonly app: AppServices
  /** How long the session lasts without a call, in milliseconds. */
  readonly limit: number
}

/** Warns two minutes before an idle session ends. */
export const IdleDialog = ({ app: { client, session, sessionUse }, limit }: Props) => {
  const machine = useMemo(
    () =>
      idleMachine.provide({
        actors: idleActors(client, sessionUse, () => session.getSnapshot().context.session?.role[0]?.id ?? 0),
      }),
    [client, session, sessionUse],
  )
  const idle = useActorRef(machine, { input: { limit } })
  useEffect(() => {
    const { unsubscribe } = idle.on('session.over', () => session.send({ type: 'session.refuse' }))
    return unsubscribe
  }, [idle, session])
  const isEnding = useSelector(idle, selectIsEnding)
  const isBusy = useSelector(idle, selectIsBusy)
  const hasFailed = useSelector(idle, selectHasFailed)
  if (!isEnding) return null
  return (
    <Warning
      isBusy={isBusy}
      hasFailed={hasFailed}
      onStay={() => idle.send({ type: 'session.stay' })}
      onSignOut={() => session.send({ type: 'session.close' })}
    />
  )
}
