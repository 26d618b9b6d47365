/** The session machine's actors over the API. */
import { fromPromise } from 'xstate'
import { getRoleAccess, type UserAccess } from '#contract/acl.ts'
import type { ApiClient } from '#contract/api-client.ts'
import { isStatus } from '#contract/failures.ts'
import { logout, type Session, signIn } from '#contract/login.ts'
import { refreshToken } from '#contract/user.ts'
import type { SignInForm } from '#domain/sign-in-form.ts'

/** The one call with a header besides `token` (spec 1, section 7). */
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
      // The token had run out: the session behind it may still live, and is to end.
      const { accessToken } = await renew(client, input, signal)
      await client.call(logout, {}, { token: accessToken, signal })
    }
  }),
})

/** @param open takes the session that the server granted */
export const signInActors = (client: ApiClient, open: (session: Session) => void) => ({
  signIn: fromPromise<void, SignInForm>(async ({ input, signal }) =>
    open(await client.call(signIn, { body: input }, { signal })),
  ),
})
