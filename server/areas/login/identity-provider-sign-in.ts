/**
 * Signing in with an identity provider (docs/decisions/sign-in-with-openid.md). The user leaves with the state of the
 * sign-in in one cookie, and returns to a page that trades another one for the session. Each works once.
 */
import { createHash, randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { IDENTITY_PROVIDER_RETURN, identityProviderReturn } from '#contract/identity-provider-return.ts'
import type { SecondFactor, Session } from '#contract/login.ts'
import type { RefusalReason } from '#domain/security-events.ts'
import type { Db } from '#server/db/database.ts'
import { spentTokens, userIdentities } from '#server/db/schema/sign-in.ts'
import { networkOf } from '#server/http/client-network.ts'
import { FileReply, type HandlersOf } from '#server/http/handler.ts'
import { countTry } from '#server/http/rate-limit.ts'
import { Refusal, type RefusalStatus } from '#server/http/refusal.ts'
import { type Account, accountOf } from './accounts.ts'
import { DEACTIVATED, type SignInParts, sourceOf } from './auth.ts'
import { type Identity, type IdentityProvider, ProviderFailure, type ProviderProblem } from './identity-provider.ts'
import { identityProviderCookies, MAX_AWAY, MAX_PICKUP, type Ticket } from './identity-provider-cookies.ts'
import { enter, type SignInContext } from './open-session.ts'
import { logRefusal } from './security-log.ts'
import { isIdentity } from './user-identities.ts'

export interface IdentityProviderParts {
  /** Undefined if users sign in with passwords only. */
  readonly provider: IdentityProvider | undefined
  /** The same on every server that shares the database. */
  readonly secret: string
  /** Pages on other hosts to which a user may return. */
  readonly pageOrigins: readonly string[]
}

/** What handlers that know of it are given. */
export interface IdentityParts extends SignInParts {
  readonly identityProvider: IdentityProviderParts
}

/** Sign-ins that one network may begin in 15 minutes; the people of a school share one. */
const MAX_BEGUN = 600

const inSmallLetters = (address: string) => address.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

/**
 * The same address, in any letter case of a to z alone: other characters have those letters as their small form, such as
 * the Kelvin sign, and belong to someone else's address.
 */
const isSameAddress = (one: string, other: string) => inSmallLetters(one) === inSmallLetters(other)

/** @returns whether it is the first use */
async function spend(db: Pick<Db, 'insert'>, token: string, expiresAt: Date): Promise<boolean> {
  const hash = createHash('sha256').update(token).digest('base64url')
  const rows = await db
    .insert(spentTokens)
    .values({ hash, expiresAt })
    .onConflictDoNothing()
    .returning({ hash: spentTokens.hash })
  return rows.length > 0
}

const STATUS: Record<ProviderProblem, RefusalStatus> = {
  canceled: 400,
  expired: 400,
  unproven: 400,
  clock: 400,
  unreachable: 503,
  misconfigured: 503,
}

/** @param name of the provider */
const inWords = (problem: ProviderProblem, name: string): string => {
  switch (problem) {
    case 'canceled':
      return `The sign-in with ${name} was canceled.`
    case 'expired':
      return `This sign-in with ${name} has expired or was already used. Please try again.`
    case 'unproven':
      return `We could not verify who you are with ${name}. Please try again, or use your password.`
    case 'clock':
      return `The answer of ${name} has expired, or the server's clock is wrong. Please try again, or use your password.`
    case 'unreachable':
      return `${name} can't be reached right now. Use your password, or try again later.`
    case 'misconfigured':
      return `${name} did not accept this portal. Use your password, and tell your administrator.`
  }
}

/** The same for the log. */
const REASON: Record<ProviderProblem, RefusalReason> = {
  canceled: 'provider canceled',
  expired: 'provider expired',
  unproven: 'identity token',
  clock: 'identity token',
  unreachable: 'provider unreachable',
  misconfigured: 'provider misconfigured',
}

const refusalOf = (problem: ProviderProblem, name: string) => new Refusal(STATUS[problem], inWords(problem, name))

const secondsLater = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000)

type Names =
  | 'beginIdentityProviderSignIn'
  | 'readIdentityProviderReturn'
  | 'finishIdentityProviderSignIn'
  | 'signInAuthenticatedGmailUser'

