/** The actors of the identity check, and how the HTTP client asks for one. */
import { type ActorRefFrom, fromPromise, waitFor } from 'xstate'
import type { ApiClient } from '#contract/api-client.ts'
import type { PasskeyAssertion } from '#contract/second-factor.ts'
import type { identityCheckMachine } from '#machines/session/identity-check.machine.ts'
import {
  type ConfirmInput,
  identityProofMachine,
  type ProofMethod,
  type ProofRequest,
} from '#machines/session/identity-proof.machine.ts'

const proofCalls = () => import('./proof-calls.ts')

/** @param hasPasskeys whether the browser can use them here */
export const identityCheckActors = (client: ApiClient, hasPasskeys: () => boolean) => ({
  readMethods: fromPromise<readonly ProofMethod[], void>(async ({ signal }) => {
    const { readMethods } = await proofCalls()
    const has = await readMethods(client, signal)
    const methods: readonly (readonly [ProofMethod, boolean])[] = [
      ['passkey', has.passkeys.length > 0 && hasPasskeys()],
      ['code', has.authenticatorApp !== null],
      ['password', has.hasPassword],
      ['recovery', has.recoveryCodesLeft > 0],
    ]
    return methods.flatMap(([method, isThere]) => (isThere ? [method] : []))
  }),
  identityProof: identityProofMachine.provide({
    actors: {
      askAuthenticator: fromPromise<PasskeyAssertion, Pick<ProofRequest, 'ticket'>>(async ({ input, signal }) => {
        const { askAuthenticator } = await proofCalls()
        return await askAuthenticator(client, input, signal)
      }),
      confirm: fromPromise<void, ConfirmInput>(async ({ input, signal }) => {
        const { confirmSignedIn } = await proofCalls()
        await confirmSignedIn(client, input, signal)
      }),
    },
  }),
})

/**
 * Has the user prove who they are; several callers share one dialog, which closes when none waits any more.
 *
 * @param actor the running machine; a function because machine and client need each other
 * @returns whether the user did
 */
export const identityCheckPort = (actor: () => ActorRefFrom<typeof identityCheckMachine>) => {
  let waiting = 0
  return async (signal: AbortSignal | undefined): Promise<boolean> => {
    const check = actor()
    const leave = () => {
      waiting -= 1
      if (waiting === 0) check.send({ type: 'check.cancel' })
    }
    waiting += 1
    signal?.addEventListener('abort', leave, { once: true })
    check.send({ type: 'proof.require' })
    const settled = await waitFor(check, (snapshot) => snapshot.matches('closed'))
    signal?.removeEventListener('abort', leave)
    if (signal?.aborted !== true) waiting -= 1
    return settled.context.isProven
  }
}
