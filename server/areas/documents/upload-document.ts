/** Storing an uploaded file: checked, then its bytes, then the row that names them (docs/decisions/documents.md). */
import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { administratorDocumentFile, ownDocumentFile } from '#contract/documents.ts'
import { uploadProblem } from '#contract/upload.ts'
import { documentMessages } from '#domain/document-form.ts'
import { type LocalDate, parseDate } from '#domain/time.ts'
import { requireOwn } from '#server/areas/master-data/required-provider.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { providerName } from '#server/db/providers.ts'
import { documentTemplates, providerDocuments } from '#server/db/schema/documents.ts'
import { providers } from '#server/db/schema/providers.ts'
import { storedFiles } from '#server/db/schema/stored-files.ts'
import { checkFile } from '#server/documents/check/check-file.ts'
import { uploadedFileName } from '#server/documents/file-name.ts'
import { providerScope } from '#server/http/access.ts'
import { type Caller, done, type HandlersOf, type SpooledFile } from '#server/http/handler.ts'
import { Refusal, refuseField } from '#server/http/refusal.ts'
import { removeSpooled, spoolFile } from '#server/http/spool.ts'
import { ask, replaceRequest } from './acknowledgments.ts'
import { type DocumentChange, followExpiry, lockVersions, logDocument, supersede } from './document-moves.ts'
import { tellOfArrival } from './document-notices.ts'
import { type DocumentParts, requireTarget } from './document-parts.ts'
import { documentNotFound, requireDocument, requireOwnType, type StoredDocument, todayOf } from './document-record.ts'

type NewFile = typeof storedFiles.$inferInsert

/** Nobody can guess it, and it says nothing about the file. */
const randomName = (): string => randomBytes(24).toString('base64url')

/**
 * Checks an uploaded file and writes its bytes to the store. Until a row names them, the nightly clean-up may remove them.
 *
 * @param file with a signal that aborts when its sender has left: then it is checked no further
 * @param write stores the rows that name it
 * @throws Refusal 406 if the file is not safe to store, 503 if there is no store
 */
export async function storeFile<Result>(
  parts: DocumentParts,
  { sender, ...file }: SpooledFile & { readonly sender?: AbortSignal },
  now: Date,
  write: (stored: NewFile) => Promise<Result>,
): Promise<Result> {
  const target = requireTarget(parts)
  const kind = await checkFile(file.path, file.name, sender)
  await parts.scan?.(file.path, sender)
  const { size, sha256 } = file
  const name = randomName()
  await target.put(name, { stream: createReadStream(file.path), size, sha256 })
  try {
    return await write({ name, store: target.kind, size, sha256, ...kind, createdAt: now })
  } catch (error) {
    // After any other error, the row may have been stored.
    if (error instanceof Refusal) await target.remove(name).catch(() => {})
    throw error
  }
}

/** Stores a file that the server made; like `storeFile`. */
export async function storeContent<Result>(
  parts: DocumentParts,
  { name, content }: { readonly name: string; readonly content: Uint8Array },
  now: Date,
  write: (stored: NewFile) => Promise<Result>,
): Promise<Result> {
  const spooled = await spoolFile(Readable.from([content]), parts.spoolFolder)
  try {
    return await storeFile(parts, { ...spooled, name }, now, write)
  } finally {
    await removeSpooled(spooled)
  }
}

/** @throws Refusal 400 if the caller may not upload files with such a name */
function requireEnding(isOwn: boolean, { name, size }: SpooledFile): void {
  const rule = isOwn ? ownDocumentFile : administratorDocumentFile
  const message = uploadProblem(rule, { name, size })
  if (message !== undefined) throw new Refusal(400, message, { errors: [{ path: rule.field, message }] })
}

/** @throws Refusal 404 */
export async function requireProviderName(db: Pick<Db, 'select'>, id: number): Promise<string> {
  const [provider] = await db.select({ providerName }).from(providers).where(eq(providers.id, id))
  if (!provider) throw new Refusal(404, 'Provider not found.')
  return provider.providerName
}

/**
 * @param replaced the version before it: its newer versions keep a type that was deleted
 * @throws Refusal 404 for a type that the caller may not choose, 400 if its documents must have an expiry date
 */
async function requireTemplate(
  db: Pick<Db, 'select'>,
  { templateTypeId, expiryDate }: Pick<NewDocument, 'templateTypeId' | 'expiryDate'>,
  isOwn: boolean,
  replaced: StoredDocument | undefined,
): Promise<void> {
  const { isForProviders, mustExpire, deletedAt } = documentTemplates
  const isUnchanged = replaced?.templateTypeId === templateTypeId
  const [template] = await db
    .select({ isForProviders, mustExpire: sql<boolean>`${mustExpire} and ${deletedAt} is null` })
    .from(documentTemplates)
    .where(and(eq(documentTemplates.id, templateTypeId), isUnchanged ? undefined : isNull(deletedAt)))
  if (!template || (isOwn && !template.isForProviders)) throw new Refusal(404, 'Document type not found.')
  if (template.mustExpire && expiryDate === null) refuseField('expiryDate', documentMessages.expiryDate)
}