export const createIdentityProviderHandlers = ({
  auth,
  identityProvider: { provider: configured, secret, pageOrigins },
}: IdentityParts): HandlersOf<Names> => {
  const begun = new RateLimiterMemory({ points: MAX_BEGUN, duration: 15 * 60 })
  const { flows, tickets } = identityProviderCookies(secret)

  const mustHave = (): IdentityProvider => {
    if (configured) return configured
    throw new Refusal(503, "Sign-in with Google or another service isn't set up. Use your password.")
  }

  /** Logs why the provider failed. Only the message: the errors also contain what was sent. */
  const note = (log: Logger, { problem, cause }: ProviderFailure) => {
    if (problem === 'canceled') return
    const reason = cause instanceof Error ? cause.message : undefined
    const code = cause instanceof Error && 'error' in cause ? cause.error : undefined
    log.warn({ problem, reason, code }, 'sign-in with the identity provider failed')
  }

  /** Logs why nobody was signed in. @param name of the account, if the client named one */
  const logProblem = async (problem: ProviderProblem, context: SignInContext, name = '') =>
    await logRefusal(
      context.db,
      { userId: undefined, name: name.toLowerCase(), reason: REASON[problem] },
      sourceOf(context),
      context.now,
    )

  /** Signs in the user whose identity it is; the first time, the one with that address. */
  const signInAs = async (
    { issuer, subject, isEmailVerified, ...identity }: Identity,
    context: SignInContext,
    isRememberMe: boolean,
    provider: IdentityProvider,
  ): Promise<Session | SecondFactor> => {
    const { db, now } = context
    const { name: providerName } = provider.settings
    const email = identity.email ?? ''
    const refuse = async (reason: RefusalReason, message: string, account?: Account): Promise<never> => {
      await logRefusal(db, { userId: account?.user.id, name: email.toLowerCase(), reason }, sourceOf(context), now)
      throw new Refusal(403, message)
    }
    const [linked] = await db.select().from(userIdentities).where(isIdentity({ issuer, subject }))
    if (!linked && email === '') {
      return await refuse('unverified email', `${providerName} did not tell us your email address.`)
    }
    const found = await accountOf(db, linked ? { userId: linked.userId } : { name: email }, now)
    const account = linked || (found && isSameAddress(found.user.email, email)) ? found : undefined
    if (!linked && !isEmailVerified) {
      const message = `${providerName} has not verified the address ${email}. Verify it there, and try again.`
      return await refuse('unverified email', message, account)
    }
    if (!account) {
      const message = `There is no account for ${email}. Choose another ${providerName} account, or ask your administrator.`
      return await refuse('unknown account', message)
    }
    if (!account.user.isActive) return await refuse('deactivated', DEACTIVATED, account)
    return await enter(auth, { account, isRememberMe, identity: { issuer, subject, email, providerName } }, context)
  }

  return {
    beginIdentityProviderSignIn: async (request) => {
      const { body, header, address, origin, now, log, setCookie } = request
      const provider = mustHave()
      await countTry(begun, networkOf(address))
      const begin = await provider.begin(`${origin()}${identityProviderReturn.path}`).catch(async (error: unknown) => {
        if (!(error instanceof ProviderFailure)) throw error
        note(log(), error)
        await logProblem(error.problem, request)
        throw refusalOf(error.problem, provider.settings.name)
      })
      const from = header('origin') ?? ''
      const flow = {
        ...begin.flow,
        id: randomUUID(),
        expiresAt: secondsLater(now, MAX_AWAY).getTime(),
        isRememberMe: body.rememberme,
        page: pageOrigins.includes(from) ? from : '',
      }
      setCookie(flows.write(flow, MAX_AWAY))
      return { address: begin.address }
    },

    readIdentityProviderReturn: async ({ query, db, cookie, setCookie, origin, now, log }) => {
      const flow = flows.read(cookie, now)
      // From a second tab, or a link that someone else made: the sign-in that began last can still be completed.
      const isStray = flow !== undefined && query.state !== flow.state
      const outcomeOf = async (): Promise<Ticket['outcome']> => {
        if (isStray) return { problem: 'unproven' }
        if (!configured || !flow || !(await spend(db, flow.id, new Date(flow.expiresAt)))) return { problem: 'expired' }
        const returned = new URL(`${origin()}${identityProviderReturn.path}`)
        for (const [name, value] of Object.entries(query))
          if (value !== undefined) returned.searchParams.set(name, value)
        try {
          return { identity: await configured.finish(returned, flow, now) }
        } catch (error) {
          if (!(error instanceof ProviderFailure)) throw error
          note(log(), error)
          return { problem: error.problem }
        }
      }
      const ticket = {
        id: randomUUID(),
        expiresAt: secondsLater(now, MAX_PICKUP).getTime(),
        isRememberMe: flow?.isRememberMe ?? false,
        outcome: await outcomeOf(),
      }
      if (!isStray) setCookie(flows.none)
      setCookie(tickets.write(ticket, MAX_PICKUP))
      const headers = {
        Location: `${flow?.page ?? ''}/login?${IDENTITY_PROVIDER_RETURN}=true`,
        'Referrer-Policy': 'no-referrer',
      }
      return new FileReply('', undefined, { status: 303, headers })
    },

    finishIdentityProviderSignIn: async (request) => {
      const provider = mustHave()
      const { name } = provider.settings
      const { db, cookie, setCookie, now } = request
      const ticket = tickets.read(cookie, now)
      const isFirst = ticket !== undefined && (await spend(db, ticket.id, new Date(ticket.expiresAt)))
      const { outcome, isRememberMe } = isFirst
        ? ticket
        : { outcome: { problem: 'expired' } as const, isRememberMe: false }
      if ('problem' in outcome) {
        await logProblem(outcome.problem, request)
        throw refusalOf(outcome.problem, name)
      }
      const { email, ...identity } = outcome.identity
      const result = await signInAs({ ...identity, email }, request, isRememberMe, provider)
      setCookie(tickets.none)
      return result
    },

    signInAuthenticatedGmailUser: async (request) => {
      const provider = mustHave()
      const { name } = provider.settings
      const { body, db, address, now, log } = request
      await countTry(begun, networkOf(address))
      if (body.idToken === undefined) {
        throw new Refusal(400, `An email address alone proves nothing: sign in with ${name} on the sign-in page.`)
      }
      const refuse = async (problem: ProviderProblem): Promise<never> => {
        await logProblem(problem, request, body.email)
        throw refusalOf(problem, name)
      }
      const identity = await provider.verify(body.idToken, body.nonce, now).catch(async (error: unknown) => {
        if (!(error instanceof ProviderFailure)) throw error
        note(log(), error)
        return await refuse(error.problem)
      })
      if (identity.email?.toLowerCase() !== body.email.toLowerCase()) return await refuse('unproven')
      // Without its signature, which can be written in several ways.
      const signed = body.idToken.slice(0, body.idToken.lastIndexOf('.'))
      if (!(await spend(db, signed, identity.expiresAt))) return await refuse('expired')
      return await signInAs(identity, request, body.rememberme, provider)
    },
  }
}
