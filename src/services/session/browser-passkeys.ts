/** Passkeys in the browser; the library loads when one is used. */
import { ApiError } from '#contract/failures.ts'
import {
  assertionSchema,
  type CreationOptions,
  type NewPasskey,
  newPasskeySchema,
  type PasskeyAssertion,
  type RequestOptions,
} from '#contract/second-factor.ts'
import { factorMessages } from '#domain/second-factor.ts'

/** Asks the authenticator. @throws Error if the user declines, or the browser can't ask */
export async function usePasskey(options: RequestOptions, signal: AbortSignal): Promise<PasskeyAssertion> {
  const { startAuthentication, WebAuthnAbortService } = await import('@simplewebauthn/browser')
  const stop = () => WebAuthnAbortService.cancelCeremony()
  signal.throwIfAborted()
  signal.addEventListener('abort', stop)
  try {
    const { allowCredentials, ...rest } = options
    const optionsJSON = {
      ...rest,
      // The library's type lists the transports known today; browsers ignore others.
      allowCredentials: allowCredentials.map(({ id, type }) => ({ id, type })),
    }
    return assertionSchema.parse(await startAuthentication({ optionsJSON }))
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Asks the authenticator to make one. @throws ApiError if the user declines, has one there, or the browser can't ask */
export async function createPasskey({ excludeCredentials, ...rest }: CreationOptions): Promise<NewPasskey> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = { ...rest, excludeCredentials: excludeCredentials.map(({ id, type }) => ({ id, type })) }
  try {
    return newPasskeySchema.parse(await startRegistration({ optionsJSON }))
  } catch (cause) {
    const isThere = cause instanceof Error && cause.name === 'InvalidStateError'
    throw new ApiError(400, isThere ? factorMessages.alreadyMade : factorMessages.notMade)
  }
}
