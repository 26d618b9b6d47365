/** Which service fulfils which machine's actors. Loaded with the shell, after sign-in. */
import type { ActorRefFrom } from 'xstate'
import { confirmAction } from '#machines/common/confirm-action.machine.ts'
import type { sessionMachine } from '#machines/session/session.machine.ts'
import type { ProvidedMachines } from '#screens/provided.tsx'
import type { HttpClient } from '#services/http-client.ts'

/** What the machines' actors are made of. */
export interface Providers {
  readonly client: HttpClient
  readonly session: ActorRefFrom<typeof sessionMachine>
}

/** One line per machine, `calendar: calendarMachine.provide({ actors: calendarActors(client) })`. */
export const provideMachines = ({ session }: Providers): ProvidedMachines => ({
  logout: confirmAction(async () => session.send({ type: 'session.close' })),
})
