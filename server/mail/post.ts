/** How messages leave: to a mail server, or as files in the demo. */
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { z } from 'zod'
import { PermanentFailure } from '#server/jobs/job.ts'

export interface MailAddress {
  /** '' for none. */
  readonly name: string
  readonly address: string
}

export interface Attachment {
  readonly filename: string
  readonly contentType: string
  readonly content: Buffer
}

export interface Message {
  /** The same at each attempt, so that a repeat can be recognized. */
  readonly messageId: string
  readonly date: Date
  readonly from: MailAddress
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly attachments: readonly Attachment[]
  /** Where mail programs can stop mail of this kind. */
  readonly stopAt?: string | undefined
}

/** Hands a message over. @throws PermanentFailure if it will never be accepted */
export type Post = (message: Message, signal: AbortSignal) => Promise<void>

/** Contents come from us alone, so nothing in them may refer to a file or an address to read. */
const GUARDED = { disableFileAccess: true, disableUrlAccess: true }

/** Asks vacation replies and the like not to answer. */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }

/** One click in a mail program stops mail of this kind (RFC 8058). */
const stopHeaders = (address: string) => ({
  'List-Unsubscribe': `<${address}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

const mailOf = ({ to, attachments, stopAt, ...message }: Message) => ({
  ...message,
  attachments: [...attachments],
  // As an object, it is never parsed as a list of addresses.
  to: { name: '', address: to },
  headers: { ...AUTOMATIC, ...(stopAt && stopHeaders(stopAt)) },
})

const smtpError = z.object({
  code: z.string().optional(),
  command: z.string().optional(),
  response: z.string().optional(),
  responseCode: z.number().optional(),
})

/** What went wrong, for administrators. */
function failureOf(error: unknown): Error {
  const { code, command, response, responseCode = 0 } = smtpError.safeParse(error).data ?? {}
  if (code === 'EAUTH') return new Error('The mail server refused the user name or password of SMTP_URL.')
  if (code === 'ETLS') return new Error('The mail server offers no encrypted connection.')
  if (code === 'EENVELOPE' && command === 'API') return new PermanentFailure('The address is not valid.')
  if (response === undefined || responseCode === 0) return new Error('The mail server could not be reached.')
  const isRefused = responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA')
  return isRefused
    ? new PermanentFailure(`The mail server refused the message: ${response}`)
    : new Error(`The mail server could not take the message: ${response}`)
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/

/**
 * Sends to a mail server, encrypted where it offers that. A password is only sent encrypted.
 *
 * @param url smtp://user:password@host:port, or smtps://
 */
export function smtpPost(url: string): Post {
  const { username, hostname } = new URL(url)
  const transport = createTransport({
    url,
    requireTLS: username !== '' && !LOOPBACK.test(hostname),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    ...GUARDED,
  })
  return async (message, signal) => {
    try {
      await transport.sendMail({ ...mailOf(message), signal })
    } catch (error) {
      throw failureOf(error)
    }
  }
}

/** Writes each message to a file, for the demo; the same message again replaces it. */
export function folderPost(folder: string): Post {
  const transport = createTransport({ streamTransport: true, buffer: true, ...GUARDED })
  return async (message) => {
    const { message: content } = await transport.sendMail(mailOf(message))
    if (!Buffer.isBuffer(content)) throw new TypeError('The message was not buffered')
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const name = `${message.date.toISOString().replaceAll(/[:.]/g, '-')} ${message.messageId.replaceAll(/[<>]|@.*/g, '')}.eml`
    const path = join(folder, name)
    await writeFile(`${path}.new`, content, { mode: 0o600 })
    await rename(`${path}.new`, path)
  }
}
