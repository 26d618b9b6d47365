/**
 * Generating a letter for providers: one job works through them, each in a transaction of its own, so that a crash neither
 * loses nor repeats a letter (docs/decisions/letters.md).
 */
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { id } from '#contract/endpoint.ts'
import { documentMessages } from '#domain/document-form.ts'
import { localOf } from '#domain/time.ts'
import { counted } from '#domain/words.ts'
import { lockVersions, supersede } from '#server/areas/documents/document-moves.ts'
import type { StoringParts } from '#server/areas/documents/document-parts.ts'
import { documentName, isLatest, type StoredDocument } from '#server/areas/documents/document-record.ts'
import { addDocument, requireProviderName, storeContent } from '#server/areas/documents/upload-document.ts'
import { defineNotification, notice, notify } from '#server/areas/notifications/notify.ts'
import type { PooledDb, Tx } from '#server/db/database.ts'
import { organizationZone } from '#server/db/organization.ts'
import { providerDocuments } from '#server/db/schema/documents.ts'
import { letterRunProviders, letterRuns } from '#server/db/schema/letters.ts'
import { providers } from '#server/db/schema/providers.ts'
import { uploadedFileName } from '#server/documents/file-name.ts'
import { Refusal } from '#server/http/refusal.ts'
import { defineJob, type JobServices } from '#server/jobs/job.ts'
import { makeLetter, writeLetter } from './make-letter.ts'

export type LetterServices = JobServices & StoringParts

type Run = typeof letterRuns.$inferSelect
type Outcome = Pick<typeof letterRunProviders.$inferInsert, 'outcome' | 'documentId' | 'reason'>

interface Next {
  readonly providerId: number
  readonly seen: string | null
}

interface Ended {
  readonly documentName: string
  readonly saved: number
  readonly failed: number
}

const inWords = ({ saved, failed }: Ended) =>
  `${counted(saved, 'letter')} saved${failed > 0 ? `, ${failed} failed` : ''}`

const runEnded = defineNotification({
  kind: 'letters-ended',
  lastsIn: 'always',
  audience: 'ADM',
  category: 'Documents',
  subject: 'generate-letter',
  words: (ended: Ended) => `${ended.documentName}: ${inWords(ended)}`,
  inMail: (ended: Ended) => `${inWords(ended)}.`,
  href: () => '/manage-documents',
})

const lockRun = async (tx: Tx, runId: number): Promise<Run | undefined> => {
  const [run] = await tx.select().from(letterRuns).where(eq(letterRuns.id, runId)).for('update')
  return run
}

/** Ends a run and, if it was for several providers, tells who started it. */
async function endRun(tx: Tx, run: Run, end: { state: 'done' | 'failed'; at: Date; reason?: string }): Promise<void> {
  await tx
    .update(letterRuns)
    .set({ state: end.state, endedAt: end.at, reason: end.reason ?? null })
    .where(eq(letterRuns.id, run.id))
  const outcomes = await tx
    .select({ outcome: letterRunProviders.outcome, count: sql<number>`count(*)::int` })
    .from(letterRunProviders)
    .where(eq(letterRunProviders.runId, run.id))
    .groupBy(letterRunProviders.outcome)
  const countOf = (...wanted: string[]) =>
    outcomes.reduce((sum, { outcome, count }) => (wanted.includes(outcome) ? sum + count : sum), 0)
  const ended = { documentName: run.documentName, saved: countOf('saved'), failed: countOf('failed', 'waiting') }
  if (ended.saved + ended.failed === 1) return
  await notify(tx, { userId: null, now: end.at }, [notice(runEnded, { userId: run.startedById }, run.id, ended)])
}

const isWaiting = (runId: number) => and(eq(letterRunProviders.runId, runId), eq(letterRunProviders.outcome, 'waiting'))

async function readNext(db: PooledDb, runId: number): Promise<Next | undefined> {
  const { providerId, seen } = letterRunProviders
  const [next] = await db
    .select({ providerId, seen })
    .from(letterRunProviders)
    .innerJoin(providers, eq(providers.id, providerId))
    .where(isWaiting(runId))
    .orderBy(asc(providers.lastName), asc(providers.firstName), asc(providers.id))
    .limit(1)
  return next
}

