import type { Endpoint } from '#contract/endpoint.ts'
import type { HandlerContext } from '#server/http/handler.ts'
import { type Auth, sourceOf } from './auth.ts'
import { logWrongPassword } from './failure-warning.ts'
import { isPasswordOf } from './passwords.ts'

interface Owner {
  readonly id: number
  readonly email: string
  readonly displayName: string
  readonly passwordHash: string | null
}

/**
 * Whether a signed-in user entered their password: someone else may sit at their computer. A wrong one is counted, logged
 * and told like one at the sign-in.
 *
 * @throws Refusal 429 after too many
 */
export async function isOwnPassword(
  { passwordTries, mail }: Pick<Auth, 'passwordTries' | 'mail'>,
  { user, entered }: { readonly user: Owner; readonly entered: string },
  context: Pick<HandlerContext<Endpoint>, 'db' | 'now' | 'address' | 'header'>,
): Promise<boolean> {
  await passwordTries.countGuess(user.id)
  if (await isPasswordOf(user.passwordHash, entered)) {
    await passwordTries.forgetGuesses(user.id)
    return true
  }
  const { db, now } = context
  await logWrongPassword({ db, mail, name: user.email.toLowerCase(), user }, sourceOf(context), now)
  return false
}
