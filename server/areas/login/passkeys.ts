/** Passkeys: what browsers are asked for, and whether the answers are right (WebAuthn level 3). */
import { createHash, createHmac } from 'node:crypto'
import { isIP } from 'node:net'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { and, eq, gt, isNull } from 'drizzle-orm'
import { z } from 'zod'
import {
  creationOptionsSchema,
  type NewPasskey,
  type PasskeyAssertion,
  requestOptionsSchema,
} from '#contract/second-factor.ts'
import type { Db } from '#server/db/database.ts'
import { passkeyChallenges, passkeys } from '#server/db/schema/sign-in.ts'
import { Refusal } from '#server/http/refusal.ts'

/** How long a challenge can be answered, in milliseconds. */
const LIFETIME = 5 * 60_000

/** Why the browser is asked, and who. */
type Asked =
  | { readonly purpose: 'add' | 'prove'; readonly userId: number }
  /** Anyone who has the passkey. */
  | { readonly purpose: 'sign in'; readonly userId: null }

interface Asking {
  /** At which users reach the server: scheme, host and port. */
  readonly origin: string
  readonly now: Date
}

type Owner = { readonly userId: number; readonly email: string; readonly name: string }

const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')
const hashOf = (challenge: string): string => createHash('sha256').update(challenge).digest('base64')

/** Passkeys belong to a host name; browsers refuse addresses. @throws Refusal 503 */
function hostOf(origin: string): string {
  const { hostname } = new URL(origin)
  if (isIP(hostname.replaceAll(/[[\]]/g, '')) === 0) return hostname
  throw new Refusal(503, 'Passkeys need a domain name; this address is an IP address. Open the portal at its name.')
}

const clientDataSchema = z.object({ challenge: z.string() })

/** The challenge that a browser says it answers. */
function challengeOf(clientData: string): string | undefined {
  try {
    return clientDataSchema.parse(JSON.parse(Buffer.from(clientData, 'base64url').toString('utf8'))).challenge
  } catch {
    return undefined
  }
}

/** The library throws for every answer that is not right; none of its reasons helps a user. */
const orNothing = <Result>(verifying: Promise<Result>): Promise<Result | undefined> => verifying.catch(() => undefined)

const known = (db: Pick<Db, 'select'>, userId: number) =>
  db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(passkeys.id)

/** As options list them. */
const listed = (rows: Awaited<ReturnType<typeof known>>) =>
  rows.map(({ credentialId, transports }) => ({ id: credentialId, transports }))

export class Passkeys {
  readonly #key: Buffer

  /** @param secret at least 32 bytes, the same on every server that shares the database */
  constructor(secret: string) {
    this.#key = createHmac('sha256', secret).update('homeroom/passkeys').digest()
  }

  /** By which authenticators tell the accounts of this site apart; says nothing about the user. */
  #handleOf(userId: number): string {
    return createHmac('sha256', this.#key).update(String(userId)).digest('base64url')
  }

