/** Calls with passkeys, codes and recovery codes. They load when one is made, since most sign-ins make none. */
import type { ApiClient } from '#contract/api-client.ts'
import type { Session } from '#contract/login.ts'
import {
  askProofPasskey,
  askSignInPasskey,
  askTicketPasskey,
  confirmIdentity,
  confirmSecondFactor,
  getSignInMethods,
  type PasskeyAssertion,
  signInWithPasskey,
} from '#contract/second-factor.ts'
import type { ConfirmInput, ProofRequest } from '#machines/session/identity-proof.machine.ts'
import type { SignInChoice } from '#machines/session/sign-in.machine.ts'
import { usePasskey } from './browser-passkeys.ts'

type Ticket = Pick<ProofRequest, 'ticket'>

export const readMethods = (client: ApiClient, signal: AbortSignal) => client.call(getSignInMethods, {}, { signal })

export const openWithPasskey = async (
  client: ApiClient,
  { isRememberMe }: SignInChoice,
  signal: AbortSignal,
): Promise<Session> => {
  const response = await usePasskey(await client.call(askSignInPasskey, {}, { signal }), signal)
  return await client.call(signInWithPasskey, { body: { response, rememberme: isRememberMe } }, { signal })
}

/** With a ticket, for the second step of a sign-in. */
export const askAuthenticator = async (
  client: ApiClient,
  { ticket }: Ticket,
  signal: AbortSignal,
): Promise<PasskeyAssertion> => {
  const options =
    ticket === undefined
      ? await client.call(askProofPasskey, {}, { signal })
      : await client.call(askTicketPasskey, { body: { ticket } }, { signal })
  return await usePasskey(options, signal)
}

/** Completes a sign-in. */
export const confirmTicket = async (client: ApiClient, input: ConfirmInput, signal: AbortSignal): Promise<Session> =>
  await client.call(confirmSecondFactor, { body: confirmSecondFactor.body.parse(input) }, { signal })

export const confirmSignedIn = async (client: ApiClient, { proof }: ConfirmInput, signal: AbortSignal) => {
  await client.call(confirmIdentity, { body: { proof } }, { signal })
}
