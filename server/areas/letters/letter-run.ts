/** Generating a letter for providers (docs/decisions/letters.md). */
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { id } from '#contract/endpoint.ts'
import { documentMessages, LETTER_FORMATS } from '#domain/document-form.ts'
import { localOf } from '#domain/time.ts'
import { counted } from '#domain/words.ts'
import { lockVersions, supersede } from '#server/areas/documents/document-moves.ts'
import type { StoringParts } from '#server/areas/documents/document-parts.ts'
import { documentName, isLatest, type StoredDocument } from '#server/areas/documents/document-record.ts'
import { addDocument, requireProviderName, storeContent } from '#server/areas/documents/upload-document.ts'
import { defineNotification, notice, notify } from '#server/areas/notifications/notify.ts'
import { organizationZone } from '#server/db/organization.ts'
import { providerDocuments } from '#server/db/schema/documents.ts'
import { runItems } from '#server/db/schema/runs.ts'
import { uploadedFileName } from '#server/documents/file-name.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { JobServices } from '#server/jobs/job.ts'
import { defineRun } from '#server/jobs/run.ts'
import { makeLetter, writeLetter } from './make-letter.ts'

export type LetterServices = JobServices & StoringParts

const input = z.object({
  templateTypeId: id,
  /** What the documents are called. */
  documentName: z.string(),
  format: z.enum(LETTER_FORMATS),
  /** Whether the provider is asked to accept it. */
  asksToAccept: z.boolean(),
  /** Whether a provider made it for themselves. */
  isOwn: z.boolean(),
  /** The checksums of letters that were shown before they were saved. */
  seen: z.array(z.object({ providerId: id, sha256: z.string() })),
})
type LetterOrder = z.output<typeof input>

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

/**
 * The letter with this name that the new one replaces as its newer version, superseded. Never a document that someone
 * uploaded: a license, say, which is valid until some day.
 */
async function replaceEarlier(
  change: Parameters<typeof supersede>[0],
  { templateTypeId, documentName: name }: LetterOrder,
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
        inArray(providerDocuments.id, change.tx.select({ id: runItems.documentId }).from(runItems)),
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

export const letterRun = defineRun<LetterOrder, LetterServices>({
  name: 'letter-run',
  input,
  attempts: 5,
  // Each takes one of the few places for work, email included, until it is over.
  perUser: 1,
  tooMany: documentMessages.lettersUnderWay,
  failed: documentMessages.letterRunFailed,
  step: async ({ db, documents, clock }, { input: order, startedById: userId }, providerId, write) => {
    const { templateTypeId, documentName: title, format, isOwn, asksToAccept } = order
    const name = await requireProviderName(db, providerId)
    const now = clock()
    const { date: today } = localOf(now, await organizationZone(db))
    const made = await makeLetter(documents, db, { templateTypeId, providerId, isOwn }, today)
    const seen = order.seen.find((letter) => letter.providerId === providerId)
    if (seen && seen.sha256 !== made.letter.sha256) throw new Refusal(409, documentMessages.letterChanged)
    const { content } = await writeLetter(documents, made, title, format)
    const originalFileName = uploadedFileName(`${title}, ${name}.${format}`)
    await storeContent(documents, { name: originalFileName, content }, now, (file) =>
      write(async (tx) => {
        const change = { tx, userId, now, today }
        const replaced = await replaceEarlier(change, order, providerId)
        const document = { providerId, templateTypeId, title, expiryDate: null, originalFileName }
        const added = await addDocument(change, { file, document, replaced, isOwn, asksToAccept })
        return { outcome: 'done', documentId: added.id }
      }),
    )
  },
  runEnded: async (tx, { id: runId, input: { documentName: name }, startedById }, counts, { at: now }) => {
    const facts = { documentName: name, saved: counts.done, failed: counts.refused + counts.waiting }
    // Who has saved one letter sees how it ended.
    if (facts.saved + facts.failed === 1) return
    await notify(tx, { userId: null, now }, [notice(runEnded, { userId: startedById }, runId, facts)])
  },
})
