/** Documents as they are read: their columns, their state, and who may see them. */
import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Acknowledgment, ProviderDocument } from '#contract/documents.ts'
import { type DocumentState, documentMessages, EXPIRY_NOTICES, RESTORABLE_DAYS } from '#domain/document-form.ts'
import { addDays, type LocalDate, localOf } from '#domain/time.ts'
import type { Db } from '#server/db/database.ts'
import { distinctProviderName } from '#server/db/providers.ts'
import { documentAcknowledgments, documentTemplates, providerDocuments } from '#server/db/schema/documents.ts'
import { providers, providerTypes } from '#server/db/schema/providers.ts'
import { storedFiles } from '#server/db/schema/stored-files.ts'
import { users } from '#server/db/schema/users.ts'
import { providerScope } from '#server/http/access.ts'
import type { Caller, Clock } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'

const [FIRST_NOTICE] = EXPIRY_NOTICES

/** @param today the organization's */
export const documentState = (today: LocalDate | SQL): SQL<DocumentState> => sql<DocumentState>`case
  when ${providerDocuments.deletedAt} is not null then 'deleted'
  when ${providerDocuments.supersededAt} is not null then 'superseded'
  when ${providerDocuments.expiryDate} < ${today}::date then 'expired'
  when ${providerDocuments.expiryDate} <= ${today}::date + ${sql.raw(String(FIRST_NOTICE))} then 'expiring'
  else 'current' end`

export const isKept = isNull(providerDocuments.deletedAt)
/** In its latest version, and not deleted. */
export const isLatest = and(isKept, isNull(providerDocuments.supersededAt))
/** In its last version, and deleted. */
export const isDeleted = and(isNotNull(providerDocuments.deletedAt), isNull(providerDocuments.supersededAt))

/** The first version, by which all versions of a document are found. */
export const firstVersion = sql<number>`coalesce(${providerDocuments.firstId}, ${providerDocuments.id})`

/** Files that were attached before documents had names are named by the file. */
export const documentName = sql<string>`coalesce(${providerDocuments.title}, ${providerDocuments.originalFileName})`

/** '' without one. */
export const templateTitle = sql<string>`coalesce(${documentTemplates.title}, '')`

/** Versions of the same document, without deleted ones. */
const keptVersions = sql`from ${providerDocuments} version
  where ${firstVersion} in (version.id, version.first_id) and version.deleted_at is null`

const latestRequest = sql<number>`(select max(request.id) from ${documentAcknowledgments} request
  where request.document_id = ${providerDocuments.id})`

/**
 * Requests that keep a document from its provider's deletion: also those that a newer version has replaced, or a provider
 * would upload one to get rid of both.
 */
const HOLDING = ['asked', 'read', 'accepted', 'replaced'] as const

/** Whether there is a request in one of some states for any version of a document. */
export const hasRequest = (...states: readonly Acknowledgment['state'][]): SQL<boolean> => sql<boolean>`exists (select 1
  from ${documentAcknowledgments} request join ${providerDocuments} version on version.id = request.document_id
  where ${firstVersion} in (version.id, version.first_id) and request.state in ${states})`

/** Whether providers may upload documents of its type; true for files that were attached before there were types. */
const isOfProviders = sql<boolean>`coalesce(${documentTemplates.isForProviders}, true)`

/** A query of documents; it may get conditions, an order and a range. */
export const selectDocuments = (db: Pick<Db, 'select'>, today: LocalDate) =>
  db
    .select({
      id: providerDocuments.id,
      providerId: providerDocuments.providerId,
      providerName: distinctProviderName,
      providerType: providerTypes.title,
      templateTypeId: providerDocuments.templateTypeId,
      masterFileTitle: templateTitle,
      documentName,
      originalFileName: providerDocuments.originalFileName,
      uploadedFileName: providerDocuments.fileName,
      expiryDate: providerDocuments.expiryDate,
      daysLeft: sql<number | null>`(${providerDocuments.expiryDate} - ${today}::date)::int`,
      createdAt: providerDocuments.createdAt,
      createdBy: users.displayName,
      state: documentState(today),
      version: providerDocuments.version,
      versions: sql<number>`(select count(*)::int ${keptVersions})`,
      earlierVersion: sql<number | null>`(select max(version.version) ${keptVersions}
        and version.version < ${providerDocuments.version})`,
      deletedAt: providerDocuments.deletedAt,
      size: storedFiles.size,
      mediaType: storedFiles.mediaType,
      canBeShown: storedFiles.canBeShown,
      acknowledgment: documentAcknowledgments,
      wasAccepted: hasRequest('accepted'),
      isHeld: hasRequest(...HOLDING),
      isOfProviders,
    })
    .from(providerDocuments)
    .innerJoin(storedFiles, eq(storedFiles.name, providerDocuments.fileName))
    .innerJoin(providers, eq(providers.id, providerDocuments.providerId))
    .innerJoin(providerTypes, eq(providerTypes.id, providers.providerTypeId))
    .innerJoin(users, eq(users.id, providerDocuments.createdById))
    .leftJoin(documentTemplates, eq(documentTemplates.id, providerDocuments.templateTypeId))
    .leftJoin(documentAcknowledgments, eq(documentAcknowledgments.id, latestRequest))
    .$dynamic()

