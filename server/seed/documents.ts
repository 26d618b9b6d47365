/** Document types of the demo district, and documents of its providers: small PDFs. */
import { createHash } from 'node:crypto'
import { addDays, instantOf, type LocalDate } from '#domain/time.ts'
import { noticeDue } from '#server/areas/documents/document-moves.ts'
import type { documentTemplates, providerDocuments, storedFileContents, storedFiles } from '#server/db/schema.ts'
import { PdfDocument } from '#server/documents/pdf/pdf-document.ts'

type Document = typeof providerDocuments.$inferInsert & { id: number }
type Template = typeof documentTemplates.$inferInsert & { id: number }
type StoredFile = typeof storedFiles.$inferInsert
type Contents = typeof storedFileContents.$inferInsert

/** Whether providers may upload documents of the type themselves. */
const TYPES = {
  License: true,
  Clearance: true,
  CPR: true,
  Immunization: true,
  Certificate: true,
  Contract: false,
  'W-4': true,
  Evaluation: false,
} as const
type TypeName = keyof typeof TYPES

const typeNames = Object.keys(TYPES)

interface Paper {
  /** From 1, in the order of the accounts. */
  readonly providerId: number
  readonly type: TypeName
  readonly title: string
  readonly fileName: string
  readonly lines: readonly string[]
  /** Days from today to its expiry date. */
  readonly expiresIn?: number
}

const EXAMPLE = 'An example of the demo district'

const PAPERS: readonly Paper[] = [
  {
    providerId: 1,
    type: 'License',
    title: 'State license',
    fileName: 'State license.pdf',
    lines: ['Occupational therapist license', 'State of Illinois', EXAMPLE],
    expiresIn: 50,
  },
  {
    providerId: 1,
    type: 'Certificate',
    title: 'Sensory integration, 40 contact hours',
    fileName:
      'Continuing education certificate, sensory integration and motor planning in the early grades, 40 contact hours, Springfield, summer session.pdf',
    lines: ['Certificate of attendance', '40 contact hours', EXAMPLE],
  },
  {
    providerId: 1,
    type: 'Immunization',
    title: 'Health certificate',
    fileName: '健康診断書.pdf',
    lines: ['Health certificate', 'Fit for work in schools', EXAMPLE],
    expiresIn: -12,
  },
  {
    providerId: 1,
    type: 'CPR',
    title: 'CPR and first aid',
    fileName: 'CPR card.pdf',
    lines: ['CPR and first aid', 'Completed', EXAMPLE],
    expiresIn: 5,
  },
  {
    providerId: 1,
    type: 'Contract',
    title: 'Contract of employment',
    fileName: 'Contract.pdf',
    lines: ['Contract of employment', 'Occupational therapist', EXAMPLE],
  },
  {
    providerId: 2,
    type: 'Clearance',
    title: 'Background check',
    fileName: 'Background check.pdf',
    lines: ['Background check', 'No findings', EXAMPLE],
    expiresIn: 25,
  },
  {
    providerId: 2,
    type: 'W-4',
    title: 'W-4',
    fileName: 'W-4.pdf',
    lines: ['Withholding certificate', EXAMPLE],
  },
  {
    providerId: 3,
    type: 'License',
    title: 'State license',
    fileName: 'License.pdf',
    lines: ['Speech-language pathologist license', 'State of Illinois', EXAMPLE],
    expiresIn: 85,
  },
  {
    providerId: 4,
    type: 'Clearance',
    title: 'Child abuse clearance',
    fileName: 'Clearance.pdf',
    lines: ['Child abuse history clearance', 'No findings', EXAMPLE],
    expiresIn: -40,
  },
]

interface DemoDocuments {
  readonly templates: Template[]
  readonly documents: Document[]
  readonly files: StoredFile[]
  /** The server moves them to its store. */
  readonly contents: Contents[]
}

/** The same bytes for the same day. */
export const createDocuments = async (
  createdById: number,
  { today, timeZone }: { readonly today: LocalDate; readonly timeZone: string },
): Promise<DemoDocuments> => {
  const createdAt = instantOf(addDays(today, -30), '09:00', timeZone)
  const written = await Promise.all(
    PAPERS.map(async ({ lines, ...paper }, index) => {
      const [title = ''] = lines
      const options = { orientation: 'portrait', title, organisation: '', now: createdAt, timeZone } as const
      const content = await PdfDocument.write(options, (doc) => {
        doc.nextPage()
        doc.write(lines, doc.left, doc.top, { size: 16 })
      })
      return { ...paper, id: index + 1, name: `demo-document-${index + 1}`, content: Buffer.from(content) }
    }),
  )
  return {
    templates: Object.entries(TYPES).map(([title, isForProviders], index) => ({
      id: index + 1,
      title,
      isForProviders,
      createdAt,
    })),
    documents: written.map(({ id, providerId, type, title, fileName, name, expiresIn }) => {
      const expiryDate = expiresIn === undefined ? null : addDays(today, expiresIn)
      return {
        ...{ id, providerId, title, expiryDate, createdAt, createdById },
        originalFileName: fileName,
        fileName: name,
        templateTypeId: typeNames.indexOf(type) + 1,
        expiryTold: noticeDue(expiryDate, today),
      }
    }),
    files: written.map(({ name, content }) => ({
      name,
      store: 'table',
      mediaType: 'application/pdf',
      size: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
      canBeShown: true,
      createdAt,
    })),
    contents: written.map(({ name, content }) => ({ name, content })),
  }
}
