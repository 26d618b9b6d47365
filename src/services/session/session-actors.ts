/** The session machine's actors. */
import { fromPromise } from 'xstate'
import type { UserAccess } from '#contract/acl.ts'
import type { ApiClient } from '#contract/api-client.ts'
import type { DataOf } from '#contract/endpoint.ts'
import type { SecondFactor, Session } from '#contract/login.ts'
import type { PasskeyAssertion } from '#contract/second-factor.ts'
import type { refreshToken } from '#contract/user.ts'
import type { SignInForm } from '#domain/sign-in-form.ts'
import { type ConfirmInput, identityProofMachine, type ProofRequest } from '#machines/session/identity-proof.machine.ts'
import type { RefreshInput } from '#machines/session/session.machine.ts'
import type { SignInChoice } from '#machines/session/sign-in.machine.ts'

const sessionCalls = () => import('./session-calls.ts')

export const sessionActors = (client: ApiClient) => ({
  refreshToken: fromPromise<DataOf<typeof refreshToken>, RefreshInput>(async ({ input, signal }) => {
    const { renewToken } = await sessionCalls()
    return await renewToken(client, input, signal)
  }),
  fetchAccess: fromPromise<UserAccess, Session>(async ({ input, signal }) => {
    const { readAccess } = await sessionCalls()
    return await readAccess(client, input, signal)
  }),
  signOut: fromPromise<void, Session>(async ({ input, signal }) => {
    const { endSession } = await sessionCalls()
    await endSession(client, input, signal)
  }),
})

const proofCalls = () => import('./proof-calls.ts')

interface SignInPage {
  /** Called with the new session. */
  readonly open: (session: Session) => void
  /** Makes the browser open another site's page. */
  readonly leave: (address: string) => void
}

export const signInActors = (client: ApiClient, { open, leave }: SignInPage) => {
  /** @returns what else is needed */
  const openIfDone = (reply: Session | SecondFactor): SecondFactor | null => {
    if ('ticket' in reply) return reply
    open(reply)
    return null
  }
  return {
    signIn: fromPromise<SecondFactor | null, SignInForm>(async ({ input, signal }) => {
      const { openSession } = await sessionCalls()
      return openIfDone(await openSession(client, input, signal))
    }),
    signInWithPasskey: fromPromise<void, SignInChoice>(async ({ input, signal }) => {
      const { openWithPasskey } = await proofCalls()
      open(await openWithPasskey(client, input, signal))
    }),
    beginIdentityProviderSignIn: fromPromise<void, SignInChoice>(async ({ input, signal }) => {
      const { beginAtIdentityProvider } = await sessionCalls()
      leave(await beginAtIdentityProvider(client, input, signal))
    }),
    finishIdentityProviderSignIn: fromPromise<SecondFactor | null, void>(async ({ signal }) => {
      const { finishAtIdentityProvider } = await sessionCalls()
      return openIfDone(await finishAtIdentityProvider(client, signal))
    }),
    secondFactor: identityProofMachine.provide({
      actors: {
        askAuthenticator: fromPromise<PasskeyAssertion, Pick<ProofRequest, 'ticket'>>(async ({ input, signal }) => {
          const { askAuthenticator } = await proofCalls()
          return await askAuthenticator(client, input, signal)
        }),
        confirm: fromPromise<void, ConfirmInput>(async ({ input, signal }) => {
          const { confirmTicket } = await proofCalls()
          open(await confirmTicket(client, input, signal))
        }),
      },
    }),
  }
}
