import type { ActorRefFrom } from 'xstate'
import type { ApiClient } from '#contract/api-client.ts'
import type { sessionMachine } from '#machines/session/session.machine.ts'

/** What the actors of workflows are made of. */
export interface Services {
  readonly client: ApiClient
  readonly session: ActorRefFrom<typeof sessionMachine>
  /** The id by which other tabs of the browser know this one. */
  readonly tab: string
}