  async #remember(db: Pick<Db, 'insert'>, challenge: string, { purpose, userId }: Asked, now: Date): Promise<void> {
    const expiresAt = new Date(now.getTime() + LIFETIME)
    await db.insert(passkeyChallenges).values({ hash: hashOf(challenge), purpose, userId, expiresAt })
  }

  /** The challenge of an answer, if we asked for it; it can't be answered again. */
  async #take(db: Pick<Db, 'delete'>, clientData: string, { purpose, userId }: Asked, now: Date) {
    const challenge = challengeOf(clientData)
    if (challenge === undefined) return undefined
    const taken = await db
      .delete(passkeyChallenges)
      .where(
        and(
          eq(passkeyChallenges.hash, hashOf(challenge)),
          eq(passkeyChallenges.purpose, purpose),
          userId === null ? isNull(passkeyChallenges.userId) : eq(passkeyChallenges.userId, userId),
          gt(passkeyChallenges.expiresAt, now),
        ),
      )
      .returning({ hash: passkeyChallenges.hash })
    return taken.length > 0 ? challenge : undefined
  }

  /** What to ask for to make a passkey: one that can sign in alone, so it checks who uses it. */
  async askForNew(db: Pick<Db, 'select' | 'insert'>, { userId, email, name }: Owner, { origin, now }: Asking) {
    const options = await generateRegistrationOptions({
      rpName: 'Homeroom',
      rpID: hostOf(origin),
      userID: bytesOf(this.#handleOf(userId)),
      userName: email,
      userDisplayName: name,
      timeout: LIFETIME,
      attestationType: 'none',
      excludeCredentials: listed(await known(db, userId)),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    await this.#remember(db, options.challenge, { purpose: 'add', userId }, now)
    return creationOptionsSchema.parse(options)
  }

  /** Stores the passkey that the browser made. @returns its id; undefined if the answer is not right */
  async add(
    db: Pick<Db, 'insert' | 'delete'>,
    { userId, name, answer }: { readonly userId: number; readonly name: string; readonly answer: NewPasskey },
    { origin, now }: Asking,
  ): Promise<number | undefined> {
    const expectedChallenge = await this.#take(db, answer.response.clientDataJSON, { purpose: 'add', userId }, now)
    if (expectedChallenge === undefined) return undefined
    const { transports = [], ...response } = answer.response
    const verified = await orNothing(
      verifyRegistrationResponse({
        response: { ...answer, response: { ...response, transports }, clientExtensionResults: {} },
        expectedChallenge,
        expectedOrigin: origin,
        expectedRPID: hostOf(origin),
        requireUserVerification: true,
      }),
    )
    if (!verified?.verified) return undefined
    const { id: credentialId, publicKey, counter } = verified.registrationInfo.credential
    const [row] = await db
      .insert(passkeys)
      .values({
        userId,
        name,
        credentialId,
        publicKey: textOf(publicKey),
        userHandle: this.#handleOf(userId),
        counter,
        transports,
        createdAt: now,
      })
      .onConflictDoNothing()
      .returning({ id: passkeys.id })
    return row?.id
  }

  /** What to ask for to use one of the user's passkeys or, to sign in without a password, any. */
  async askForUse(
    db: Pick<Db, 'select' | 'insert'>,
    asked: Exclude<Asked, { purpose: 'add' }>,
    { origin, now }: Asking,
  ) {
    const options = await generateAuthenticationOptions({
      rpID: hostOf(origin),
      timeout: LIFETIME,
      userVerification: 'required',
      allowCredentials: asked.userId === null ? [] : listed(await known(db, asked.userId)),
    })
    await this.#remember(db, options.challenge, asked, now)
    return requestOptionsSchema.parse({ allowCredentials: [], ...options })
  }

  /** Checks the use of a passkey, and notes it. @returns whose it is; undefined if the answer is not right */
  async use(
    db: Pick<Db, 'select' | 'update' | 'delete'>,
    answer: PasskeyAssertion,
    asked: Asked,
    { origin, now }: Asking,
  ): Promise<number | undefined> {
    const expectedChallenge = await this.#take(db, answer.response.clientDataJSON, asked, now)
    if (expectedChallenge === undefined) return undefined
    const [stored] = await db.select().from(passkeys).where(eq(passkeys.credentialId, answer.id)).for('update')
    if (!stored || (asked.userId !== null && asked.userId !== stored.userId)) return undefined
    const { userHandle, ...response } = answer.response
    // Without a list of passkeys to choose from, the authenticator must say whose it is.
    if (userHandle === undefined ? asked.userId === null : userHandle !== stored.userHandle) return undefined
    const verified = await orNothing(
      verifyAuthenticationResponse({
        response: { ...answer, response, clientExtensionResults: {} },
        expectedChallenge,
        expectedOrigin: origin,
        expectedRPID: hostOf(origin),
        credential: { id: stored.credentialId, publicKey: bytesOf(stored.publicKey), counter: stored.counter },
        requireUserVerification: true,
      }),
    )
    if (!verified?.verified) return undefined
    await db
      .update(passkeys)
      .set({ counter: verified.authenticationInfo.newCounter, lastUsedAt: now })
      .where(eq(passkeys.id, stored.id))
    return stored.userId
  }
}
