import { type ActorRefFrom, waitFor } from 'xstate'
import type { sessionMachine } from '#machines/session/session.machine.ts'
import type { SessionPort } from '../http-client.ts'

/**
 * Adapts the session machine for the HTTP client. The machine deduplicates refreshes: callers during a refresh wait for
 * the same one.
 *
 * @param actor the running machine; a function because machine and client need each other
 */
export const sessionPort = (actor: () => ActorRefFrom<typeof sessionMachine>): SessionPort => ({
  token: () => actor().getSnapshot().context.session?.accessToken,
  userId: () => actor().getSnapshot().context.session?.userId,
  providerId: () => actor().getSnapshot().context.session?.providerId ?? undefined,
  renew: async (rejected, isUnattended) => {
    actor().send({ type: 'token.reject', token: rejected, isUnattended })
    const settled = await waitFor(actor(), (snapshot) => !snapshot.matches({ signedIn: { token: 'refreshing' } }))
    const token = settled.context.session?.accessToken
    if (!settled.matches('signedIn') || token === undefined) return { kind: 'ended' }
    return token === rejected ? { kind: 'unreachable' } : { kind: 'renewed', token }
  },
  refuse: () => actor().send({ type: 'session.refuse' }),
  noteAccess: (version) => actor().send({ type: 'access.change', version }),
  requireFactor: () => actor().send({ type: 'factor.require' }),
  accessSettled: async () => {
    await waitFor(actor(), (snapshot) => !snapshot.matches({ signedIn: { access: 'updating' } }))
  },
})
