/** The session machine's actors. */
import { fromPromise } from 'xstate'
import { getRoleAccess, type UserAccess } from '#contract/acl.ts'
import type { ApiClient } from '#contract/api-client.ts'
import type { DataOf } from '#contract/endpoint.ts'
import { isStatus } from '#contract/failures.ts'
import {
  beginProviderSignIn,
  finishProviderSignIn,
  logout,
  type SecondFactor,
  type Session,
  signIn,
} from '#contract/login.ts'
import type { PasskeyAssertion } from '#contract/second-factor.ts'
import { refreshToken } from '#contract/user.ts'
import type { SignInForm } from '#domain/sign-in-form.ts'
import { type ConfirmInput, identityProofMachine, type ProofRequest } from '#machines/session/identity-proof.machine.ts'
import type { RefreshInput } from '#machines/session/session.machine.ts'
import type { SignInChoice } from '#machines/session/sign-in.machine.ts'

/** The only call with a header in addition to `token` (spec 1, section 7). */
const renew = (
  client: ApiClient,
  { session: { userId, userEmail, accessToken }, isUnattended }: RefreshInput,
  signal: AbortSignal,
) =>
  client.call(
    refreshToken,
    { body: { userid: userId, email: userEmail } },
    { token: accessToken, headers: { userid: String(userId) }, isUnattended, signal },
  )

export const sessionActors = (client: ApiClient) => ({
  refreshToken: fromPromise<DataOf<typeof refreshToken>, RefreshInput>(({ input, signal }) =>
    renew(client, input, signal),
  ),
  fetchAccess: fromPromise<UserAccess, Session>(({ input, signal }) =>
    client.call(getRoleAccess, { body: { id: input.role[0]?.id ?? 0 } }, { signal }),
  ),
  signOut: fromPromise<void, Session>(async ({ input, signal }) => {
    try {
      await client.call(logout, {}, { token: input.accessToken, signal })
    } catch (error) {
      if (!isStatus(error, 401)) throw error
      // The token has expired, but its session may still be active and has to end.
      const { accessToken } = await renew(client, { session: input, isUnattended: false }, signal)
      await client.call(logout, {}, { token: accessToken, signal })
    }
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
    signIn: fromPromise<SecondFactor | null, SignInForm>(async ({ input, signal }) =>
      openIfDone(await client.call(signIn, { body: input }, { signal })),
    ),
    signInWithPasskey: fromPromise<void, SignInChoice>(async ({ input, signal }) => {
      const { openWithPasskey } = await proofCalls()
      open(await openWithPasskey(client, input, signal))
    }),
    beginProviderSignIn: fromPromise<void, SignInChoice>(async ({ input, signal }) => {
      const body = { rememberme: input.isRememberMe }
      leave((await client.call(beginProviderSignIn, { body }, { signal })).address)
    }),
    finishProviderSignIn: fromPromise<SecondFactor | null, void>(async ({ signal }) =>
      openIfDone(await client.call(finishProviderSignIn, {}, { signal })),
    ),
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
