import type { Page } from 'playwright-core'
import type { Authenticator } from './server/authenticator.ts'

/** Gives a page an authenticator with a fingerprint reader, as Chromium simulates it. The page needs a host name. */
export async function virtualAuthenticator(page: Page) {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** Has a passkey that another authenticator made. */
    take: (passkey: Authenticator, host: string) =>
      devTools.send('WebAuthn.addCredential', { authenticatorId, credential: passkey.exported(host) }),
    /** Whether the user's fingerprint fits. */
    verify: (isUserVerified: boolean) => devTools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}
