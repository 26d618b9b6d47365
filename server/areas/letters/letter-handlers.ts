/** Letters: shown before they are saved, and saved for one or more providers (docs/decisions/letters.md). */

import { asc, eq, inArray } from 'drizzle-orm'
import type { LetterRun } from '#contract/letters.ts'
import { documentMessages } from '#domain/document-form.ts'
import { WORD_FILE } from '#domain/media-types.ts'
import type { StoringParts } from '#server/areas/documents/document-parts.ts'
import { requireTarget } from '#server/areas/documents/document-parts.ts'
import { todayOf } from '#server/areas/documents/document-record.ts'
import { requireOwnProvider } from '#server/areas/master-data/required-provider.ts'
import type { Db } from '#server/db/database.ts'
import { distinctProviderName } from '#server/db/providers.ts'
import { providerDocuments } from '#server/db/schema/documents.ts'
import { providers } from '#server/db/schema/providers.ts'
import { runItems } from '#server/db/schema/runs.ts'
import { uploadedFileName } from '#server/documents/file-name.ts'
import { NO_ACCESS, providerScope } from '#server/http/access.ts'
import { done, FileReply, type HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { letterRun } from './letter-run.ts'
import { makeLetter, requireLetterTemplate, writeLetter } from './make-letter.ts'

const byName = [asc(providers.lastName), asc(providers.firstName), asc(providers.id)]

/** What the wire calls it: a letter is either saved or not. */
const OUTCOMES = { waiting: 'waiting', done: 'saved', unchanged: 'saved', refused: 'failed' } as const

/** @param runId the latest one if left out */
async function readRun(db: Pick<Db, 'select'>, startedById: number, runId?: number): Promise<LetterRun | null> {
  const run = await letterRun.read(db, { runId, startedById })
  if (!run) return null
  const { outcome, documentId, reason } = runItems
  const letters = await db
    .select({
      providerId: providers.id,
      providerName: distinctProviderName,
      outcome,
      documentId,
      version: providerDocuments.version,
      reason,
    })
    .from(runItems)
    .innerJoin(providers, eq(providers.id, runItems.itemId))
    .leftJoin(providerDocuments, eq(providerDocuments.id, documentId))
    .where(eq(runItems.runId, run.id))
    .orderBy(...byName)
  return {
    id: run.id,
    documentName: run.input.documentName,
    state: run.state,
    createdOnUtc: run.createdAt.toISOString(),
    letters: letters.map((letter) => ({ ...letter, outcome: OUTCOMES[letter.outcome] })),
    reason: run.reason,
  }
}

async function requireRun(db: Pick<Db, 'select'>, startedById: number, id: number): Promise<LetterRun> {
  const run = await readRun(db, startedById, id)
  if (!run) throw new Refusal(404, 'These letters are no longer on record.')
  return run
}

/**
 * @returns their ids, by name
 * @throws Refusal 404
 */
async function requireProviders(db: Pick<Db, 'select'>, ids: readonly number[]): Promise<number[]> {
  const found = await db
    .select({ id: providers.id })
    .from(providers)
    .where(inArray(providers.id, [...ids]))
    .orderBy(...byName)
  if (found.length < ids.length) throw new Refusal(404, 'Provider not found.')
  return found.map(({ id }) => id)
}

export const createLetterHandlers = ({
  documents: parts,
}: StoringParts): HandlersOf<'previewLetter' | 'getLetterFile' | 'startLetterRun' | 'getLetterRun'> => ({
  previewLetter: async ({ query, db, user, now, timeZone }) => {
    await requireOwnProvider(db, user, query.providerId)
    const order = { ...query, isOwn: providerScope(user) !== undefined }
    const made = await makeLetter(parts, db, order, todayOf({ now, timeZone }))
    const { notInPdf } = await writeLetter(parts, made, made.title, 'pdf')
    const { sha256, missing } = made.letter
    return { sha256, missing: [...missing], notInPdf: [...notInPdf], isPdfExact: parts.letters.isExact }
  },

  getLetterFile: async ({ query: { format, sha256, ...query }, db, user, now, timeZone }) => {
    await requireOwnProvider(db, user, query.providerId)
    const order = { ...query, isOwn: providerScope(user) !== undefined }
    const made = await makeLetter(parts, db, order, todayOf({ now, timeZone }))
    if (made.letter.sha256 !== sha256) throw new Refusal(409, documentMessages.letterChanged)
    const { content } = await writeLetter(parts, made, made.title, format)
    const name = uploadedFileName(`${made.title}, ${made.providerName}.${format}`)
    return new FileReply(content, name, format === 'docx' ? { contentType: WORD_FILE } : {})
  },

  startLetterRun: async ({ body, db, user, now }) => {
    const scope = providerScope(user)
    const isOwn = scope !== undefined
    const { templateTypeId, documentName, format, asksToAccept, seen } = body
    const ids = [...new Set(body.providerIds)]
    for (const id of isOwn ? ids : []) await requireOwnProvider(db, user, id)
    if (isOwn && asksToAccept) throw new Refusal(403, NO_ACCESS)
    requireTarget(parts)
    const input = { templateTypeId, documentName, format, asksToAccept, isOwn, seen }
    const runId = await db.transaction(async (tx) => {
      await requireLetterTemplate(tx, input)
      const items = await requireProviders(tx, ids)
      return letterRun.begin(tx, { input, startedById: user.userId, now, items: async () => items })
    })
    return done(await requireRun(db, user.userId, runId), documentMessages.letterStarted)
  },

  getLetterRun: async ({ query: { id }, db, user }) => {
    // Refuses anyone who has neither the screen of all documents nor documents of their own.
    providerScope(user)
    return id === undefined ? readRun(db, user.userId) : requireRun(db, user.userId, id)
  },
})
