/** Starts everything that lives as long as the page: HTTP client, session and connection. */
import { type Actor, createActor } from 'xstate'
import { connectionMachine } from '#machines/session/connection.machine.ts'
import { identityCheckMachine } from '#machines/session/identity-check.machine.ts'
import { sessionMachine } from '#machines/session/session.machine.ts'
import { signInMachine } from '#machines/session/sign-in.machine.ts'
import type { SignedOutMachines } from '#screens/provided.tsx'
import { dropDraftsOf } from '#services/drafts/stored-drafts.ts'
import { createLazyClient } from '#services/lazy-client.ts'
import type { Services } from '#services/services.ts'
import { type ChangeLog, createChangeLog } from '#services/session/change-log.ts'
import { connectionActors } from '#services/session/connection-actors.ts'
import { identityCheckActors, identityCheckPort } from '#services/session/identity-check.ts'
import { keepSession } from '#services/session/keep-session.ts'
import { createOwnChanges, type OwnChanges } from '#services/session/own-changes.ts'
import { watchPageUse } from '#services/session/page-use.ts'
import { sessionActors, signInActors } from '#services/session/session-actors.ts'
import { sessionPort } from '#services/session/session-port.ts'
import { createSessionUse, type SessionUse } from '#services/session/session-use.ts'
import { hasPasskeys } from '#ui/has-passkeys.ts'
import { randomId } from '#workflows/recording/random-id.ts'

/** Signed-in pages have more (page-api.ts). */
export interface AppServices extends Omit<Services, 'rememberPages'> {
  readonly session: Actor<typeof sessionMachine>
  readonly connection: Actor<typeof connectionMachine>
  readonly identityCheck: Actor<typeof identityCheckMachine>
  readonly sessionUse: SessionUse
  readonly ownChanges: OwnChanges
  readonly changeLog: ChangeLog
  readonly signedOutMachines: SignedOutMachines
}

/** @param base the API's origin; empty for the page's own */
export const compose = (base: string): AppServices => {
  const ownChanges = createOwnChanges()
  const changeLog = createChangeLog({
    isOnline: () => connection.getSnapshot().matches({ online: 'fresh' }),
    now: Date.now,
  })
  const sessionUse = createSessionUse(() => window.localStorage)
  const client = createLazyClient({
    base,
    session: sessionPort(() => session),
    proveIdentity: identityCheckPort(() => identityCheck),
    // biome-ignore lint/suspicious/noConsole: the spec sends network failures to the console (spec 1, section 8).
    log: (what, error) => console.warn(what, error, error.cause),
    onUse: sessionUse.note,
    isInUse: watchPageUse(),
    onChange: (change) => {
      ownChanges.note(change)
      changeLog.noteAny()
    },
    onAnswer: (reached, startedAt) =>
      connection.send(reached ? { type: 'server.reach', startedAt } : { type: 'server.miss', at: performance.now() }),
  })
  const session: Actor<typeof sessionMachine> = createActor(
    sessionMachine.provide({ actors: { ...sessionActors(client), keepSession } }),
  )
  const connection: Actor<typeof connectionMachine> = createActor(
    connectionMachine.provide({ actors: connectionActors(client) }),
  )
  const identityCheck: Actor<typeof identityCheckMachine> = createActor(
    identityCheckMachine.provide({ actors: identityCheckActors(client, hasPasskeys) }),
  )
  session.subscribe((snapshot) => {
    if (!snapshot.matches('signedIn')) {
      identityCheck.send({ type: 'session.end' })
      changeLog.noteAny()
    }
    if (snapshot.matches('signingOut') && snapshot.context.session) {
      dropDraftsOf(() => window.localStorage, snapshot.context.session.userId)
    }
  })
  connection.start()
  identityCheck.start()
  session.start()
  return {
    client,
    session,
    connection,
    identityCheck,
    sessionUse,
    ownChanges,
    changeLog,
    tab: randomId(),
    signedOutMachines: {
      signIn: signInMachine.provide({
        actors: signInActors(client, {
          open: (granted) => session.send({ type: 'session.open', session: granted }),
          leave: (address) => window.location.assign(address),
        }),
      }),
    },
  }
}