type Row = Awaited<ReturnType<typeof selectDocuments>>[number]

const acknowledgmentReply = (request: NonNullable<Row['acknowledgment']>): Acknowledgment => ({
  state: request.state,
  askedOnUtc: request.askedAt.toISOString(),
  readOnUtc: request.readAt?.toISOString() ?? null,
  acceptedOnUtc: request.acceptedAt?.toISOString() ?? null,
  acceptedBy: request.acceptedName ?? '',
  sha256: request.sha256 ?? '',
})

/** As the contract has it, with the spec's second names. */
export const documentReply =
  (user: Caller, timeZone: string) =>
  ({ createdAt, deletedAt, acknowledgment, isHeld, isOfProviders: isTheirs, ...row }: Row): ProviderDocument => {
    const seesAll = providerScope(user) === undefined
    const isThere = row.state !== 'deleted' && row.state !== 'superseded'
    return {
      ...row,
      acknowledgment: acknowledgment && acknowledgmentReply(acknowledgment),
      title: row.documentName,
      hasExpiryDate: row.expiryDate !== null,
      expiryOn: row.expiryDate,
      createdOnUtc: createdAt.toISOString(),
      restorableUntil: deletedAt && restorableUntil(deletedAt, timeZone),
      mayDelete: isThere && (seesAll || (isTheirs && !isHeld)),
      mayReplace: isThere && (seesAll || isTheirs),
    }
  }

/** The last day on which what was deleted then can be restored. */
export const restorableUntil = (deletedAt: Date, timeZone: string): LocalDate =>
  addDays(localOf(deletedAt, timeZone).date, RESTORABLE_DAYS)

export const todayOf = ({ now, timeZone }: Clock): LocalDate => localOf(now, timeZone).date

/** Limits a query to what the caller may see; undefined for administrators. */
export const ofCaller = (user: Caller): SQL | undefined => {
  const scope = providerScope(user)
  return scope === undefined ? undefined : eq(providerDocuments.providerId, scope)
}

export const documentNotFound = () => new Refusal(404, 'Document not found.')

export type StoredDocument = typeof providerDocuments.$inferSelect

/**
 * A document that the caller may see, in any version.
 *
 * @throws Refusal 404
 */
export async function requireDocument(db: Pick<Db, 'select'>, user: Caller, id: number): Promise<StoredDocument> {
  const found = await requireRecord(db, user, id)
  if (found.deletedAt !== null) throw documentNotFound()
  return found
}

/**
 * The same; administrators also get deleted ones.
 *
 * @throws Refusal 404
 */
export async function requireRecord(db: Pick<Db, 'select'>, user: Caller, id: number): Promise<StoredDocument> {
  const scope = ofCaller(user)
  const [found] = await db
    .select()
    .from(providerDocuments)
    .where(and(eq(providerDocuments.id, id), scope, scope && isKept))
  if (!found) throw documentNotFound()
  return found
}

/** @throws Refusal 409 for a provider if only administrators upload documents of its type */
export async function requireOwnType(tx: Pick<Db, 'select'>, user: Caller, { id }: StoredDocument): Promise<void> {
  if (providerScope(user) === undefined) return
  const [found] = await tx
    .select({ isOfProviders })
    .from(providerDocuments)
    .leftJoin(documentTemplates, eq(documentTemplates.id, providerDocuments.templateTypeId))
    .where(eq(providerDocuments.id, id))
  if (!found?.isOfProviders) throw new Refusal(409, documentMessages.byAdministrators)
}

/**
 * With the document's rows locked, since a request may come in between.
 *
 * @throws Refusal 409 for a provider who was asked to accept any version of it, or who may not upload its type
 */
export async function requireDeletable(tx: Pick<Db, 'select'>, user: Caller, document: StoredDocument): Promise<void> {
  if (providerScope(user) === undefined) return
  await requireOwnType(tx, user, document)
  const [held] = await tx
    .select({ id: providerDocuments.id, isAccepted: hasRequest('accepted') })
    .from(providerDocuments)
    .where(and(eq(providerDocuments.id, document.id), hasRequest(...HOLDING)))
  if (held) throw new Refusal(409, held.isAccepted ? documentMessages.keptAccepted : documentMessages.keptWaiting)
}
