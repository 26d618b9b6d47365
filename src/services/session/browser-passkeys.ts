/** Passkeys in the browser; the library loads when one is used. */
import { assertionSchema, type PasskeyAssertion, type RequestOptions } from '#contract/second-factor.ts'

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
