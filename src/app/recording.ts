/** Records the machines from sign-in on; the sign-in page loads none of this. */
import type { SnapshotFrom } from 'xstate'
import { type sessionMachine, userOf } from '#machines/session/session.machine.ts'
import { WATCH_ID } from '#machines/workflows/watch-id.ts'
import { shownPath } from '#services/workflows/mask.ts'
import { createRecorder, type Recorder } from '#services/workflows/recorder.ts'
import type { House } from './compose.ts'

/** Who may watch the machines. */
const watcherOf = (snapshot: SnapshotFrom<typeof sessionMachine>): number | undefined => {
  const { session } = snapshot.context
  return snapshot.matches('signedIn') && session && userOf(session).isAdministrator ? session.userId : undefined
}

const recorders = new WeakMap<House, Recorder>()

/** The page's recorder, created at the first sign-in. */
export const recorderOf = (house: House): Recorder => {
  const known = recorders.get(house)
  if (known) return known
  const recorder = createRecorder({
    now: () => Date.now(),
    page: () => shownPath(window.location.pathname),
    except: [WATCH_ID],
  })
  recorders.set(house, recorder)
  recorder.attach(house.session)
  recorder.attach(house.connection)
  recorder.attach(house.identityCheck)
  recorder.follow(watcherOf(house.session.getSnapshot()))
  house.session.subscribe((snapshot) => recorder.follow(watcherOf(snapshot)))
  return recorder
}
