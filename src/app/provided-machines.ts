/** Which service fulfils which machine's actors. Loaded with the shell, after sign-in. */
import type { ActorRefFrom } from 'xstate'
import { confirmAction } from '#machines/common/confirm-action.machine.ts'
import { caseloadAreaMachine } from '#machines/schedule/caseload-area.machine.ts'
import { sessionChoicesMachine } from '#machines/schedule/session-choices.machine.ts'
import { sessionFormMachine } from '#machines/schedule/session-form.machine.ts'
import type { sessionMachine } from '#machines/session/session.machine.ts'
import type { ProvidedMachines } from '#screens/provided.tsx'
import type { HttpClient } from '#services/http-client.ts'
import { caseloadAreaActors, saveSessionActors, sessionChoicesActors } from '#services/schedule/session-form-actors.ts'

/** What the machines' actors are made of. */
export interface Providers {
  readonly client: HttpClient
  readonly session: ActorRefFrom<typeof sessionMachine>
}

/** One line per machine, `calendar: calendarMachine.provide({ actors: calendarActors(client) })`. */
export const provideMachines = ({ client, session }: Providers): ProvidedMachines => ({
  logout: confirmAction(async () => session.send({ type: 'session.close' })),
  sessionForm: sessionFormMachine.provide({
    actors: {
      choices: sessionChoicesMachine.provide({ actors: sessionChoicesActors(client) }),
      caseloadArea: caseloadAreaMachine.provide({ actors: caseloadAreaActors(client) }),
      ...saveSessionActors(client),
    },
  }),
})
