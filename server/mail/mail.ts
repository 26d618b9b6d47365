/** Email: written into the job queue in the transaction that causes it, and sent by whichever server is free. */
import { z } from 'zod'
import type { Db } from '#server/db/database.ts'
import { defineJob, enqueue, type JobServices, PermanentFailure } from '#server/jobs/job.ts'
import { type Attached, attachedFile, readAttached } from './attachment.ts'
import { htmlOf, type Letter, textOf } from './letter.ts'
import type { MailLinks } from './mail-links.ts'
import type { Attachment, MailAddress, Post } from './post.ts'
import { Seal } from './sealed.ts'

export const MAX_SUBJECT = 200

/** One line: a line break would begin another header. */
const oneLine = z
  .string()
  .min(1)
  .max(MAX_SUBJECT)
  .regex(/^[^\p{Cc}]*$/u)

export const mailPayload = z.object({
  to: z.email().max(320),
  subject: oneLine,
  /** The sealed parts. They hold links that let their owner in, so no list shows them. */
  content: z.string(),
  /** After this it is not sent: the link in it has expired. */
  until: z.iso.datetime().optional(),
  /** What is attached. Only a reference: the file is read when the message is sent. */
  attached: z.record(z.string(), z.unknown()).optional(),
})

export interface MailServices extends JobServices {
  /** Undefined if the server has no mail server. */
  readonly mail: Mail | undefined
  /** For the links in what is written without a request; undefined if the server has no mail server. */
  readonly links: MailLinks | undefined
}

export const mailJob = defineJob<typeof mailPayload, MailServices>({
  name: 'mail',
  payload: mailPayload,
  // Over about three hours.
  attempts: 12,
  run: async (payload, { id, createdAt, clock, signal, mail, db }) => {
    if (!mail) throw new Error('This server has no SMTP_URL.')
    if (payload.until !== undefined && new Date(payload.until) <= clock()) {
      throw new PermanentFailure('Its link expired before it could be sent.')
    }
    const attachments = payload.attached ? await readAttached(db, payload.attached, clock()) : []
    await mail.post({ id, createdAt, payload, signal, attachments })
  },
  ended: async (tx, { attached }, end) => {
    if (attached) await attachedFile(attached)?.ended(tx, end)
  },
})

const partsSchema = z.object({
  text: z.string(),
  html: z.string(),
  /** Where mail programs can stop mail of this kind for its reader. */
  stopAt: z.url().optional(),
})

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
  /** Stops mail of this kind for its reader, who need not sign in (RFC 8058). */
  readonly stopAt?: string
  readonly attached?: Attached
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

  /**
   * @param tx the transaction that causes it
   * @returns the job's id
   */
  async send(tx: Pick<Db, 'insert'>, { to, letter, until, stopAt, attached }: NewMail): Promise<string> {
    const parts: z.output<typeof partsSchema> = {
      text: textOf(letter),
      html: htmlOf(letter),
      ...(stopAt && { stopAt }),
    }
    return enqueue(tx, mailJob, {
      to,
      subject: letter.subject,
      content: this.#seal.close(JSON.stringify(parts)),
      ...(until && { until: until.toISOString() }),
      ...(attached && { attached }),
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
    attachments,
  }: {
    readonly id: string
    readonly createdAt: Date
    readonly payload: z.output<typeof mailPayload>
    readonly signal: AbortSignal
    readonly attachments: readonly Attachment[]
  }): Promise<void> {
    const parts = this.read(payload)
    if (!parts) throw new PermanentFailure('TOKEN_SECRET has changed since it was written.')
    const domain = this.#from.address.split('@').at(-1)
    const { to, subject } = payload
    const messageId = `<${id}@${domain}>`
    await this.#post({ messageId, date: createdAt, from: this.#from, to, subject, ...parts, attachments }, signal)
  }
}
