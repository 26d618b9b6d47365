/** Documents as they are read: their columns, their state, and who may see them. */
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Acknowledgment, ProviderDocument } from '#contract/documents.ts'
import { type DocumentState, EXPIRY_NOTICES } from '#domain/document-form.ts'
import { type LocalDate, localOf } from '#domain/time.ts'
import type { Db } from '#server/db/database.ts'
import { providerName } from '#server/db/providers.ts'
import {
  documentAcknowledgments,
  documentTemplates,
  providerDocuments,
  providers,
  providerTypes,
  storedFiles,
  users,
} from '#server/db/schema.ts'
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

/** The first version, by which all versions of a document are found. */
export const firstVersion = sql<number>`coalesce(${providerDocuments.firstId}, ${providerDocuments.id})`

/** Files that were attached before documents had names are named by the file. */
export const documentName = sql<string>`coalesce(${providerDocuments.title}, ${providerDocuments.originalFileName})`

/** '' without one. */
export const templateTitle = sql<string>`coalesce(${documentTemplates.title}, '')`

const latestRequest = sql<number>`(select max(request.id) from ${documentAcknowledgments} request
  where request.document_id = ${providerDocuments.id})`

/** A query of documents; it may get conditions, an order and a range. */
export const selectDocuments = (db: Pick<Db, 'select'>, today: LocalDate) =>
  db
    .select({
      id: providerDocuments.id,
      providerId: providerDocuments.providerId,
      providerName,
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
      size: storedFiles.size,
      mediaType: storedFiles.mediaType,
      canBeShown: storedFiles.canBeShown,
      acknowledgment: documentAcknowledgments,
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
export const documentReply = ({ createdAt, acknowledgment, ...row }: Row): ProviderDocument => ({
  ...row,
  acknowledgment: acknowledgment && acknowledgmentReply(acknowledgment),
  title: row.documentName,
  hasExpiryDate: row.expiryDate !== null,
  expiryOn: row.expiryDate,
  createdOnUtc: createdAt.toISOString(),
})

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
  const [found] = await db
    .select()
    .from(providerDocuments)
    .where(and(eq(providerDocuments.id, id), isKept, ofCaller(user)))
  if (!found) throw documentNotFound()
  return found
}
