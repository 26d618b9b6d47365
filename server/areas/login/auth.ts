/** What the ways to sign in share. */
import type { Endpoint } from '#contract/endpoint.ts'
import type { HandlerContext } from '#server/http/handler.ts'
import type { Mail } from '#server/mail/mail.ts'
import type { AccessTokens } from './access-tokens.ts'
import type { Factors } from './factors.ts'
import type { GuessLimits } from './guessing.ts'
import type { KnownDevices } from './known-devices.ts'
import type { PasswordCounter } from './password-limits.ts'
import type { RefreshCredentials } from './refresh-credentials.ts'
import type { Sessions } from './sessions.ts'

export interface Auth {
  readonly tokens: AccessTokens
  readonly sessions: Sessions
  readonly credentials: RefreshCredentials
  readonly devices: KnownDevices
  /** Wrong passwords. */
  readonly guesses: GuessLimits
  /** Wrong codes after a right password. */
  readonly codeGuesses: GuessLimits
  readonly passwordTries: PasswordCounter
  readonly factors: Factors
  /** Undefined if the server sends no email. */
  readonly mail: Mail | undefined
}

/** What handlers of those areas are given. */
export interface SignInParts {
  readonly auth: Auth
}

/** The same message for an unknown user and a wrong password, so it does not reveal who has an account. */
export const WRONG_CREDENTIALS = 'Incorrect username or password'
/** Spec 1, section 8. */
export const DEACTIVATED = 'Your account has been deactivated'

/** Longer than any browser's; every attempt, also a stranger's, is stored. */
const MAX_USER_AGENT = 500

/** The client of a sign-in. */
export const sourceOf = ({ address, header }: Pick<HandlerContext<Endpoint>, 'address' | 'header'>) => ({
  address,
  userAgent: header('user-agent')?.slice(0, MAX_USER_AGENT),
})
