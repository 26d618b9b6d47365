/**
 * Writes that a client can repeat safely: a call with an `Idempotency-Key` is carried out once, and every repeat within
 * a day gets the first reply (docs/decisions/repeating-a-write.md).
 */
import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { and, eq, isNull, lt, sql } from 'drizzle-orm'
import { z } from 'zod'
import { fieldErrorSchema } from '#contract/endpoint.ts'
import { CHANGE } from '#contract/live-headers.ts'
import { IDEMPOTENCY_KEY, stillProcessing } from '#contract/writes.ts'
import type { Db, PooledDb, Tx } from '#server/db/database.ts'
import { isDatabaseUnavailable, isLockTimeout } from '#server/db/errors.ts'
import { idempotencyKeys } from '#server/db/schema/idempotency.ts'
import { keptKeysFrom } from '#server/jobs/clean-up.ts'
import type { Reply } from './envelope.ts'
import { Refusal } from './refusal.ts'
import { SaveFailed } from './save-failed.ts'

/** Tells a caller that the reply is the first one's; Stripe's name for it. */
const REPLAYED = { 'Idempotent-Replayed': 'true' }

const keyPattern = /^"?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})"?$/i

/**
 * The key in the header; the standard's draft puts it in quotes.
 *
 * @throws Refusal 400 if it is not a UUID
 */
export function readKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  const [, key] = keyPattern.exec(header.trim()) ?? []
  if (key === undefined) throw new Refusal(400, `The header ${IDEMPOTENCY_KEY} must be a UUID.`)
  return key.toLowerCase()
}

/** Another call with the same key has committed. */
class Repeated extends Error {}

const replySchema = z.object({
  status: z.int(),
  message: z.string(),
  data: z.unknown(),
  errors: z.array(fieldErrorSchema).optional(),
})

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

const secretOf = (key: string) => createHash('sha256').update(`reply ${key}`).digest()

/** Replies may contain secrets that are stored nowhere else, such as a calendar feed's address. */
function encrypt(key: string, { status, message, data, errors }: Reply): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, secretOf(key), iv)
  const text = JSON.stringify({ status, message, data: data ?? null, errors })
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), content]).toString('base64')
}

function decrypt(key: string, stored: string): Reply {
  const bytes = Buffer.from(stored, 'base64')
  const decipher = createDecipheriv(CIPHER, secretOf(key), bytes.subarray(0, IV_BYTES))
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  const content = bytes.subarray(IV_BYTES + TAG_BYTES)
  const text = Buffer.concat([decipher.update(content), decipher.final()]).toString('utf8')
  return { ...replySchema.parse(JSON.parse(text)), headers: REPLAYED }
}

export interface KeyedWrite {
  /** Null if nobody is signed in: the key alone, which nobody can guess, says whose call it is. */
  readonly userId: number | null
  readonly key: string
  /** Everything that was asked: a repeat asks the same. */
  readonly request: readonly (string | Uint8Array)[]
  readonly now: Date
}

/** A promise with its two ends. */
function deferred<Value>() {
  let resolve: (value: Value) => void = () => {}
  let reject: (error: unknown) => void = () => {}
  const promise = new Promise<Value>((resolveIt, rejectIt) => {
    resolve = resolveIt
    reject = rejectIt
  })
  // Its only reader may have left.
  promise.catch(() => {})
  return { promise, resolve, reject }
}

type Body<Result> = (tx: Tx) => Promise<Result>
type Config = Parameters<Db['transaction']>[1]

/** One write with its key: the handler's first transaction, held open until the reply is known. */
class Once {
  readonly #db: PooledDb
  readonly #write: KeyedWrite
  readonly #keyHash: string
  readonly #fingerprint: string
  readonly #reply = deferred<Reply>()
  #tx: Tx | undefined
  #ended: Promise<void> | undefined
  #isCommitting = false
  #transactionId: string | undefined

  constructor(db: PooledDb, write: KeyedWrite) {
    this.#db = db
    this.#write = write
    this.#keyHash = createHash('sha256').update(write.key).digest('base64')
    const fingerprint = createHmac('sha256', write.key)
    for (const part of write.request) fingerprint.update(String(part.length)).update(' ').update(part)
    this.#fingerprint = fingerprint.digest('base64')
  }

