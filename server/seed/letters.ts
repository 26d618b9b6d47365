/** Letters of the demo district: two templates, and a letter that waits for Maria's acknowledgment. */

import { createHash } from 'node:crypto'
import { WORD_FILE } from '#domain/media-types.ts'
import { addDays, instantOf, type LocalDate } from '#domain/time.ts'
import { readLetterValues } from '#server/areas/letters/letter-values.ts'
import type { Tx } from '#server/db/database.ts'
import { documentAcknowledgments, documentTemplates, providerDocuments } from '#server/db/schema/documents.ts'
import { storedFileContents, storedFiles } from '#server/db/schema/stored-files.ts'
import { writeLetterPdf } from '#server/documents/letter/letter-pdf.ts'
import { fillLetter } from '#server/documents/letter/letter-template.ts'
import { createLetterTemplates } from './letter-templates.ts'

/** The first account. */
const MARIA = 1

interface LetterSeed {
  readonly today: LocalDate
  readonly timeZone: string
  /** Who wrote them. */
  readonly userId: number
}

/** Stores them in the database; the server moves them to its store. */
async function addFile(tx: Tx, name: string, mediaType: string, bytes: Uint8Array, createdAt: Date): Promise<void> {
  const content = Buffer.from(bytes)
  const sha256 = createHash('sha256').update(content).digest('hex')
  const canBeShown = mediaType === 'application/pdf'
  await tx
    .insert(storedFiles)
    .values({ name, store: 'table', mediaType, size: content.length, sha256, canBeShown, createdAt })
  await tx.insert(storedFileContents).values({ name, content })
}

/** After the providers and their schools. */
export async function seedLetters(tx: Tx, { today, timeZone, userId }: LetterSeed): Promise<void> {
  const date = addDays(today, -2)
  const createdAt = instantOf(date, '09:00', timeZone)
  for (const { title, fileName: originalFileName, isForProviders, isForMaria, content } of await createLetterTemplates(
    date,
  )) {
    const fileName = `demo-letter-${title.toLowerCase().replaceAll(' ', '-')}`
    await addFile(tx, fileName, WORD_FILE, content, createdAt)
    const [template] = await tx
      .insert(documentTemplates)
      .values({ title, isForProviders, isLetter: true, fileName, originalFileName, createdAt })
      .returning({ id: documentTemplates.id })
    if (!template || !isForMaria) continue
    const values = await readLetterValues(tx, MARIA, date)
    const { docx } = fillLetter({ bytes: content, values })
    const { pdf } = await writeLetterPdf({ docx, title, organization: values['organization.name'], date })
    await addFile(tx, `${fileName}-maria`, 'application/pdf', pdf, createdAt)
    const [document] = await tx
      .insert(providerDocuments)
      .values({
        providerId: MARIA,
        templateTypeId: template.id,
        title,
        fileName: `${fileName}-maria`,
        originalFileName: `${title}, ${values['provider.name']}.pdf`,
        createdAt,
        createdById: userId,
      })
      .returning({ id: providerDocuments.id })
    if (!document) throw new Error('The letter was not stored')
    await tx
      .insert(documentAcknowledgments)
      .values({ documentId: document.id, state: 'asked', askedAt: createdAt, askedById: userId })
  }
}
