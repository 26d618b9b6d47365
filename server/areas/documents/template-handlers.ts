/** Document types, which the spec calls master templates, and their files. */

import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { DocumentTemplate } from '#contract/documents.ts'
import { getTemplateFile } from '#contract/documents.ts'
import { documentMessages, type templateFormSchema } from '#domain/document-form.ts'
import { WORD_FILE } from '#domain/media-types.ts'
import { orTaken, requireRecord } from '#server/areas/master-data/stored-record.ts'
import { logSettings } from '#server/areas/organization/settings-log.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { oneOf } from '#server/db/one-of.ts'
import { documentRequirements, documentTemplates, providerDocuments } from '#server/db/schema/documents.ts'
import { providerTypes } from '#server/db/schema/providers.ts'
import { storedFiles } from '#server/db/schema/stored-files.ts'
import { uploadedFileName } from '#server/documents/file-name.ts'
import { providerScope } from '#server/http/access.ts'
import { done, type HandlersOf, type SpooledFile } from '#server/http/handler.ts'
import { Refusal, refuseField } from '#server/http/refusal.ts'
import type { DocumentParts } from './document-parts.ts'
import { isLatest } from './document-record.ts'
import { fileAsShown, fileAsStored } from './read-document.ts'
import { dropFile, storeFile } from './upload-document.ts'

const NOUN = 'document type'
const isLive = isNull(documentTemplates.deletedAt)
const newVersion = { version: sql`${documentTemplates.version} + 1` }

type TypeTitle = { readonly id: number; readonly title: string }

/**
 * Whether a file is a letter template.
 *
 * @throws Refusal 406 that names the mistakes in its placeholders, line by line
 */
async function isLetterTemplate(
  { letters }: DocumentParts,
  mediaType: string,
  file: SpooledFile,
  left: AbortSignal,
): Promise<boolean> {
  if (mediaType !== WORD_FILE) return false
  const { isLetter, problems } = await letters.read(file, left)
  if (problems.length > 0) throw new Refusal(406, documentMessages.letterProblems, { data: problems })
  return isLetter
}

