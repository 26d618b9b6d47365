import { fromCallback, fromPromise } from 'xstate'
import type { ApiClient } from '#contract/api-client.ts'
import { ApiError } from '#contract/failures.ts'
import type { ConnectionEvent } from '#machines/session/connection.machine.ts'

export const connectionActors = (client: ApiClient) => ({
  watchNetwork: fromCallback(({ sendBack }) => {
    const reach = () => sendBack({ type: 'server.reach', startedAt: performance.now() } satisfies ConnectionEvent)
    const miss = () => sendBack({ type: 'server.miss', at: performance.now() } satisfies ConnectionEvent)
    window.addEventListener('online', reach)
    window.addEventListener('offline', miss)
    return () => {
      window.removeEventListener('online', reach)
      window.removeEventListener('offline', miss)
    }
  }),
  probeServer: fromPromise<void, void>(async ({ signal }) => {
    try {
      const { askServer } = await import('./session-calls.ts')
      await askServer(client, signal)
    } catch (error) {
      // Any response means that the server is reachable.
      if (!(error instanceof ApiError)) throw error
    }
  }),
})
