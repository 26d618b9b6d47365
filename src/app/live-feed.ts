/** Runs the workflow that hears of others' changes, and passes them to the screens. */
import { useEffect, useMemo } from 'react'
import { isHearing, type LiveEmitted, liveMachine } from '#machines/session/live.machine.ts'
import type { LiveListener, LiveNewsFeed } from '#screens/provided.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { liveActors } from '#services/session/live-actors.ts'
import type { AppServices } from './compose.ts'

interface LiveFeed {
  readonly feed: LiveNewsFeed
  readonly tell: (emitted: LiveEmitted) => void
}

/** The screens' side. It exists before anyone follows, so that starting to follow leaves what is open as it is. */
export const useLiveFeed = ({ ownChanges, changeLog }: AppServices): LiveFeed =>
  useMemo(() => {
    const listeners = new Set<LiveListener>()
    return {
      feed: {
        listen: (listener) => {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
        isOwn: ownChanges.has,
      },
      tell: (emitted) => {
        if (emitted.type === 'live.changed') changeLog.note(emitted.changes.filter((change) => !ownChanges.has(change)))
        if (emitted.type === 'live.reset' || emitted.type === 'live.resumed') changeLog.noteAny()
        // Said at each heartbeat, by the tab that leads to all others.
        if (emitted.type === 'live.fresh') changeLog.hear()
        if (emitted.type === 'live.stale') changeLog.lose()
        for (const { onChanges, onReset, onResume } of listeners) {
          if (emitted.type === 'live.changed') onChanges(emitted.changes)
          if (emitted.type === 'live.reset') onReset()
          if (emitted.type === 'live.resumed') onResume()
        }
      },
    }
  }, [ownChanges, changeLog])

interface FollowProps extends Pick<LiveFeed, 'tell'> {
  readonly app: AppServices
  readonly userId: number
}

export const FollowChanges = ({ app: { client, connection, changeLog }, userId, tell }: FollowProps) => {
  const machine = useMemo(() => liveMachine.provide({ actors: liveActors(client, userId) }), [client, userId])
  const live = useActorRef(machine, { input: { random: Math.random } })
  useEffect(() => {
    let wasOffline = false
    const listeners = [
      connection.subscribe((snapshot) => {
        const isOffline = snapshot.matches('offline')
        if (wasOffline && !isOffline) live.send({ type: 'network.return' })
        wasOffline = isOffline
      }),
      live.on('*', tell),
      live.subscribe((snapshot) => {
        if (!isHearing(snapshot)) changeLog.lose()
      }),
      live.on('live.stale', () => connection.send({ type: 'changes.delay' })),
      live.on('live.fresh', () => connection.send({ type: 'changes.flow' })),
    ]
    return () => {
      for (const { unsubscribe } of listeners) unsubscribe()
      connection.send({ type: 'changes.flow' })
      changeLog.lose()
    }
  }, [live, connection, changeLog, tell])
  return null
}
