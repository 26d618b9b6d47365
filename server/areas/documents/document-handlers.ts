/** Lists of documents of providers, their versions and log, and deleting one (spec 3, sections 2 and 7). */
import { and, asc, desc, eq, gte, inArray, lte, type SQL, sql } from 'drizzle-orm'
import { documentMessages, EXPIRY_NOTICES, FORGOTTEN_DAYS } from '#domain/document-form.ts'
import { addDays, type LocalDate } from '#domain/time.ts'
import { requireOwnProvider } from '#server/areas/master-data/required-provider.ts'
import type { Db } from '#server/db/database.ts'
import { hasWords } from '#server/db/has-words.ts'
import { orderOf } from '#server/db/list-order.ts'
import { rangeOf, replyPage } from '#server/db/page-range.ts'
import { distinctProviderName, isAtWork } from '#server/db/providers.ts'
import { requireCount } from '#server/db/require-one.ts'
import {
  documentAcknowledgments,
  documentLog,
  documentTemplates,
  providerDocuments,
} from '#server/db/schema/documents.ts'
import { providers, providerTypes } from '#server/db/schema/providers.ts'
import { storedFiles } from '#server/db/schema/stored-files.ts'
import { users } from '#server/db/schema/users.ts'
import { NO_ACCESS, providerScope } from '#server/http/access.ts'
import { type Clock, done, type HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { acknowledgmentHandlers, endRequests } from './acknowledgments.ts'
import { deleteVersions, restoreVersions } from './document-moves.ts'
import { tellOfDeletion, tellOfRestoring } from './document-notices.ts'
import type { StoringParts } from './document-parts.ts'
import {
  documentName,
  documentNotFound,
  documentReply,
  firstVersion,
  hasRequest,
  isDeleted,
  isKept,
  isLatest,
  requireDeletable,
  requireDocument,
  requireRecord,
  restorableUntil,
  selectDocuments,
  templateTitle,
  todayOf,
} from './document-record.ts'
import { createReadHandlers } from './read-document.ts'
import { requiredDocumentHandlers } from './required-documents.ts'
import { createTemplateHandlers } from './template-handlers.ts'
import { createUploadHandlers } from './upload-document.ts'

const ofProvider = (id: number) => and(eq(providerDocuments.providerId, id), isLatest)

const countOf = async (db: Pick<Db, 'select'>, where: SQL | undefined): Promise<number> => {
  const counted = await db
    .select({ total: sql<number>`count(*)::int` })
    .from(providerDocuments)
    .innerJoin(storedFiles, eq(storedFiles.name, providerDocuments.fileName))
    .leftJoin(documentTemplates, eq(documentTemplates.id, providerDocuments.templateTypeId))
    .where(where)
  return requireCount(counted)
}

const isUnaccepted = and(isLatest, hasRequest('asked', 'read'))

/** How many documents a provider was asked to accept and has not. */
export const countUnaccepted = (db: Pick<Db, '$count'>, providerId: number): Promise<number> =>
  db.$count(providerDocuments, and(eq(providerDocuments.providerId, providerId), isUnaccepted))

/** Providers with a document that they were asked to accept by then, and have not. */
const hasUnaccepted = (askedBy: Date): SQL => sql`${providers.id} in (select asked.provider_id
  from ${providerDocuments} asked join ${documentAcknowledgments} request on request.document_id = asked.id
  where request.state in ('asked', 'read') and request.asked_at <= ${askedBy.toISOString()}::timestamptz)`

/** Those at work who have not accepted one for `FORGOTTEN_DAYS`. */
const hasForgotten = (clock: Clock): SQL | undefined =>
  and(isAtWork(todayOf(clock)), hasUnaccepted(new Date(clock.now.getTime() - FORGOTTEN_DAYS * 86_400_000)))

/** How many providers at work have not accepted a document for a week. */
export const countForgotten = (db: Pick<Db, '$count'>, clock: Clock): Promise<number> =>
  db.$count(providers, hasForgotten(clock))

const { id, originalFileName, createdAt, expiryDate } = providerDocuments
const byName = [providers.lastName, providers.firstName] as const

/** Counts of a provider's documents. */
const countsOf = (db: Pick<Db, 'select'>, today: LocalDate) =>
  db
    .select({
      providerId: providerDocuments.providerId,
      docs: sql<number>`count(*)::int`.as('docs'),
      expiring:
        sql<number>`(count(*) filter (where ${expiryDate} between ${today}::date and ${today}::date + ${EXPIRY_NOTICES[0]}::int))::int`.as(
          'expiring',
        ),
      expired: sql<number>`(count(*) filter (where ${expiryDate} < ${today}::date))::int`.as('expired'),
      unaccepted: sql<number>`count(${documentAcknowledgments.id})::int`.as('unaccepted'),
    })
    .from(providerDocuments)
    .leftJoin(
      documentAcknowledgments,
      and(
        eq(documentAcknowledgments.documentId, providerDocuments.id),
        inArray(documentAcknowledgments.state, ['asked', 'read']),
      ),
    )
    .where(isLatest)
    .groupBy(providerDocuments.providerId)
    .as('counted')

const listHandlers: HandlersOf<
  'getAdminDocuments' | 'getProviderDocumentById' | 'getProviderDocuments' | 'getExpiringDocuments'
> = {
  getAdminDocuments: async ({ query, db, now, timeZone }) => {
    const counted = countsOf(db, todayOf({ now, timeZone }))
    const where = and(
      // With what tells namesakes apart, so that the name can be pasted as it is displayed.
      hasWords(query.providerName, distinctProviderName),
      query.show === 'unaccepted' ? hasUnaccepted(now) : undefined,
      query.show === 'forgotten' ? hasForgotten({ now, timeZone }) : undefined,
    )
    const { limit, offset } = rangeOf(query)
    const docs = sql<number>`coalesce(${counted.docs}, 0)`
    const columns = {
      providerName: [...byName, providers.id],
      providerType: [providerTypes.title, ...byName, providers.id],
      docs: [docs, ...byName, providers.id],
    }
    const rows = await db
      .select({
        id: providers.id,
        providerName: distinctProviderName,
        providerType: providerTypes.title,
        docs,
        expiring: sql<number>`coalesce(${counted.expiring}, 0)`,
        expired: sql<number>`coalesce(${counted.expired}, 0)`,
        unaccepted: sql<number>`coalesce(${counted.unaccepted}, 0)`,
      })
      .from(providers)
      .innerJoin(providerTypes, eq(providerTypes.id, providers.providerTypeId))
      .leftJoin(counted, eq(counted.providerId, providers.id))
      .where(where)
      .orderBy(...orderOf(query.sort, columns, 'providerName'))
      .limit(limit)
      .offset(offset)
    return replyPage(query, rows, await db.$count(providers, where))
  },

  getProviderDocumentById: async ({ query: { providerId }, db, user, now, timeZone }) => {
    await requireOwnProvider(db, user, providerId)
    const rows = await selectDocuments(db, todayOf({ now, timeZone }))
      .where(ofProvider(providerId))
      .orderBy(templateTitle, documentName, asc(id))
    return { allProviderDocuments: rows.map(documentReply(user, timeZone)) }
  },

  getProviderDocuments: async ({ query, db, user, now, timeZone }) => {
    await requireOwnProvider(db, user, query.providerId)
    const { show } = query
    if (show === 'deleted' && providerScope(user) !== undefined) throw new Refusal(403, NO_ACCESS)
    const where = and(
      eq(providerDocuments.providerId, query.providerId),
      { deleted: isDeleted, unaccepted: isUnaccepted, latest: isLatest }[show ?? 'latest'],
      hasWords(query.documentTitle, documentName, originalFileName, templateTitle),
    )
    const { limit, offset } = rangeOf(query)
    const columns = {
      documentName: [documentName, id],
      originalFileName: [originalFileName, id],
      masterFileTitle: [documentTemplates.title, id],
      createdOnUtc: [createdAt, id],
      expiryDate: [expiryDate, id],
    }
    const rows = await selectDocuments(db, todayOf({ now, timeZone }))
      .where(where)
      .orderBy(...orderOf(query.sort ?? '-createdOnUtc', columns, 'createdOnUtc'))
      .limit(limit)
      .offset(offset)
    return replyPage(query, rows.map(documentReply(user, timeZone)), await countOf(db, where))
  },

  getExpiringDocuments: async ({ query, db, user, now, timeZone }) => {
    const today = todayOf({ now, timeZone })
    const { withinDays, isExpiredHidden, providerId, templateTypeId } = query
    const where = and(
      isLatest,
      withinDays === 0 ? sql`${expiryDate} < ${today}::date` : lte(expiryDate, addDays(today, withinDays)),
      isExpiredHidden ? gte(expiryDate, today) : undefined,
      providerId === undefined ? undefined : eq(providerDocuments.providerId, providerId),
      templateTypeId === undefined ? undefined : eq(providerDocuments.templateTypeId, templateTypeId),
    )
    const { limit, offset } = rangeOf(query)
    const columns = {
      expiryDate: [expiryDate, ...byName, id],
      providerName: [...byName, expiryDate, id],
      masterFileTitle: [documentTemplates.title, expiryDate, id],
      documentName: [documentName, id],
    }
    const rows = await selectDocuments(db, today)
      .where(where)
      .orderBy(...orderOf(query.sort, columns, 'expiryDate'))
      .limit(limit)
      .offset(offset)
    return replyPage(query, rows.map(documentReply(user, timeZone)), await countOf(db, where))
  },
}

const recordHandlers: HandlersOf<'getDocumentVersions' | 'getDocumentLog' | 'deleteDocument' | 'restoreDocument'> = {
  getDocumentVersions: async ({ query, db, user, now, timeZone }) => {
    const document = await requireRecord(db, user, query.id)
    const rows = await selectDocuments(db, todayOf({ now, timeZone }))
      // Providers no longer see a version that was deleted alone.
      .where(
        and(eq(firstVersion, document.firstId ?? document.id), providerScope(user) === undefined ? undefined : isKept),
      )
      .orderBy(desc(providerDocuments.version))
    return rows.map(documentReply(user, timeZone))
  },

  getDocumentLog: async ({ query, db }) => {
    const [document] = await db
      .select({ first: firstVersion })
      .from(providerDocuments)
      .where(eq(providerDocuments.id, query.id))
    if (!document) throw documentNotFound()
    const where = eq(firstVersion, document.first)
    const { limit, offset } = rangeOf(query)
    const rows = await db
      .select({
        id: documentLog.id,
        version: providerDocuments.version,
        action: documentLog.action,
        at: documentLog.at,
        by: sql<string>`coalesce(${users.displayName}, '')`,
      })
      .from(documentLog)
      .innerJoin(providerDocuments, eq(providerDocuments.id, documentLog.documentId))
      .leftJoin(users, eq(users.id, documentLog.userId))
      .where(where)
      .orderBy(desc(documentLog.id))
      .limit(limit)
      .offset(offset)
    const counted = await db
      .select({ total: sql<number>`count(*)::int` })
      .from(documentLog)
      .innerJoin(providerDocuments, eq(providerDocuments.id, documentLog.documentId))
      .where(where)
    const entries = rows.map(({ at, ...entry }) => ({ ...entry, atUtc: at.toISOString() }))
    return replyPage(query, entries, requireCount(counted))
  },

  deleteDocument: async ({ params, body: { keepsEarlier }, db, user, now, timeZone }) => {
    const back = await db.transaction(async (tx) => {
      const document = await requireDocument(tx, user, params.id)
      const change = { tx, userId: user.userId, now, today: todayOf({ now, timeZone }) }
      const deleted = await deleteVersions(change, document, keepsEarlier)
      await requireDeletable(tx, user, document)
      await endRequests(change, deleted.ids)
      const isOwn = providerScope(user) !== undefined
      await tellOfDeletion(tx, change, { document, isOwn, deleted, until: restorableUntil(now, timeZone) })
      return deleted.back
    })
    return done(null, back ? documentMessages.returned(back.version) : documentMessages.deleted)
  },

  restoreDocument: async ({ body, db, user, now, timeZone }) => {
    await db.transaction(async (tx) => {
      const document = await requireRecord(tx, user, body.id)
      const change = { tx, userId: user.userId, now, today: todayOf({ now, timeZone }) }
      await restoreVersions(change, document)
      await tellOfRestoring(tx, change, document)
    })
    return done(null, documentMessages.restored)
  },
}

export const createDocumentHandlers = ({ documents: parts }: StoringParts) => ({
  ...listHandlers,
  ...recordHandlers,
  ...requiredDocumentHandlers,
  ...acknowledgmentHandlers,
  ...createReadHandlers(parts.stores),
  ...createUploadHandlers(parts),
  ...createTemplateHandlers(parts),
})
