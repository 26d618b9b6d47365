import type { Endpoint } from '#contract/endpoint.ts'
import { sourceOf } from '#server/areas/login/auth.ts'
import { cameFrom } from '#server/areas/login/device.ts'
import { logSecurity } from '#server/areas/login/security-log.ts'
import type { Tx } from '#server/db/database.ts'
import type { HandlerContext } from '#server/http/handler.ts'
import { factorLetter, type OwnChange } from '#server/mail/factor-letters.ts'
import type { Mail } from '#server/mail/mail.ts'

interface Changed {
  readonly user: { readonly id: number; readonly email: string; readonly displayName: string }
  readonly change: OwnChange
  /** Undefined if the server sends no email. */
  readonly mail: Mail | undefined
}

/** Logs a change of a user's sign-in methods, and tells them by email. */
export async function logFactorChange(
  tx: Tx,
  { user, change, mail }: Changed,
  context: Pick<HandlerContext<Endpoint>, 'address' | 'header' | 'now'>,
): Promise<void> {
  const source = sourceOf(context)
  await logSecurity(tx, [{ kind: 'factor', reason: change, userId: user.id }], context.now, source)
  await mail?.send(tx, { to: user.email, letter: factorLetter(change, cameFrom(user.displayName, source)) })
}
