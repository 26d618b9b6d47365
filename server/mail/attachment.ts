/** What messages have attached. Each kind is defined by the area that owns the file, and mail learns of it there. */
import type { z } from 'zod'
import type { PooledDb, Tx } from '#server/db/database.ts'
import { type JobEnd, PermanentFailure } from '#server/jobs/job.ts'
import type { Attachment } from './post.ts'

/** Someone puts a message that was given up back into the queue. */
export interface SentAgain {
  /** The message's job. */
  readonly id: string
  readonly userId: number
  readonly now: Date
}

interface AttachmentDefinition<Reference> {
  /** The field that its references have and those of no other kind. */
  readonly key: string
  readonly reference: z.ZodType<Reference>
  /** @throws PermanentFailure if the message should no longer be sent */
  readonly read: (db: PooledDb, reference: Reference, now: Date) => Promise<Attachment[]>
  /** Writes what follows from the message's end, in the transaction that marks it. */
  readonly ended: (tx: Tx, reference: Reference, end: JobEnd) => Promise<void>
  /** Called in the transaction that puts the message back. @throws Refusal if it must not be sent again */
  readonly sentAgain?: (tx: Tx, reference: Reference, again: SentAgain) => Promise<void>
}

/** What one message has attached. */
interface AttachedFile {
  readonly read: (db: PooledDb, now: Date) => Promise<Attachment[]>
  readonly ended: (tx: Tx, end: JobEnd) => Promise<void>
  readonly sentAgain: (tx: Tx, again: SentAgain) => Promise<void>
}

/** A reference to a file, which is read when the message is sent. */
export type Attached = Readonly<Record<string, unknown>>

/** By their keys. */
const kinds = new Map<string, (stored: Attached) => AttachedFile | undefined>()

/**
 * Defines what messages may have attached.
 *
 * @returns makes the reference that a message keeps
 */
export const defineAttachment = <Reference extends Attached>({
  key,
  reference,
  read,
  ended,
  sentAgain = async () => {},
}: AttachmentDefinition<Reference>): ((file: Reference) => Attached) => {
  kinds.set(key, (stored) => {
    const { success, data } = reference.safeParse(stored)
    if (!success) return undefined
    return {
      read: (db, now) => read(db, data, now),
      ended: (tx, end) => ended(tx, data, end),
      sentAgain: (tx, again) => sentAgain(tx, data, again),
    }
  })
  return (file) => reference.parse(file)
}

/** Undefined if another version of the server wrote it. */
export const attachedFile = (attached: Attached): AttachedFile | undefined => {
  const key = Object.keys(attached).find((name) => kinds.has(name))
  return key === undefined ? undefined : kinds.get(key)?.(attached)
}

/** Reads what a message has attached. @throws PermanentFailure if it should no longer be sent */
export const readAttached = (db: PooledDb, attached: Attached, now: Date): Promise<Attachment[]> => {
  const file = attachedFile(attached)
  if (!file) throw new PermanentFailure('Its attachment was written by another version of the server.')
  return file.read(db, now)
}
