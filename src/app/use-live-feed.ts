/** Runs the workflow that hears of others' changes, and passes them to the screens. */
import { useEffect, useMemo } from 'react'
import { type LiveEmitted, liveMachine } from '#machines/session/live.machine.ts'
import type { LiveNewsFeed } from '#screens/provided.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { liveActors } from '#services/session/live-actors.ts'
import type { House } from './compose.ts'

export const useLiveFeed = ({ client, connection, ownChanges }: House, userId: number): LiveNewsFeed => {
  const machine = useMemo(() => liveMachine.provide({ actors: liveActors(client, userId) }), [client, userId])
  const live = useActorRef(machine, { input: { random: Math.random } })
  useEffect(() => {
    const listeners = [
      live.on('live.stale', () => connection.send({ type: 'changes.delay' })),
      live.on('live.fresh', () => connection.send({ type: 'changes.flow' })),
    ]
    return () => {
      for (const { unsubscribe } of listeners) unsubscribe()
      connection.send({ type: 'changes.flow' })
    }
  }, [live, connection])
  return useMemo(
    () => ({
      listen: ({ onChanges, onReset }) => {
        const { unsubscribe } = live.on('*', (emitted: LiveEmitted) => {
          if (emitted.type === 'live.changed') onChanges(emitted.changes)
          if (emitted.type === 'live.reset') onReset()
        })
        return unsubscribe
      },
      isOwn: ownChanges.has,
    }),
    [live, ownChanges],
  )
}
