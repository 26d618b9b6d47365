/** Moves of documents: each is locked, the machine is asked, and an allowed move is written with its log entries. */
import { asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { DOCUMENT_STATES, type DocumentState, EXPIRY_NOTICES } from '#domain/document-form.ts'
import { daysBetween, type LocalDate } from '#domain/time.ts'
import { type DocumentEvent, providerDocumentMachine } from '#machines/documents/provider-document.machine.ts'
import type { Tx } from '#server/db/database.ts'
import { documentLog, providerDocuments } from '#server/db/schema.ts'
import { logTransitions } from '#server/db/transition-log.ts'
import { Refusal } from '#server/http/refusal.ts'
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

const STATE_OF_EVENT: Record<DocumentEvent['type'], LoggedAction> = {
  'document.nearExpiry': 'expiring',
  'document.expire': 'expired',
  'document.replace': 'replaced',
  'document.delete': 'deleted',
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
  const asked = askMachine(
    providerDocumentMachine,
    DOCUMENT_STATES,
    loggedState(document),
    { goesWithLatest },
    { type },
  )
  if (!asked.allowed) return false
  const { from, to } = asked
  const entity = String(document.id)
  await logTransitions(tx, userId, now, [{ machine: providerDocumentMachine.id, entity, from, event: type, to }])
  await logDocument(tx, { userId, now }, document.id, STATE_OF_EVENT[type])
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

const isNewerThere = () => new Refusal(409, 'A newer version of this document was uploaded in the meantime.')

/**
 * Makes room for a newer version.
 *
 * @throws Refusal 404 if it was deleted, 409 if it is not the latest version
 */
export async function supersede(change: DocumentChange, document: StoredDocument): Promise<void> {
  if (document.deletedAt !== null) throw documentNotFound()
  await followExpiry(change, document)
  if (!(await move(change, document, 'document.replace'))) throw isNewerThere()
  await change.tx
    .update(providerDocuments)
    .set({ supersededAt: change.now })
    .where(eq(providerDocuments.id, document.id))
}

/**
 * Deletes a document with all its versions.
 *
 * @returns the ids of the versions
 * @throws Refusal 404 if it was deleted, 409 if it is not the latest version
 */
export async function deleteVersions(change: DocumentChange, document: StoredDocument): Promise<number[]> {
  const versions = await lockVersions(change.tx, document)
  const stored = versions.find(({ id }) => id === document.id)
  if (!stored || stored.deletedAt !== null) throw documentNotFound()
  await followExpiry(change, stored)
  if (!(await move(change, stored, 'document.delete'))) throw isNewerThere()
  for (const earlier of versions) {
    if (earlier.id !== stored.id) await move(change, earlier, 'document.delete', true)
  }
  const ids = versions.map(({ id }) => id)
  await change.tx.update(providerDocuments).set({ deletedAt: change.now }).where(inArray(providerDocuments.id, ids))
  return ids
}

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
