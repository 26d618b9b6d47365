import { Secret, TOTP } from 'otpauth'
import { z } from 'zod'
import type { TestServer } from './test-server.ts'

/** The code that an app with this key shows at a time. */
export const codeAt = (key: string, at: Date): string =>
  TOTP.generate({ secret: Secret.fromBase32(key), timestamp: at.getTime() })

/**
 * Adds an app to a user's account; half a minute passes, so that the app has another code. As the first factor, it ends
 * the user's other sessions.
 *
 * @param token of the session that adds it; by default one of its own
 */
export async function addApp(
  server: TestServer,
  userId: number,
  token: string | Promise<string> = server.tokenOf(userId),
) {
  const begun = await server.call('beginAuthenticatorApp', { token: await token })
  const { setup, key } = z.object({ setup: z.string(), key: z.string() }).parse(begun.data)
  const codeNow = () => codeAt(key, server.time)
  const added = await server.call('addAuthenticatorApp', { token: await token, body: { setup, code: codeNow() } })
  const { recoveryCodes } = z.object({ recoveryCodes: z.array(z.string()) }).parse(added.data)
  server.now = new Date(server.time.getTime() + 30_000)
  return { codeNow, recoveryCodes }
}