const selectTemplates = async (db: Pick<Db, 'select'>, where: SQL | undefined): Promise<DocumentTemplate[]> => {
  const { id, title, originalFileName, isForProviders, isLetter, mustExpire, version } = documentTemplates
  const rows = await db
    .select({
      id,
      title,
      originalFileName,
      canBeShown: sql<boolean>`coalesce(${storedFiles.canBeShown}, false)`,
      isProviderUploadAllowedForAdmin: isForProviders,
      requiredFor: sql<TypeTitle[]>`(select coalesce(json_agg(json_build_object('id', ${providerTypes.id},
          'title', ${providerTypes.title}) order by ${providerTypes.id}), '[]')
        from ${documentRequirements}
        join ${providerTypes} on ${providerTypes.id} = ${documentRequirements.providerTypeId}
        where ${documentRequirements.templateId} = ${documentTemplates.id})`,
      mustExpire,
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

type TemplateForm = z.output<typeof templateFormSchema>

const columnsOf = ({ title, isProviderUploadAllowedForAdmin: isForProviders, mustExpire }: TemplateForm) => ({
  title,
  isForProviders,
  mustExpire,
})

/** Who must have a document of a type, as the log of settings says it; '' if nobody. */
const requirementInWords = (title: string, types: readonly TypeTitle[], mustExpire: boolean): string =>
  types.length === 0
    ? ''
    : `${title}: ${types.map((type) => type.title).join(', ')}${mustExpire ? '; with an expiry date' : ''}`

/**
 * Stores who must have a document of a type, and logs it.
 *
 * @throws Refusal 400 for a provider type that does not exist
 */
async function setRequirement(
  tx: Tx,
  by: { readonly userId: number; readonly now: Date },
  id: number,
  form: TemplateForm,
  before: string,
): Promise<void> {
  const types = await tx
    .select()
    .from(providerTypes)
    .where(oneOf(providerTypes.id, form.requiredForIds))
    .orderBy(providerTypes.id)
  if (types.length < new Set(form.requiredForIds).size) refuseField('requiredForIds', 'Choose provider types.')
  await tx.delete(documentRequirements).where(eq(documentRequirements.templateId, id))
  if (types.length > 0) {
    await tx.insert(documentRequirements).values(types.map((type) => ({ templateId: id, providerTypeId: type.id })))
  }
  const after = requirementInWords(form.title, types, form.mustExpire)
  if (after !== before) await logSettings(tx, by, [{ field: 'requiredDocuments', before, after }])
}

type StoredType = Pick<typeof documentTemplates.$inferSelect, 'title' | 'isForProviders' | 'mustExpire'>

/** A document type as the log of settings says it. */
const typeInWords = ({ title, isForProviders, mustExpire }: StoredType): string =>
  `${title}: ${isForProviders ? 'uploaded by providers and administrators' : 'uploaded by administrators'}${mustExpire ? '; with an expiry date' : ''}`

const templateInWords = (title: string, fileName: string | null): string =>
  `${title}: ${fileName === null ? 'no template' : `template ${fileName}`}`

const requirementOf = async (tx: Tx, id: number): Promise<string> => {
  const [stored] = await selectTemplates(tx, eq(documentTemplates.id, id))
  return stored ? requirementInWords(stored.title, stored.requiredFor, stored.mustExpire) : ''
}

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

  addTemplate: async ({ body, db, user: { userId }, now }) => {
    const added = await db.transaction(async (tx) => {
      const [stored] = await orTitleTaken(
        tx
          .insert(documentTemplates)
          .values({ ...columnsOf(body), createdAt: now })
          .returning({ id: documentTemplates.id }),
      )
      if (!stored) throw new Error('The document type was not stored')
      await logSettings(tx, { userId, now }, [
        { field: 'documentTypes', before: '', after: typeInWords(columnsOf(body)) },
      ])
      await setRequirement(tx, { userId, now }, stored.id, body, '')
      return stored
    })
    return done(added, documentMessages.templateAdded)
  },

  updateTemplate: async ({ body, db, user: { userId }, now }) => {
    const { id, entityCacheKey } = body
    await db.transaction(async (tx) => {
      const stored = requireRecord(await selectTemplate(tx, id).for('update'), NOUN, entityCacheKey)
      const before = await requirementOf(tx, id)
      const changed = { ...columnsOf(body), ...newVersion }
      await orTitleTaken(tx.update(documentTemplates).set(changed).where(eq(documentTemplates.id, id)))
      const words = { before: typeInWords(stored), after: typeInWords(columnsOf(body)) }
      if (words.before !== words.after) await logSettings(tx, { userId, now }, [{ field: 'documentTypes', ...words }])
      await setRequirement(tx, { userId, now }, id, body, before)
    })
    return done(null, documentMessages.templateUpdated)
  },

  deleteTemplate: async ({ body: { id, entityCacheKey }, db, user: { userId }, now }) => {
    await db.transaction(async (tx) => {
      const stored = requireRecord(await selectTemplate(tx, id).for('update'), NOUN, entityCacheKey)
      const before = await requirementOf(tx, id)
      if (before !== '') {
        await logSettings(tx, { userId, now }, [{ field: 'requiredDocuments', before, after: '' }])
      }
      await logSettings(tx, { userId, now }, [{ field: 'documentTypes', before: typeInWords(stored), after: '' }])
      await tx.update(documentTemplates).set({ deletedAt: now }).where(eq(documentTemplates.id, id))
    })
    return done(null, documentMessages.templateDeleted)
  },

  uploadTemplateFile: async ({ file, body: { id, entityCacheKey }, db, user: { userId }, now, left }) => {
    requireRecord(await selectTemplate(db, id), NOUN, entityCacheKey)
    await storeFile(parts, { ...file, sender: left() }, now, async (stored) => {
      const isLetter = await isLetterTemplate(parts, stored.mediaType, file, left())
      const originalFileName = uploadedFileName(file.name)
      await db.transaction(async (tx) => {
        const template = requireRecord(await selectTemplate(tx, id).for('update'), NOUN, entityCacheKey)
        await tx.insert(storedFiles).values(stored)
        await tx
          .update(documentTemplates)
          .set({ fileName: stored.name, originalFileName, isLetter, ...newVersion })
          .where(eq(documentTemplates.id, id))
        const { title } = template
        await logSettings(tx, { userId, now }, [
          {
            field: 'documentTypes',
            before: templateInWords(title, template.originalFileName),
            after: templateInWords(title, originalFileName),
          },
        ])
        if (template.fileName !== null) await dropFile(tx, template.fileName)
      })
    })
    return done(null, documentMessages.templateFileSaved)
  },

  getTemplateFile: async ({ query, db, user }) => {
    const seesAll = providerScope(user) === undefined
    const [template] = await selectTemplate(db, query.id)
    if (!template || !(seesAll || template.isForProviders) || template.fileName === null)
      throw new Refusal(404, 'This document type has no file.')
    const file = await parts.stores.open(template.fileName)
    const name = template.originalFileName ?? template.title
    return file.canBeShown ? fileAsShown(file, name) : fileAsStored(file, name)
  },
})
