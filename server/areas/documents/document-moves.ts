/** Moves of documents: each is locked, the machine is asked, and an allowed move is written with its log entries. */
import { asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import {
  DOCUMENT_STATES,
  type DocumentState,
  documentMessages,
  EXPIRY_NOTICES,
  RESTORABLE_DAYS,
} from '#domain/document-form.ts'
import { daysBetween, type LocalDate } from '#domain/time.ts'
import { type DocumentEvent, providerDocumentMachine } from '#machines/documents/provider-document.machine.ts'
import type { Tx } from '#server/db/database.ts'
import { documentAcknowledgments, documentLog, providerDocuments } from '#server/db/schema/documents.ts'
import { runItems } from '#server/db/schema/runs.ts'
import { storedFiles } from '#server/db/schema/stored-files.ts'
import { logTransitions } from '#server/db/transition-log.ts'
import { Refusal } from '#server/http/refusal.ts'
import { defineDailyWork } from '#server/jobs/daily-work.ts'
import { askMachine } from '#server/lifecycle/lifecycle.ts'
import { documentNotFound, firstVersion, type StoredDocument } from './document-record.ts'

export interface DocumentChange {
  readonly tx: Tx
  /** Null for the server itself. */
  readonly userId: number | null
  readonly now: Date
  readonly today: LocalDate
}

type LoggedAction = (typeof documentLog.$inferInsert)['action']

export const logDocument = async (
  db: Pick<Tx, 'insert'>,
  { userId, now }: { readonly userId: number | null; readonly now: Date },
  documentId: number,
  action: LoggedAction,
): Promise<void> => {
  await db.insert(documentLog).values({ documentId, action, at: now, userId })
}

/** The number of `EXPIRY_NOTICES` that is due, 0 once the last day is over; null as long as none is. */
export const noticeDue = (expiryDate: LocalDate | null, today: LocalDate): number | null => {
  if (expiryDate === null) return null
  const left = daysBetween(today, expiryDate)
  if (left < 0) return 0
  return EXPIRY_NOTICES.findLast((days) => left <= days) ?? null
}

/** A purge takes the log along. */
const STATE_OF_EVENT: Record<Exclude<DocumentEvent['type'], 'document.purge'>, LoggedAction> = {
  'document.nearExpiry': 'expiring',
  'document.expire': 'expired',
  'document.replace': 'replaced',
  'document.delete': 'deleted',
  'version.return': 'returned',
  'document.restore': 'restored',
}

/** The state that the log has reached: time passes without one, until `followExpiry` catches up. */
const loggedState = ({ deletedAt, supersededAt, expiryTold }: StoredDocument): DocumentState => {
  if (deletedAt !== null) return 'deleted'
  if (supersededAt !== null) return 'superseded'
  if (expiryTold === null) return 'current'
  return expiryTold === 0 ? 'expired' : 'expiring'
}

/** @returns whether the machine allowed it */
async function move(
  { tx, userId, now }: DocumentChange,
  document: StoredDocument,
  type: DocumentEvent['type'],
  goesWithLatest = false,
): Promise<boolean> {
  const facts = { goesWithLatest, isEarlier: document.supersededAt !== null }
  const asked = askMachine(providerDocumentMachine, DOCUMENT_STATES, loggedState(document), facts, { type })
  if (!asked.allowed) return false
  const { from, to } = asked
  const entity = String(document.id)
  await logTransitions(tx, userId, now, [{ machine: providerDocumentMachine.id, entity, from, event: type, to }])
  if (type !== 'document.purge') await logDocument(tx, { userId, now }, document.id, STATE_OF_EVENT[type])
  return true
}

/**
 * Logs that a document has come near its expiry date, or passed it, if it has.
 *
 * @returns the notice that is due for the first time; undefined if none is
 */
export async function followExpiry(change: DocumentChange, document: StoredDocument): Promise<number | undefined> {
  const due = noticeDue(document.expiryDate, change.today)
  const { expiryTold } = document
  if (due === null || (expiryTold !== null && expiryTold <= due)) return undefined
  // The server notes this, no matter whose change follows.
  const byServer = { ...change, userId: null }
  await move(byServer, document, due === 0 ? 'document.expire' : 'document.nearExpiry')
  await change.tx.update(providerDocuments).set({ expiryTold: due }).where(eq(providerDocuments.id, document.id))
  document.expiryTold = due
  return due
}

/** All versions of a document, the first one first; other changes of it wait. */
export const lockVersions = (tx: Tx, { id, firstId }: Pick<StoredDocument, 'id' | 'firstId'>) =>
  tx
    .select()
    .from(providerDocuments)
    .where(eq(firstVersion, firstId ?? id))
    .orderBy(asc(providerDocuments.id))
    .for('update')

const hasNewerVersion = () => new Refusal(409, documentMessages.newerThere)

/**
 * Makes room for a newer version.
 *
 * @throws Refusal 404 if it was deleted, 409 if it is not the latest version
 */
export async function supersede(change: DocumentChange, document: StoredDocument): Promise<void> {
  if (document.deletedAt !== null) throw documentNotFound()
  await followExpiry(change, document)
  if (!(await move(change, document, 'document.replace'))) throw hasNewerVersion()
  await change.tx
    .update(providerDocuments)
    .set({ supersededAt: change.now })
    .where(eq(providerDocuments.id, document.id))
}

export interface DeletedVersions {
  readonly ids: readonly number[]
  /** The version that counts again. */
  readonly back: StoredDocument | undefined
}

/**
 * Deletes a document with all its versions, or the latest alone, so that the earlier one counts again.
 *
 * @throws Refusal 404 if it was deleted, 409 if it is not the latest version, or has no earlier one
 */
export async function deleteVersions(
  change: DocumentChange,
  document: StoredDocument,
  keepsEarlier: boolean,
): Promise<DeletedVersions> {
  const { tx, now } = change
  const versions = (await lockVersions(tx, document)).filter(({ deletedAt }) => deletedAt === null)
  const stored = versions.find(({ id }) => id === document.id)
  if (!stored) throw documentNotFound()
  await followExpiry(change, stored)
  if (!(await move(change, stored, 'document.delete'))) throw hasNewerVersion()
  const earlier = versions.filter(({ id }) => id !== stored.id)
  const back = keepsEarlier ? earlier.toSorted((a, b) => b.version - a.version)[0] : undefined
  if (keepsEarlier && !back) throw new Refusal(409, documentMessages.noEarlier)
  if (back) {
    await move(change, back, 'version.return')
    // Told of again if it expires: it did not count until now.
    const counting = { supersededAt: null, expiryTold: null }
    await tx.update(providerDocuments).set(counting).where(eq(providerDocuments.id, back.id))
  } else {
    for (const one of earlier) await move(change, one, 'document.delete', true)
  }
  const ids = back ? [stored.id] : versions.map(({ id }) => id)
  await tx.update(providerDocuments).set({ deletedAt: now }).where(inArray(providerDocuments.id, ids))
  return { ids, back }
}

/**
 * Restores a document with the versions that were deleted with it.
 *
 * @throws Refusal 409 if it is there already, or a newer version than it
 */
export async function restoreVersions(change: DocumentChange, document: StoredDocument): Promise<void> {
  const { tx } = change
  const versions = await lockVersions(tx, document)
  const stored = versions.find(({ id }) => id === document.id)
  if (!stored) throw documentNotFound()
  if (stored.deletedAt === null || stored.supersededAt !== null)
    throw new Refusal(409, 'This document was restored already.')
  const latest = versions.find((version) => version.deletedAt === null && version.supersededAt === null)
  if (latest && latest.version > stored.version) throw hasNewerVersion()
  if (latest) await supersede(change, latest)
  // Versions that a newer one had replaced are never deleted alone.
  const together = versions.filter(
    (version) => version.id === stored.id || (version.deletedAt !== null && version.supersededAt !== null),
  )
  for (const version of together) await move(change, version, 'document.restore')
  const ids = together.map(({ id }) => id)
  await tx.update(providerDocuments).set({ deletedAt: null }).where(inArray(providerDocuments.id, ids))
  await tx.update(providerDocuments).set({ expiryTold: null }).where(eq(providerDocuments.id, stored.id))
}

/** Deleted ones that can no longer be restored. */
const isOver = (now: Date): SQL =>
  sql`${providerDocuments.deletedAt} < ${now.toISOString()}::timestamptz - make_interval(days => ${RESTORABLE_DAYS})`

/** Removes what was deleted more than `RESTORABLE_DAYS` ago; the bytes go with the nightly clean-up. */
export const documentPurge = defineDailyWork({
  name: 'document-purge',
  timeOf: () => '00:00',
  run: async (tx, { now, today }) => {
    const over = await tx
      .select()
      .from(providerDocuments)
      .where(isOver(now))
      .orderBy(asc(providerDocuments.id))
      .for('update')
    for (const document of over) await move({ tx, userId: null, now, today }, document, 'document.purge')
    const ids = over.map(({ id }) => id)
    if (ids.length === 0) return
    await tx.update(runItems).set({ documentId: null }).where(inArray(runItems.documentId, ids))
    await tx.delete(documentAcknowledgments).where(inArray(documentAcknowledgments.documentId, ids))
    await tx.delete(documentLog).where(inArray(documentLog.documentId, ids))
    await tx.delete(providerDocuments).where(inArray(providerDocuments.id, ids))
    const names = over.map(({ fileName }) => fileName)
    await tx.delete(storedFiles).where(inArray(storedFiles.name, names))
  },
})

/** Later than any notice. */
const NONE = 32_767

/** `noticeDue` in SQL, with `NONE` for null. */
const dueInSql = (today: LocalDate): SQL =>
  sql.join(
    [
      sql`case when ${providerDocuments.expiryDate} < ${today}::date then 0`,
      ...EXPIRY_NOTICES.toReversed().map(
        (days) => sql`when ${providerDocuments.expiryDate} <= ${today}::date + ${days}::int then ${days}::int`,
      ),
      sql`else ${NONE}::int end`,
    ],
    sql` `,
  )

/** Documents for which `followExpiry` has something to do. */
export const isNoticeDue = (today: LocalDate): SQL =>
  sql`${providerDocuments.expiryDate} is not null and coalesce(${providerDocuments.expiryTold}, ${NONE}) > ${dueInSql(today)}`
