/** The session machine's actors. */
import { fromPromise } from 'xstate'
import { getRoleAccess, type UserAccess } from '#contract/acl.ts'
import type { ApiClient } from '#contract/api-client.ts'
import { isStatus } from '#contract/failures.ts'
import { beginProviderSignIn, finishProviderSignIn, logout, type Session, signIn } from '#contract/login.ts'
import { refreshToken } from '#contract/user.ts'
import type { SignInForm } from '#domain/sign-in-form.ts'
import type { ProviderChoice } from '#machines/session/sign-in.machine.ts'

/** The only call with a header in addition to `token` (spec 1, section 7). */
const renew = (client: ApiClient, { userId, userEmail, accessToken }: Session, signal: AbortSignal) =>
  client.call(
    refreshToken,
    { body: { userid: userId, email: userEmail } },
    { token: accessToken, headers: { userid: String(userId) }, signal },
  )

export const sessionActors = (client: ApiClient) => ({
  refreshToken: fromPromise<{ accessToken: string }, Session>(({ input, signal }) => renew(client, input, signal)),
  fetchAccess: fromPromise<UserAccess, Session>(({ input, signal }) =>
    client.call(getRoleAccess, { body: { id: input.role[0]?.id ?? 0 } }, { signal }),
  ),
  signOut: fromPromise<void, Session>(async ({ input, signal }) => {
    try {
      await client.call(logout, {}, { token: input.accessToken, signal })
    } catch (error) {
      if (!isStatus(error, 401)) throw error
      // The token has expired, but its session may still be active and has to end.
      const { accessToken } = await renew(client, input, signal)
      await client.call(logout, {}, { token: accessToken, signal })
    }
  }),
})

/**
 * @param page.open called with the new session
 * @param page.leave makes the browser open another site's page
 */
export const signInActors = (
  client: ApiClient,
  page: { readonly open: (session: Session) => void; readonly leave: (address: string) => void },
) => ({
  signIn: fromPromise<void, SignInForm>(async ({ input, signal }) =>
    page.open(await client.call(signIn, { body: input }, { signal })),
  ),
  beginProviderSignIn: fromPromise<void, ProviderChoice>(async ({ input, signal }) => {
    const { address } = await client.call(beginProviderSignIn, { body: input }, { signal })
    page.leave(address)
  }),
  finishProviderSignIn: fromPromise<void, void>(async ({ signal }) =>
    page.open(await client.call(finishProviderSignIn, {}, { signal })),
  ),
})
