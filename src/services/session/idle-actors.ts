import { fromCallback, fromPromise } from 'xstate'
import { getRoleAccess } from '#contract/acl.ts'
import type { ApiClient } from '#contract/api-client.ts'
import type { IdleEvent } from '#machines/session/idle.machine.ts'
import type { SessionUse } from './session-use.ts'

/** @param roleId the user's role */
export const idleActors = (client: ApiClient, use: SessionUse, roleId: () => number) => ({
  watchUse: fromCallback(({ sendBack }) => {
    const tell = () => sendBack({ type: 'session.use', ago: use.ago() } satisfies IdleEvent)
    // Timers pause while the computer sleeps.
    const onVisible = () => {
      if (document.visibilityState === 'visible') tell()
    }
    const stop = use.listen(tell)
    document.addEventListener('visibilitychange', onVisible)
    tell()
    return () => {
      stop()
      document.removeEventListener('visibilitychange', onVisible)
    }
  }),
  staySignedIn: fromPromise<void, void>(async ({ signal }) => {
    await client.call(getRoleAccess, { body: { id: roleId() } }, { signal })
  }),
})
