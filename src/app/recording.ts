/** Records the machines from sign-in on; the sign-in page loads none of this. */
import type { SnapshotFrom } from 'xstate'
import { type sessionMachine, userOf } from '#machines/session/session.machine.ts'
import { shownPath } from '#workflows/recording/mask.ts'
import { createRecorder, type Recorder } from '#workflows/recording/recorder.ts'
import { WATCH_ID } from '#workflows/recording/watch-id.ts'
import type { AppServices } from './compose.ts'

/** Who may watch the machines. */
const watcherOf = (snapshot: SnapshotFrom<typeof sessionMachine>): number | undefined => {
  const { session } = snapshot.context
  return snapshot.matches('signedIn') && session && userOf(session).isAdministrator ? session.userId : undefined
}

const recorders = new WeakMap<AppServices, Recorder>()

/** The page's recorder, created at the first sign-in. */
export const recorderOf = (app: AppServices): Recorder => {
  const known = recorders.get(app)
  if (known) return known
  const recorder = createRecorder({
    now: () => Date.now(),
    page: () => shownPath(window.location.pathname),
    except: [WATCH_ID],
  })
  recorders.set(app, recorder)
  recorder.attach(app.session)
  recorder.attach(app.connection)
  recorder.attach(app.identityCheck)
  recorder.follow(watcherOf(app.session.getSnapshot()))
  app.session.subscribe((snapshot) => recorder.follow(watcherOf(snapshot)))
  return recorder
}
