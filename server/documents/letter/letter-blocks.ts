/**
 * What a Word file says, as far as our own PDF shows it: paragraphs, lists, tables, page breaks, the header of its first
 * page and its footer. The only file that calls mammoth.
 */
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import mammoth from 'mammoth'
import { z } from 'zod'

export interface Span {
  readonly text: string
  readonly bold: boolean
  readonly underline: boolean
  /** In points. */
  readonly size: number
}

export type Alignment = 'left' | 'center' | 'right'

export interface Paragraph {
  readonly kind: 'paragraph'
  readonly spans: readonly Span[]
  readonly align: Alignment
  /** '•' or '2.' in a list; '' otherwise. */
  readonly marker: string
  /** From the left, in points. */
  readonly indent: number
  /** The font's size where the paragraph has no text. */
  readonly size: number
  readonly isHeading: boolean
}

export interface LetterTable {
  readonly kind: 'table'
  /** By row and cell. */
  readonly rows: readonly (readonly (readonly Paragraph[])[])[]
}

export type Block = Paragraph | LetterTable | { readonly kind: 'pageBreak' }

/** Parts of a letter that only Word and LibreOffice show. */
export const NOT_SHOWN = ['pictures', 'drawings', 'footnotes', 'italics'] as const
export type NotShown = (typeof NOT_SHOWN)[number]

export interface LetterBlocks {
  readonly header: readonly Block[]
  readonly body: readonly Block[]
  /** In one line. */
  readonly footer: string
  readonly notShown: readonly NotShown[]
}

interface Element {
  readonly type: string
  readonly children?: readonly Element[] | undefined
  readonly value?: string | undefined
  readonly styleName?: string | null | undefined
  readonly numbering?: { readonly isOrdered: boolean; readonly level: string } | null | undefined
  readonly alignment?: string | null | undefined
  readonly indent?: { readonly start: string | null } | undefined
  readonly isBold?: boolean | undefined
  readonly isItalic?: boolean | undefined
  readonly isUnderline?: boolean | undefined
  readonly isAllCaps?: boolean | undefined
  readonly fontSize?: number | null | undefined
  readonly breakType?: string | undefined
  readonly checked?: boolean | undefined
}

const elementSchema: z.ZodType<Element> = z.object({
  type: z.string(),
  get children() {
    return z.array(elementSchema).optional()
  },
  value: z.string().optional(),
  styleName: z.string().nullish(),
  numbering: z.object({ isOrdered: z.boolean(), level: z.string() }).nullish(),
  alignment: z.string().nullish(),
  indent: z.object({ start: z.string().nullable() }).optional(),
  isBold: z.boolean().optional(),
  isItalic: z.boolean().optional(),
  isUnderline: z.boolean().optional(),
  isAllCaps: z.boolean().optional(),
  fontSize: z.number().nullish(),
  breakType: z.string().optional(),
  checked: z.boolean().optional(),
})

/** The document as the library reads it, before it becomes HTML. */
async function readElements(docx: Uint8Array): Promise<Element> {
  let read: unknown
  const transformDocument = (document: unknown) => {
    read = document
    // Nothing is left to convert.
    return { type: 'document', children: [], notes: { resolve: () => null }, comments: [] }
  }
  await mammoth.convertToHtml({ buffer: Buffer.from(docx) }, { transformDocument })
  return elementSchema.parse(read)
}

// From elements to blocks

const TEXT = 11
const HEADINGS: Readonly<Record<string, number>> = {
  title: 20,
  subtitle: 13,
  'heading 1': 16,
  'heading 2': 13.5,
  'heading 3': 12,
}
const MARGIN_OF_LEVEL = 18
const TWIPS = 20

interface Style {
  readonly size: number
  readonly bold: boolean
}

const spansOf = (elements: readonly Element[], style: Style, note: (what: NotShown) => void): Span[] =>
  elements.flatMap((element): Span[] => {
    const { type, children = [], value = '', checked = false } = element
    const plain = (text: string): Span[] => [{ text, underline: false, ...style }]
    switch (type) {
      case 'run': {
        const { isBold = false, isItalic = false, isUnderline = false, isAllCaps = false, fontSize } = element
        if (isItalic) note('italics')
        const within = spansOf(children, { size: fontSize ?? style.size, bold: isBold || style.bold }, note)
        return within.map((span) => ({
          ...span,
          text: isAllCaps ? span.text.toLocaleUpperCase('en-US') : span.text,
          underline: span.underline || isUnderline,
        }))
      }
      case 'text':
        return plain(value)
      case 'tab':
        return plain('\t')
      case 'break':
        return plain('\n')
      case 'checkbox':
        return plain(checked ? '[x]' : '[ ]')
      case 'image':
        note('pictures')
        return []
      case 'noteReference':
        note('footnotes')
        return []
      default:
        return spansOf(children, style, note)
    }
  })

const alignmentOf = (alignment: string | null | undefined): Alignment => {
  if (alignment === 'center') return 'center'
  return alignment === 'right' || alignment === 'end' ? 'right' : 'left'
}

class Blocks {
  readonly #note: (what: NotShown) => void
  /** Numbers of ordered lists, by level. */
  #counts: number[] = []

  constructor(note: (what: NotShown) => void) {
    this.#note = note
  }

