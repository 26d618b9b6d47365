/** A letter to or about a provider, from its template and what is known today. */
import { buffer } from 'node:stream/consumers'
import { and, eq, isNull } from 'drizzle-orm'
import type { LetterFormat } from '#domain/document-form.ts'
import type { LocalDate } from '#domain/time.ts'
import type { DocumentParts } from '#server/areas/documents/document-parts.ts'
import type { Db } from '#server/db/database.ts'
import { documentTemplates } from '#server/db/schema/documents.ts'
import type { NotShown } from '#server/documents/letter/letter-blocks.ts'
import type { Letter } from '#server/documents/letter/letter-maker.ts'
import { Refusal } from '#server/http/refusal.ts'
import { readLetterValues } from './letter-values.ts'

export interface LetterOrder {
  readonly templateTypeId: number
  readonly providerId: number
  /** By a provider for themselves, who may choose only some templates. */
  readonly isOwn: boolean
}

interface LetterTemplate {
  readonly title: string
  readonly fileName: string
}

/** @throws Refusal 404 */
export async function requireLetterTemplate(
  db: Pick<Db, 'select'>,
  { templateTypeId, isOwn }: Pick<LetterOrder, 'templateTypeId' | 'isOwn'>,
): Promise<LetterTemplate> {
  const { id, title, fileName, isLetter, isForProviders, deletedAt } = documentTemplates
  const [found] = await db
    .select({ title, fileName, isForProviders })
    .from(documentTemplates)
    .where(and(eq(id, templateTypeId), eq(isLetter, true), isNull(deletedAt)))
  if (!found || found.fileName === null || (isOwn && !found.isForProviders)) {
    throw new Refusal(404, 'Letter template not found.')
  }
  return { title: found.title, fileName: found.fileName }
}

export interface MadeLetter {
  /** The template's. */
  readonly title: string
  readonly letter: Letter
  readonly providerName: string
  /** The organization's name. */
  readonly organization: string
  readonly date: LocalDate
}

/**
 * @param today the organization's, the date of the letter
 * @throws Refusal 404, 406 if the template takes too long, 503 if it can't be read
 */
export async function makeLetter(
  { stores, letters }: Pick<DocumentParts, 'stores' | 'letters'>,
  db: Pick<Db, 'select'>,
  order: LetterOrder,
  today: LocalDate,
): Promise<MadeLetter> {
  const { title, fileName } = await requireLetterTemplate(db, order)
  const values = await readLetterValues(db, order.providerId, today)
  const { stream } = await stores.open(fileName)
  const letter = await letters.fill(new Uint8Array(await buffer(stream)), values)
  return {
    title,
    letter,
    providerName: values['provider.name'],
    organization: values['organization.name'],
    date: today,
  }
}

interface Written {
  readonly content: Uint8Array<ArrayBuffer>
  readonly notInPdf: readonly NotShown[]
}

/** @param title at the top of the pages of a PDF */
export async function writeLetter(
  { letters }: Pick<DocumentParts, 'letters'>,
  { letter, organization, date }: MadeLetter,
  title: string,
  format: LetterFormat,
): Promise<Written> {
  if (format === 'docx') return { content: letter.docx, notInPdf: [] }
  const { pdf, notShown } = await letters.pdf(letter.sha256, { docx: letter.docx, title, organization, date })
  return { content: pdf, notInPdf: notShown }
}
