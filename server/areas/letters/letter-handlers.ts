/** Letters: shown before they are saved, and saved for one or more providers (docs/decisions/letters.md). */

import { and, asc, desc, eq, inArray } from 'drizzle-orm'
import type { LetterRun } from '#contract/letters.ts'
import { documentMessages } from '#domain/document-form.ts'
import { WORD_FILE } from '#domain/media-types.ts'
import type { StoringParts } from '#server/areas/documents/document-parts.ts'
import { requireTarget } from '#server/areas/documents/document-parts.ts'
import { todayOf } from '#server/areas/documents/document-record.ts'
import { requireOwnProvider } from '#server/areas/master-data/required-provider.ts'
import { bulkInsert } from '#server/db/bulk-insert.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { distinctProviderName } from '#server/db/providers.ts'
import { providerDocuments } from '#server/db/schema/documents.ts'
import { letterRunProviders, letterRuns } from '#server/db/schema/letters.ts'
import { providers } from '#server/db/schema/providers.ts'
import { users } from '#server/db/schema/users.ts'
import { uploadedFileName } from '#server/documents/file-name.ts'
import { NO_ACCESS, providerScope } from '#server/http/access.ts'
import { done, FileReply, type HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { enqueue } from '#server/jobs/job.ts'
import { letterRunJob } from './letter-run.ts'
import { makeLetter, requireLetterTemplate, writeLetter } from './make-letter.ts'

/** @param id the latest one if left out */
async function readRun(db: Pick<Db, 'select'>, startedById: number, id?: number): Promise<LetterRun | null> {
  const [run] = await db
    .select()
    .from(letterRuns)
    .where(and(eq(letterRuns.startedById, startedById), id === undefined ? undefined : eq(letterRuns.id, id)))
    .orderBy(desc(letterRuns.id))
    .limit(1)
  if (!run) return null
  const { providerId, outcome, documentId, reason } = letterRunProviders
  const letters = await db
    .select({
      providerId,
      providerName: distinctProviderName,
      outcome,
      documentId,
      version: providerDocuments.version,
      reason,
    })
    .from(letterRunProviders)
    .innerJoin(providers, eq(providers.id, providerId))
    .leftJoin(providerDocuments, eq(providerDocuments.id, documentId))
    .where(eq(letterRunProviders.runId, run.id))
    .orderBy(asc(providers.lastName), asc(providers.firstName), asc(providers.id))
  return {
    id: run.id,
    documentName: run.documentName,
    state: run.state,
    createdOnUtc: run.createdAt.toISOString(),
    letters,
    reason: run.reason,
  }
}

async function requireRun(db: Pick<Db, 'select'>, startedById: number, id: number): Promise<LetterRun> {
  const run = await readRun(db, startedById, id)
  if (!run) throw new Refusal(404, 'These letters are no longer on record.')
  return run
}

/** @throws Refusal 404 */
async function requireProviders(db: Pick<Db, 'select'>, ids: readonly number[]): Promise<void> {
  const found = await db
    .select({ id: providers.id })
    .from(providers)
    .where(inArray(providers.id, [...ids]))
  if (found.length < ids.length) throw new Refusal(404, 'Provider not found.')
}

/**
 * One run of a user at a time: each takes one of the few places for work, email included, until it is over. The user's row
 * makes two requests take turns.
 *
 * @throws Refusal 409
 */
async function requireNoRun(tx: Tx, userId: number): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
  const isUnderWay = and(eq(letterRuns.startedById, userId), eq(letterRuns.state, 'running'))
  if ((await tx.$count(letterRuns, isUnderWay)) > 0) throw new Refusal(409, documentMessages.lettersUnderWay)
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
    const { templateTypeId, documentName, format, asksToAccept } = body
    const ids = [...new Set(body.providerIds)]
    for (const id of isOwn ? ids : []) await requireOwnProvider(db, user, id)
    if (isOwn && asksToAccept) throw new Refusal(403, NO_ACCESS)
    requireTarget(parts)
    const seen = new Map(body.seen.map(({ providerId, sha256 }) => [providerId, sha256]))
    const runId = await db.transaction(async (tx) => {
      await requireLetterTemplate(tx, { templateTypeId, isOwn })
      await requireProviders(tx, ids)
      await requireNoRun(tx, user.userId)
      const facts = { templateTypeId, documentName, format, asksToAccept, isOwn }
      const [run] = await tx
        .insert(letterRuns)
        .values({ ...facts, state: 'running', startedById: user.userId, createdAt: now })
        .returning({ id: letterRuns.id })
      if (!run) throw new Error('The run was not stored')
      await bulkInsert(
        tx,
        letterRunProviders,
        ids.map((providerId) => ({
          runId: run.id,
          providerId,
          seen: seen.get(providerId) ?? null,
          outcome: 'waiting' as const,
        })),
      )
      await enqueue(tx, letterRunJob, { runId: run.id })
      return run.id
    })
    return done(await requireRun(db, user.userId, runId), documentMessages.letterStarted)
  },

  getLetterRun: async ({ query: { id }, db, user }) => {
    // Refuses anyone who has neither the screen of all documents nor documents of their own.
    providerScope(user)
    return id === undefined ? readRun(db, user.userId) : requireRun(db, user.userId, id)
  },
})