  of(elements: readonly Element[]): Block[] {
    return elements.flatMap((element): Block[] => {
      const { type, children = [] } = element
      if (type === 'paragraph') return this.#paragraph(element)
      if (type === 'table') return [{ kind: 'table', rows: children.map((row) => this.#cells(row)) }]
      return this.of(children)
    })
  }

  /** A table within a table is shown as its paragraphs. */
  #cells({ children = [] }: Element): Paragraph[][] {
    const flat = (blocks: readonly Block[]): Paragraph[] =>
      blocks.flatMap((block) => {
        if (block.kind === 'table') return block.rows.flat().flat()
        return block.kind === 'paragraph' ? [block] : []
      })
    return children.map((cell) => flat(this.of(cell.children ?? [])))
  }

  #marker({ numbering }: Element): string {
    if (!numbering) {
      this.#counts = []
      return ''
    }
    if (!numbering.isOrdered) return '•'
    const level = Number(numbering.level)
    const count = (this.#counts[level] ?? 0) + 1
    this.#counts = [...this.#counts.slice(0, level), count]
    return `${count}.`
  }

  #paragraph(element: Element): Block[] {
    const { children = [], styleName, numbering, alignment, indent } = element
    const heading = HEADINGS[styleName?.toLowerCase() ?? '']
    const style = { size: heading ?? TEXT, bold: heading !== undefined }
    const level = numbering ? Number(numbering.level) + 1 : 0
    const shared = {
      kind: 'paragraph',
      align: alignmentOf(alignment),
      indent: Math.max(level * MARGIN_OF_LEVEL, Number(indent?.start ?? 0) / TWIPS || 0),
      size: style.size,
      isHeading: heading !== undefined,
    } as const
    const marker = this.#marker(element)
    // A page break is in a run, most often alone in its paragraph.
    const pages: Element[][] = [[]]
    for (const child of children) {
      if (child.children?.some(({ type, breakType }) => type === 'break' && breakType === 'page')) pages.push([])
      else pages.at(-1)?.push(child)
    }
    return pages.flatMap((page, index): Block[] => [
      ...(index > 0 ? [{ kind: 'pageBreak' } as const] : []),
      ...(pages.length > 1 && page.length === 0
        ? []
        : [{ ...shared, marker: index === 0 ? marker : '', spans: spansOf(page, style, this.#note) }]),
    ])
  }
}

// Header and footer, which the library doesn't read

const DOCUMENT = 'word/document.xml'
const RELATIONSHIPS = 'word/_rels/document.xml.rels'

const attribute = (tag: string, name: string): string => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? ''

/** The path of the header or footer of the first page. */
function edgePath(files: Readonly<Record<string, string>>, edge: 'header' | 'footer'): string | undefined {
  const references = (files[DOCUMENT] ?? '').match(new RegExp(`<w:${edge}Reference [^>]*>`, 'g')) ?? []
  const kindOf = (kind: string) => references.find((tag) => attribute(tag, 'w:type') === kind)
  const hasFirst = (files[DOCUMENT] ?? '').includes('<w:titlePg')
  const chosen = (hasFirst ? kindOf('first') : undefined) ?? kindOf('default')
  if (chosen === undefined) return undefined
  const relationships = (files[RELATIONSHIPS] ?? '').match(/<Relationship [^>]*>/g) ?? []
  const found = relationships.find((tag) => attribute(tag, 'Id') === attribute(chosen, 'r:id'))
  const target = found === undefined ? '' : attribute(found, 'Target')
  return target.startsWith('/') ? target.slice(1) : `word/${target}`
}

/** A Word file whose text is that of a header or footer. */
function edgeAsDocument(files: Readonly<Record<string, Uint8Array>>, path: string): Uint8Array | undefined {
  const file = files[path]
  const [, attributes = '', inside = ''] =
    (file && /<w:(?:hdr|ftr)\b([^>]*)>(.*)<\/w:(?:hdr|ftr)>/s.exec(strFromU8(file))) ?? []
  if (inside === '') return undefined
  const own = files[path.replace(/^word\//, 'word/_rels/').concat('.rels')]
  return zipSync({
    ...files,
    [DOCUMENT]: strToU8(`<w:document${attributes}><w:body>${inside}</w:body></w:document>`),
    [RELATIONSHIPS]:
      own ?? strToU8('<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"/>'),
  })
}

const textOf = (blocks: readonly Block[]): string =>
  blocks
    .flatMap((block) => {
      if (block.kind === 'paragraph') return [block.spans.map(({ text }) => text).join('')]
      return block.kind === 'table' ? [textOf(block.rows.flat().flat())] : []
    })
    .map((text) => text.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join(' · ')

/** @param docx a filled-in letter */
export async function readLetter(docx: Uint8Array): Promise<LetterBlocks> {
  const files = unzipSync(docx)
  const texts = Object.fromEntries(
    [DOCUMENT, RELATIONSHIPS].map((path) => [path, strFromU8(files[path] ?? new Uint8Array())]),
  )
  const missed = new Set<NotShown>()
  const note = (what: NotShown) => missed.add(what)
  if (/<(?:wps:|v:shape|v:rect|c:chart|dgm:)/.test(texts[DOCUMENT] ?? '')) note('drawings')
  const edge = async (name: 'header' | 'footer'): Promise<Block[]> => {
    const path = edgePath(texts, name)
    const document = path === undefined ? undefined : edgeAsDocument(files, path)
    return document ? new Blocks(note).of([await readElements(document)]) : []
  }
  const body = new Blocks(note).of([await readElements(docx)])
  const header = await edge('header')
  const footer = textOf(await edge('footer'))
  return { header, body, footer, notShown: NOT_SHOWN.filter((what) => missed.has(what)) }
}
