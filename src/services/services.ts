import type { ActorRefFrom } from 'xstate'
import type { ApiClient } from '#contract/api-client.ts'
import type { RememberPages } from '#machines/common/page-memory.ts'
import type { sessionMachine } from '#machines/session/session.machine.ts'

/** Dependencies of the workflows' actors. */
export interface Services {
  readonly client: ApiClient
  readonly session: ActorRefFrom<typeof sessionMachine>
  readonly rememberPages: RememberPages
  /** Identifies this tab to the browser's other tabs. */
  readonly tab: string
}
