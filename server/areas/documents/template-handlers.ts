/** Document types, which the spec calls master templates, and their files. */
import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { DocumentTemplate } from '#contract/documents.ts'
import { getTemplateFile } from '#contract/documents.ts'
import { documentMessages } from '#domain/document-form.ts'
import { orTaken, requireRecord } from '#server/areas/master-data/stored-record.ts'
import type { Db } from '#server/db/database.ts'
import { documentTemplates, providerDocuments, storedFiles } from '#server/db/schema.ts'
import { uploadedFileName } from '#server/documents/file-name.ts'
import { providerScope } from '#server/http/access.ts'
import { done, type HandlersOf, type SpooledFile } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { DocumentParts } from './document-parts.ts'
import { isLatest } from './document-record.ts'
import { fileAsShown, fileAsStored } from './read-document.ts'
import { dropFile, storeFile } from './upload-document.ts'

const NOUN = 'document type'
const isLive = isNull(documentTemplates.deletedAt)
const newVersion = { version: sql`${documentTemplates.version} + 1` }

/** Letters are filled in from Word files. */
const LETTER = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/**
 * Whether a file is a letter template.
 *
 * @throws Refusal 406 that names the mistakes in its placeholders, line by line
 */
async function isLetterTemplate({ letters }: DocumentParts, mediaType: string, file: SpooledFile): Promise<boolean> {
  if (mediaType !== LETTER) return false
  const { isLetter, problems } = await letters.read(file)
  if (problems.length > 0) throw new Refusal(406, documentMessages.letterProblems, { data: problems })
  return isLetter
}

const selectTemplates = async (db: Pick<Db, 'select'>, where: SQL | undefined): Promise<DocumentTemplate[]> => {
  const { id, title, originalFileName, isForProviders, isLetter, version } = documentTemplates
  const rows = await db
    .select({
      id,
      title,
      originalFileName,
      canBeShown: sql<boolean>`coalesce(${storedFiles.canBeShown}, false)`,
      isProviderUploadAllowedForAdmin: isForProviders,
      isLetter,
      docs: sql<number>`(select count(*)::int from ${providerDocuments}
        where ${providerDocuments.templateTypeId} = ${documentTemplates.id} and ${isLatest})`,
      version,
    })
    .from(documentTemplates)
    .leftJoin(storedFiles, eq(storedFiles.name, documentTemplates.fileName))
    .where(and(isLive, where))
    .orderBy(asc(title), asc(id))
  return rows.map(({ version: seen, ...row }) => ({
    ...row,
    fileUrl: row.originalFileName === null ? null : `${getTemplateFile.path}?id=${row.id}`,
    entityCacheKey: String(seen),
  }))
}

/** With its row locked, if the query is `for('update')`. */
const selectTemplate = (db: Pick<Db, 'select'>, id: number) =>
  db
    .select()
    .from(documentTemplates)
    .where(and(eq(documentTemplates.id, id), isLive))

/** @throws Refusal 409 if another document type has the title */
const orTitleTaken = <Result>(write: Promise<Result>) =>
  orTaken(write, 'document_templates_title', 'title', 'This document type already exists.')

export const createTemplateHandlers = (
  parts: DocumentParts,
): HandlersOf<
  | 'getMasterTemplates'
  | 'getTemplate'
  | 'addTemplate'
  | 'updateTemplate'
  | 'deleteTemplate'
  | 'uploadTemplateFile'
  | 'getTemplateFile'
> => ({
  getMasterTemplates: async ({ query: { isAdmin, isGenerateLetter }, db, user }) =>
    selectTemplates(
      db,
      and(
        isAdmin && providerScope(user) === undefined ? undefined : eq(documentTemplates.isForProviders, true),
        isGenerateLetter ? eq(documentTemplates.isLetter, true) : undefined,
      ),
    ),

  getTemplate: async ({ query, db }) => {
    const [template] = await selectTemplates(db, eq(documentTemplates.id, query.id))
    if (!template) throw new Refusal(404, 'Document type not found.')
    return template
  },

  addTemplate: async ({ body: { title, isProviderUploadAllowedForAdmin: isForProviders }, db, now }) => {
    const [added] = await db.transaction((tx) =>
      orTitleTaken(
        tx
          .insert(documentTemplates)
          .values({ title, isForProviders, createdAt: now })
          .returning({ id: documentTemplates.id }),
      ),
    )
    if (!added) throw new Error('The document type was not stored')
    return done(added, documentMessages.templateAdded)
  },

  updateTemplate: async ({ body, db }) => {
    const { id, title, isProviderUploadAllowedForAdmin: isForProviders, entityCacheKey } = body
    await db.transaction(async (tx) => {
      requireRecord(await selectTemplate(tx, id).for('update'), NOUN, entityCacheKey)
      const changed = { title, isForProviders, ...newVersion }
      await orTitleTaken(tx.update(documentTemplates).set(changed).where(eq(documentTemplates.id, id)))
    })
    return done(null, documentMessages.templateUpdated)
  },

  deleteTemplate: async ({ body: { id, entityCacheKey }, db, now }) => {
    await db.transaction(async (tx) => {
      requireRecord(await selectTemplate(tx, id).for('update'), NOUN, entityCacheKey)
      await tx.update(documentTemplates).set({ deletedAt: now }).where(eq(documentTemplates.id, id))
    })
    return done(null, documentMessages.templateDeleted)
  },

  uploadTemplateFile: async ({ file, body: { id, entityCacheKey }, db, now }) => {
    requireRecord(await selectTemplate(db, id), NOUN, entityCacheKey)
    await storeFile(parts, file, now, async (stored) => {
      const isLetter = await isLetterTemplate(parts, stored.mediaType, file)
      await db.transaction(async (tx) => {
        const template = requireRecord(await selectTemplate(tx, id).for('update'), NOUN, entityCacheKey)
        await tx.insert(storedFiles).values(stored)
        await tx
          .update(documentTemplates)
          .set({ fileName: stored.name, originalFileName: uploadedFileName(file.name), isLetter, ...newVersion })
          .where(eq(documentTemplates.id, id))
        if (template.fileName !== null) await dropFile(tx, template.fileName)
      })
    })
    return done(null, documentMessages.templateFileSaved)
  },

  getTemplateFile: async ({ query, db, user }) => {
    const isOffice = providerScope(user) === undefined
    const [template] = await selectTemplate(db, query.id)
    if (!template || !(isOffice || template.isForProviders) || template.fileName === null)
      throw new Refusal(404, 'This document type has no file.')
    const file = await parts.stores.open(template.fileName)
    const name = template.originalFileName ?? template.title
    return file.canBeShown ? fileAsShown(file, name) : fileAsStored(file, name)
  },
})
