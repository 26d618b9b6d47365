/** Document types of the demo district, and documents of its providers: small PDFs. */
import { createHash } from 'node:crypto'
import { addDays, instantOf, type LocalDate } from '#domain/time.ts'
import { noticeDue } from '#server/areas/documents/document-moves.ts'
import type { documentRequirements, documentTemplates, providerDocuments } from '#server/db/schema/documents.ts'
import type { storedFileContents, storedFiles } from '#server/db/schema/stored-files.ts'
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

/** Occupational and physical therapists, who must have a license and a clearance. */
const REQUIRED_FOR = [1, 2] as const
const REQUIRED: readonly TypeName[] = ['License', 'Clearance']

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
const BACKGROUND_CHECK = ['Background check', 'No findings', EXAMPLE] as const
const STATE_LICENSE = ['State license', 'State of Illinois', EXAMPLE] as const

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
    providerId: 1,
    type: 'Clearance',
    title: 'Background check',
    fileName: 'Background check.pdf',
    lines: BACKGROUND_CHECK,
    expiresIn: 320,
  },
  {
    providerId: 2,
    type: 'Clearance',
    title: 'Background check',
    fileName: 'Background check.pdf',
    lines: BACKGROUND_CHECK,
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

interface Staff {
  readonly id: number
  readonly providerTypeId: number
}

/** The license and the clearance of a therapist; a few are missing or have expired. */
const requiredPapersOf = ({ id: providerId, providerTypeId }: Staff): readonly Paper[] => {
  // Those with accounts of their own have the papers above.
  if (!REQUIRED_FOR.some((type) => type === providerTypeId) || providerId <= REQUIRED_FOR.length) return []
  const license: Paper = {
    ...{ providerId, title: 'State license', fileName: 'State license.pdf' },
    type: 'License',
    lines: STATE_LICENSE,
    expiresIn: providerId === 11 ? -20 : 200 + providerId,
  }
  const clearance: Paper = {
    ...{ providerId, title: 'Background check', fileName: 'Background check.pdf' },
    type: 'Clearance',
    lines: BACKGROUND_CHECK,
    expiresIn: 300 + providerId,
  }
  return providerId === 17 ? [license] : [license, clearance]
}

interface DemoDocuments {
  readonly requirements: (typeof documentRequirements.$inferInsert)[]
  readonly templates: Template[]
  readonly documents: Document[]
  readonly files: StoredFile[]
  /** The server moves them to its store. */
  readonly contents: Contents[]
}

/** The same bytes for the same day. */
export const createDocuments = async (
  createdById: number,
  staff: readonly Staff[],
  { today, timeZone }: { readonly today: LocalDate; readonly timeZone: string },
): Promise<DemoDocuments> => {
  const createdAt = instantOf(addDays(today, -30), '09:00', timeZone)
  const contents = new Map<Paper['lines'], Promise<Buffer>>()
  const write = async (lines: Paper['lines']) => {
    const [title = ''] = lines
    const options = { orientation: 'portrait', title, organisation: '', now: createdAt, timeZone } as const
    const content = await PdfDocument.write(options, (doc) => {
      doc.nextPage()
      doc.write(lines, doc.left, doc.top, { size: 16 })
    })
    return Buffer.from(content)
  }
  const written = await Promise.all(
    [...PAPERS, ...staff.flatMap(requiredPapersOf)].map(async ({ lines, ...paper }, index) => {
      const content = contents.get(lines) ?? write(lines)
      contents.set(lines, content)
      return { ...paper, id: index + 1, name: `demo-document-${index + 1}`, content: await content }
    }),
  )
  return {
    requirements: REQUIRED.flatMap((type) =>
      REQUIRED_FOR.map((providerTypeId) => ({ templateId: typeNames.indexOf(type) + 1, providerTypeId })),
    ),
    templates: Object.entries(TYPES).map(([title, isForProviders], index) => ({
      id: index + 1,
      title,
      isForProviders,
      mustExpire: title === 'License',
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