  /** What the handler gets: the pool until its first transaction, then that. */
  handle(): PooledDb {
    return new Proxy(this.#db, {
      get: (db, name) => {
        if (name === 'transaction') return this.#transaction
        const tx = this.#tx
        // Outside, it would be stored without the key.
        if (tx === undefined && (name === 'insert' || name === 'update' || name === 'delete')) {
          throw new Error('A handler that changes records must do it in a transaction.')
        }
        const target = tx !== undefined && name !== '$client' ? tx : db
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  }

  /** Commits what the handler wrote together with its reply. @returns whether it wrote anything */
  async commit(reply: Reply): Promise<boolean> {
    if (this.#tx === undefined) return false
    this.#reply.resolve(reply)
    await this.#ended
    return true
  }

  /** Names the transaction, by which the caller's page recognizes its own changes. */
  changeHeader(): Record<string, string> {
    return this.#transactionId === undefined ? {} : { [CHANGE]: this.#transactionId }
  }

  async rollBack(error: unknown): Promise<void> {
    this.#reply.reject(error)
    await this.#ended?.catch(() => {})
  }

  /** The first reply; undefined if there was none. @throws Refusal 422 if something else was asked */
  async firstReply(): Promise<Reply | undefined> {
    const [found] = await this.#db.select().from(idempotencyKeys).where(this.#isThis())
    if (!found || found.createdAt < keptKeysFrom(this.#write.now) || found.reply === null) return undefined
    if (found.fingerprint !== this.#fingerprint) {
      throw new Refusal(422, `This ${IDEMPOTENCY_KEY} was already used for another request. Use a new one.`)
    }
    return decrypt(this.#write.key, found.reply)
  }

  failureOf(error: unknown): unknown {
    if (!isDatabaseUnavailable(error)) return error
    return new SaveFailed(this.#isCommitting ? 'repeatable' : 'nothing', error)
  }

  readonly #transaction = async <Result>(body: Body<Result>, config?: Config): Promise<Result> => {
    if (this.#tx !== undefined) return this.#tx.transaction(body)
    const first = deferred<Result>()
    this.#ended = this.#db.transaction(async (tx) => {
      await this.#claim(tx)
      const result = await body(tx)
      this.#tx = tx
      first.resolve(result)
      await this.#keep(tx, await this.#reply.promise)
      this.#isCommitting = true
    }, config)
    this.#ended.catch(first.reject)
    return first.promise
  }

  /** Waits for an unfinished call with the same key: the row is its own lock. */
  async #claim(tx: Tx): Promise<void> {
    const { userId, now } = this.#write
    const row = { keyHash: this.#keyHash, fingerprint: this.#fingerprint, createdAt: now, reply: null }
    try {
      const [claimed] = await tx
        .insert(idempotencyKeys)
        .values({ userId, ...row })
        .onConflictDoUpdate({
          target: [idempotencyKeys.userId, idempotencyKeys.keyHash],
          set: row,
          setWhere: lt(idempotencyKeys.createdAt, keptKeysFrom(now)),
        })
        .returning({ transactionId: sql<string>`pg_current_xact_id()::text` })
      this.#transactionId = claimed?.transactionId
      if (claimed) return
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      throw new Refusal(409, 'Your first request is still being processed. Please try again in a moment.', {
        data: stillProcessing,
      })
    }
    throw new Repeated()
  }

  async #keep(tx: Tx, reply: Reply): Promise<void> {
    await tx
      .update(idempotencyKeys)
      .set({ reply: encrypt(this.#write.key, reply) })
      .where(this.#isThis())
  }

  #isThis() {
    const { userId, keyHash } = idempotencyKeys
    const id = this.#write.userId
    return and(id === null ? isNull(userId) : eq(userId, id), eq(keyHash, this.#keyHash))
  }
}

/**
 * Runs a handler once per key.
 *
 * A handler may refuse after its transaction, for the part that could not be done: that refusal is the reply, and what
 * the transaction wrote stays. A refusal without a write is not kept: a repeat tries again.
 *
 * @param run the handler, with the database to use
 * @throws SaveFailed if the database did not answer
 */
export async function runOnce(db: PooledDb, write: KeyedWrite, run: (db: PooledDb) => Promise<Reply>): Promise<Reply> {
  const once = new Once(db, write)
  try {
    const outcome = await run(once.handle()).catch((error: unknown) => {
      if (error instanceof Refusal) return error
      throw error
    })
    if ((await once.commit(outcome)) || !(outcome instanceof Refusal)) {
      const { status, message, data, errors, headers } = outcome
      return { status, message, data, errors, headers: { ...headers, ...once.changeHeader() } }
    }
    // It may be due to what the first call wrote.
    const first = await once.firstReply()
    if (first) return first
    throw outcome
  } catch (error) {
    await once.rollBack(error)
    const first = error instanceof Repeated ? await once.firstReply() : undefined
    if (first) return first
    throw once.failureOf(error)
  }
}
