/** Documents attached to providers of the demo district: small PDFs. */
import { addDays, instantOf, type LocalDate } from '#domain/time.ts'
import type { providerDocumentContents, providerDocuments } from '#server/db/schema.ts'
import { PdfDocument } from '#server/documents/pdf/pdf-document.ts'

type Document = typeof providerDocuments.$inferInsert & { id: number }
type Contents = typeof providerDocumentContents.$inferInsert

interface Paper {
  /** From 1, in the order of the accounts. */
  readonly providerId: number
  readonly fileName: string
  readonly lines: readonly string[]
}

const PAPERS: readonly Paper[] = [
  {
    providerId: 1,
    fileName: 'State license.pdf',
    lines: ['Occupational therapist license', 'State of Illinois', 'An example of the demo district'],
  },
  {
    providerId: 1,
    fileName:
      'Continuing education certificate, sensory integration and motor planning in the early grades, 40 contact hours, Springfield, summer session.pdf',
    lines: ['Certificate of attendance', '40 contact hours', 'An example of the demo district'],
  },
  {
    providerId: 1,
    fileName: '健康診断書.pdf',
    lines: ['Health certificate', 'Fit for work in schools', 'An example of the demo district'],
  },
  {
    providerId: 2,
    fileName: 'Background check.pdf',
    lines: ['Background check', 'No findings', 'An example of the demo district'],
  },
]

interface DemoDocuments {
  readonly documents: Document[]
  readonly contents: Contents[]
}

/** The same bytes for the same day. */
export const createDocuments = async (
  createdById: number,
  { today, timeZone }: { readonly today: LocalDate; readonly timeZone: string },
): Promise<DemoDocuments> => {
  const createdAt = instantOf(addDays(today, -30), '09:00', timeZone)
  const files = await Promise.all(
    PAPERS.map(async ({ lines, ...paper }, index) => {
      const [title = ''] = lines
      const options = { orientation: 'portrait', title, organisation: '', now: createdAt, timeZone } as const
      const content = await PdfDocument.write(options, (doc) => {
        doc.nextPage()
        doc.write(lines, doc.left, doc.top, { size: 16 })
      })
      return { ...paper, id: index + 1, content: Buffer.from(content) }
    }),
  )
  return {
    documents: files.map(({ id, providerId, fileName, content }) => ({
      id,
      providerId,
      originalFileName: fileName,
      fileName: `demo-document-${id}`,
      mediaType: 'application/pdf',
      size: content.length,
      createdAt,
      createdById,
    })),
    contents: files.map(({ id, content }) => ({ documentId: id, content })),
  }
}