/**
 * The version that a newer one replaces, if there is one.
 *
 * @throws Refusal 404 for a document of another provider, 409 if it is not the latest version
 */
async function replaceVersion(
  change: DocumentChange,
  user: Caller,
  id: number | undefined,
  providerId: number,
): Promise<StoredDocument | undefined> {
  if (id === undefined) return undefined
  const named = await requireDocument(change.tx, user, id)
  const replaced = (await lockVersions(change.tx, named)).find((version) => version.id === id)
  if (replaced?.providerId !== providerId) throw documentNotFound()
  await requireOwnType(change.tx, user, replaced)
  await supersede(change, replaced)
  return replaced
}

export interface NewDocument {
  readonly providerId: number
  readonly templateTypeId: number
  readonly title: string
  readonly expiryDate: LocalDate | null
  readonly originalFileName: string
}

type OwnedChange = DocumentChange & { readonly userId: number }

async function addVersion(
  change: OwnedChange,
  file: NewFile,
  document: NewDocument,
  replaced: StoredDocument | undefined,
): Promise<StoredDocument> {
  const { tx, userId, now } = change
  await tx.insert(storedFiles).values(file)
  // Above the numbers of deleted versions, which may be restored.
  const numbers = replaced ? (await lockVersions(tx, replaced)).map(({ version }) => version) : []
  const [added] = await tx
    .insert(providerDocuments)
    .values({
      ...document,
      fileName: file.name,
      createdAt: now,
      createdById: userId,
      ...(replaced && { firstId: replaced.firstId ?? replaced.id, version: Math.max(...numbers) + 1 }),
    })
    .returning()
  if (!added) throw new Error('The document was not stored')
  await logDocument(tx, change, added.id, 'uploaded')
  // The uploader knows the date.
  await followExpiry(change, added)
  return added
}

interface Addition {
  readonly file: NewFile
  readonly document: NewDocument
  /** The version before it, which was superseded. */
  readonly replaced: StoredDocument | undefined
  /** By the provider. */
  readonly isOwn: boolean
  /** Whether the provider is to read and accept it. */
  readonly asksToAccept?: boolean
}

/** Adds a document or a newer version of one, and tells the other side. */
export async function addDocument(
  change: OwnedChange,
  { file, document, replaced, isOwn, asksToAccept = false }: Addition,
): Promise<StoredDocument> {
  const added = await addVersion(change, file, document, replaced)
  const wasAsked = replaced !== undefined && (await replaceRequest(change, replaced.id))
  // If an administrator replaces a document that the provider was to read, the new version is to be read as well.
  if (asksToAccept || (wasAsked && !isOwn && file.canBeShown === true)) {
    await ask(change, added)
    return added
  }
  const facts = { documentName: document.title, version: added.version }
  await tellOfArrival(change.tx, change, { id: added.id, providerId: document.providerId, isOwn }, facts)
  return added
}

export const createUploadHandlers = (parts: DocumentParts): HandlersOf<'uploadDocument' | 'getDocumentLimit'> => ({
  getDocumentLimit: async () => ({ maxBytes: parts.maxBytes }),

  uploadDocument: async ({ file, body, db, user, now, timeZone, left }) => {
    const { providerId, templateTypeId, documentName: title, hasExpiryDate, replaces } = body
    const isOwn = providerScope(user) !== undefined
    requireOwn(user, providerId)
    requireEnding(isOwn, file)
    await requireProviderName(db, providerId)
    const expiryDate = (hasExpiryDate && parseDate(body.expiryDate ?? body.expiryOn ?? '')) || null
    const document = { providerId, templateTypeId, title, expiryDate, originalFileName: uploadedFileName(file.name) }
    const earlier = replaces === undefined ? undefined : await requireDocument(db, user, replaces)
    if (earlier) await requireOwnType(db, user, earlier)
    await requireTemplate(db, document, isOwn, earlier)
    const stored = await storeFile(parts, { ...file, sender: left() }, now, (stored) =>
      db.transaction(async (tx) => {
        const change = { tx, userId: user.userId, now, today: todayOf({ now, timeZone }) }
        // Once more, since checking a large file takes a while.
        await requireTemplate(tx, document, isOwn, earlier)
        const replaced = await replaceVersion(change, user, replaces, providerId)
        return addDocument(change, { file: stored, document, replaced, isOwn })
      }),
    )
    return done({ id: stored.id, version: stored.version }, documentMessages.uploaded)
  },
})

/** The row of a file that another file replaces; its bytes go with the nightly clean-up. */
export const dropFile = async (tx: Tx, name: string): Promise<void> => {
  await tx.delete(storedFiles).where(eq(storedFiles.name, name))
}