/** Notes an outcome, with the run locked. @returns false if another server has noted one */
async function settle(tx: Tx, runId: number, providerId: number, outcome: Outcome): Promise<boolean> {
  const noted = await tx
    .update(letterRunProviders)
    .set(outcome)
    .where(and(isWaiting(runId), eq(letterRunProviders.providerId, providerId)))
    .returning({ providerId: letterRunProviders.providerId })
  return noted.length > 0
}

/**
 * The letter with this name that the new one replaces as its newer version, superseded. Never a document that someone
 * uploaded: a license, say, which is valid until some day.
 */
async function replaceEarlier(
  change: Parameters<typeof supersede>[0],
  { templateTypeId, documentName: name }: Run,
  providerId: number,
): Promise<StoredDocument | undefined> {
  const [named] = await change.tx
    .select()
    .from(providerDocuments)
    .where(
      and(
        eq(providerDocuments.providerId, providerId),
        eq(providerDocuments.templateTypeId, templateTypeId),
        eq(sql`lower(${documentName})`, name.toLowerCase()),
        isLatest,
        inArray(providerDocuments.id, change.tx.select({ id: letterRunProviders.documentId }).from(letterRunProviders)),
      ),
    )
    .orderBy(asc(providerDocuments.id))
    .limit(1)
  if (!named) return undefined
  const earlier = (await lockVersions(change.tx, named)).find((version) => version.id === named.id)
  if (!earlier) return undefined
  await supersede(change, earlier)
  return earlier
}

/** @throws Refusal if it can't be saved */
async function saveLetter({ db, documents, clock }: LetterServices, run: Run, next: Next): Promise<void> {
  const { providerId, seen } = next
  const { templateTypeId, documentName: title, format, isOwn, asksToAccept, startedById } = run
  const name = await requireProviderName(db, providerId)
  const now = clock()
  const { date: today } = localOf(now, await organizationZone(db))
  const made = await makeLetter(documents, db, { templateTypeId, providerId, isOwn }, today)
  if (seen !== null && seen !== made.letter.sha256) throw new Refusal(409, documentMessages.letterChanged)
  const { content } = await writeLetter(documents, made, title, format)
  const originalFileName = uploadedFileName(`${title}, ${name}.${format}`)
  await storeContent(documents, { name: originalFileName, content }, now, (file) =>
    db.transaction(async (tx) => {
      await lockRun(tx, run.id)
      const change = { tx, userId: startedById, now, today }
      const replaced = await replaceEarlier(change, run, providerId)
      const document = { providerId, templateTypeId, title, expiryDate: null, originalFileName }
      const added = await addDocument(change, { file, document, replaced, isOwn, asksToAccept })
      // Rolls back what is above.
      if (!(await settle(tx, run.id, providerId, { outcome: 'saved', documentId: added.id }))) {
        throw new Refusal(409, 'Another server has saved this letter.')
      }
    }),
  )
}

/** Works on the next provider. @returns whether the run is over */
async function takeStep(services: LetterServices, runId: number, finish: (tx: Tx) => Promise<void>): Promise<boolean> {
  const { db, clock } = services
  const [run] = await db.select().from(letterRuns).where(eq(letterRuns.id, runId))
  const next = run?.state === 'running' ? await readNext(db, runId) : undefined
  if (!run || !next) {
    await db.transaction(async (tx) => {
      const locked = await lockRun(tx, runId)
      if (locked?.state === 'running') await endRun(tx, locked, { state: 'done', at: clock() })
      await finish(tx)
    })
    return true
  }
  try {
    await saveLetter(services, run, next)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await db.transaction((tx) => settle(tx, runId, next.providerId, { outcome: 'failed', reason: error.message }))
  }
  return false
}

export const letterRunJob = defineJob<z.ZodObject<{ runId: typeof id }>, LetterServices>({
  name: 'letter-run',
  payload: z.object({ runId: id }),
  attempts: 5,
  run: async ({ runId }, { signal, finish, ...services }) => {
    for (let isOver = false; !isOver; ) {
      signal.throwIfAborted()
      isOver = await takeStep(services, runId, finish)
    }
  },
  ended: async (tx, { runId }, { state, at }) => {
    const run = state === 'failed' ? await lockRun(tx, runId) : undefined
    if (run?.state === 'running') {
      await endRun(tx, run, { state: 'failed', at, reason: documentMessages.letterRunFailed })
    }
  },
})
