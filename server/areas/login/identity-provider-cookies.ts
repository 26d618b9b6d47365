/**
 * What a browser carries through a sign-in with an identity provider: on the way out the state of the sign-in, on the way
 * back its result. Only we can read and write it. That each works once is up to the database.
 */
import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { identityProviderReturn } from '#contract/identity-provider-return.ts'
import { Seal } from '#server/mail/sealed.ts'

/** How long a user may take at the provider, in seconds: they may have to find their phone. */
export const MAX_AWAY = 15 * 60
/** How long the page may take to fetch the session after the return, in seconds. */
export const MAX_PICKUP = 2 * 60

const flowSchema = z.object({
  id: z.string(),
  expiresAt: z.number(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  isRememberMe: z.boolean(),
  /** The origin of the page, if it is on another host. */
  page: z.string(),
})

const ticketSchema = z.object({
  id: z.string(),
  expiresAt: z.number(),
  isRememberMe: z.boolean(),
  outcome: z.union([
    z.object({
      identity: z.object({
        issuer: z.string(),
        subject: z.string(),
        email: z.string().optional(),
        isEmailVerified: z.boolean(),
      }),
    }),
    z.object({ problem: z.enum(['canceled', 'unreachable', 'misconfigured', 'expired', 'clock', 'unproven']) }),
  ]),
})
export type Ticket = z.output<typeof ticketSchema>

/** A cookie that only we can read and write, for so many seconds. */
class SealedCookie<Content extends { readonly expiresAt: number }> {
  readonly #seal: Seal
  readonly #schema: z.ZodType<Content>
  readonly #place: { readonly name: string; readonly path: string; readonly isLax: boolean }

  constructor(secret: string, purpose: string, schema: z.ZodType<Content>, place: { path: string; isLax: boolean }) {
    this.#seal = new Seal(secret, purpose)
    this.#schema = schema
    // Cookies don't tell the ports of a host apart.
    const server = createHmac('sha256', secret).update(purpose).digest('hex').slice(0, 8)
    this.#place = { name: `homeroom-${purpose}-${server}`, ...place }
  }

  write(content: Content, maxAge: number) {
    return { ...this.#place, value: this.#seal.close(JSON.stringify(content)), maxAge }
  }

  get none() {
    return { ...this.#place, value: '', maxAge: 0 }
  }

  /** Undefined if it is missing, not ours, or too old. */
  read(cookie: (name: string) => string | undefined, now: Date): Content | undefined {
    const text = this.#seal.open(cookie(this.#place.name) ?? '')
    if (text === undefined) return undefined
    // A release before or after this one may have written it.
    const content = this.#schema.safeParse(JSON.parse(text)).data
    return content && content.expiresAt > now.getTime() ? content : undefined
  }
}

/** @param secret the same on every server that shares the database */
export const identityProviderCookies = (secret: string) => ({
  /** The provider sends the browser to us, and no other cookies come along. */
  flows: new SealedCookie(secret, 'provider-flow', flowSchema, { path: identityProviderReturn.path, isLax: true }),
  tickets: new SealedCookie(secret, 'provider-ticket', ticketSchema, {
    path: identityProviderReturn.pickup,
    isLax: false,
  }),
})
