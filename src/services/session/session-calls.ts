/** The calls of the session and of the sign-in page, with their schemas: they load with the first of them. */
import { getRoleAccess, type UserAccess } from '#contract/acl.ts'
import type { ApiClient } from '#contract/api-client.ts'
import type { DataOf } from '#contract/endpoint.ts'
import { isStatus } from '#contract/failures.ts'
import {
  beginIdentityProviderSignIn,
  finishIdentityProviderSignIn,
  logout,
  type SecondFactor,
  type Session,
  signIn,
} from '#contract/login.ts'
import { getHealth } from '#contract/system.ts'
import { refreshToken } from '#contract/user.ts'
import { requireValue } from '#domain/require-value.ts'
import type { SignInForm } from '#domain/sign-in-form.ts'
import type { RefreshInput } from '#machines/session/session.machine.ts'
import type { SignInChoice } from '#machines/session/sign-in.machine.ts'

/** The only call with a header in addition to `token` (spec 1, section 7). */
export const renewToken = (
  client: ApiClient,
  { session: { userId, userEmail, accessToken }, isUnattended }: RefreshInput,
  signal: AbortSignal,
): Promise<DataOf<typeof refreshToken>> =>
  client.call(
    refreshToken,
    { body: { userid: userId, email: userEmail } },
    { token: accessToken, headers: { userid: String(userId) }, isUnattended, signal },
  )

export const readAccess = (client: ApiClient, { role }: Session, signal: AbortSignal): Promise<UserAccess> =>
  client.call(getRoleAccess, { body: { id: requireValue(role[0], 'The role').id } }, { signal })

export const endSession = async (client: ApiClient, session: Session, signal: AbortSignal): Promise<void> => {
  try {
    await client.call(logout, {}, { token: session.accessToken, signal })
  } catch (error) {
    if (!isStatus(error, 401)) throw error
    // The token has expired, but its session may still be active and has to end.
    const { accessToken } = await renewToken(client, { session, isUnattended: false }, signal)
    await client.call(logout, {}, { token: accessToken, signal })
  }
}

export const openSession = (
  client: ApiClient,
  form: SignInForm,
  signal: AbortSignal,
): Promise<Session | SecondFactor> => client.call(signIn, { body: form }, { signal })

/** @returns the address at which the user signs in */
export const beginAtIdentityProvider = async (
  client: ApiClient,
  { isRememberMe }: SignInChoice,
  signal: AbortSignal,
): Promise<string> =>
  (await client.call(beginIdentityProviderSignIn, { body: { rememberme: isRememberMe } }, { signal })).address

export const finishAtIdentityProvider = (client: ApiClient, signal: AbortSignal): Promise<Session | SecondFactor> =>
  client.call(finishIdentityProviderSignIn, {}, { signal })

export const askServer = (client: ApiClient, signal: AbortSignal): Promise<unknown> =>
  client.call(getHealth, {}, { signal })
