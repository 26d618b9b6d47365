/** Email: written into the job queue in the transaction that causes it, and sent by whichever server is free. */
import { z } from 'zod'
import type { Db } from '#server/db/database.ts'
import { defineJob, enqueue, type JobServices, PermanentFailure } from '#server/jobs/job.ts'
import { htmlOf, type Letter, textOf } from './letter.ts'
import type { MailAddress, Post } from './post.ts'
import { Seal } from './sealed.ts'

/** One line: a line break would begin another header. */
const oneLine = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[^\p{Cc}]*$/u)

export const mailPayload = z.object({
  to: z.email().max(320),
  subject: oneLine,
  /** The sealed parts. They hold links that let their owner in, so no list shows them. */
  content: z.string(),
  /** After this it is not sent: the link in it has expired. */
  until: z.iso.datetime().optional(),
})

export interface MailServices extends JobServices {
  /** Undefined if the server has no mail server. */
  readonly mail: Mail | undefined
}

export const mailJob = defineJob<typeof mailPayload, MailServices>({
  name: 'mail',
  payload: mailPayload,
  // Over about three hours.
  attempts: 12,
  run: async (payload, { id, createdAt, clock, signal, mail }) => {
    if (!mail) throw new Error('This server has no SMTP_URL.')
    if (payload.until !== undefined && new Date(payload.until) <= clock()) {
      throw new PermanentFailure('Its link expired before it could be sent.')
    }
    await mail.post({ id, createdAt, payload, signal })
  },
})

const partsSchema = z.object({ text: z.string(), html: z.string() })

export interface MailOptions {
  /** The same on every server that shares the database. */
  readonly secret: string
  readonly from: MailAddress
  readonly post: Post
}

/** A user's letter. */
export interface NewMail {
  readonly to: string
  readonly letter: Letter
  /** When the link in it expires. */
  readonly until?: Date
}

export class Mail {
  readonly #seal: Seal
  readonly #from: MailAddress
  readonly #post: Post

  constructor({ secret, from, post }: MailOptions) {
    this.#seal = new Seal(secret)
    this.#from = from
    this.#post = post
  }

  /** @param tx the transaction that causes it */
  async send(tx: Pick<Db, 'insert'>, { to, letter, until }: NewMail): Promise<void> {
    const parts: z.output<typeof partsSchema> = { text: textOf(letter), html: htmlOf(letter) }
    await enqueue(tx, mailJob, {
      to,
      subject: letter.subject,
      content: this.#seal.close(JSON.stringify(parts)),
      ...(until && { until: until.toISOString() }),
    })
  }

  /** The parts of a stored message; undefined if they were sealed with another secret. */
  read({ content }: Pick<z.output<typeof mailPayload>, 'content'>) {
    const opened = this.#seal.open(content)
    return opened === undefined ? undefined : partsSchema.parse(JSON.parse(opened))
  }

  /** Hands a stored message over. @throws PermanentFailure if it will never be accepted */
  async post({
    id,
    createdAt,
    payload,
    signal,
  }: {
    readonly id: string
    readonly createdAt: Date
    readonly payload: z.output<typeof mailPayload>
    readonly signal: AbortSignal
  }): Promise<void> {
    const parts = this.read(payload)
    if (!parts) throw new PermanentFailure('TOKEN_SECRET has changed since it was written.')
    const domain = this.#from.address.split('@').at(-1)
    const { to, subject } = payload
    const message = { messageId: `<${id}@${domain}>`, date: createdAt, from: this.#from, to, subject, ...parts }
    await this.#post(message, signal)
  }
}
