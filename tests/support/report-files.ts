/** Reads a report's files with libraries that share no code with the ones that wrote them. */
import { CFB, read, utils } from '@e965/xlsx'
import type { ReportFormat } from '#contract/reports/define-report.ts'
import { readPdf } from '#tests/support/server/pdf-reader.ts'

/** A file's visible content. */
interface ReadReport {
  /** Everything outside the table, by line. */
  readonly text: string
  /** The table's rows, including headers and totals; undefined for a PDF, which has no cells. */
  readonly table: string[][] | undefined
}

const readPages = async (bytes: Uint8Array): Promise<ReadReport> => {
  const { pages } = await readPdf(bytes)
  return { text: pages.flat().join(' '), table: undefined }
}

const readWorkbook = async (bytes: Uint8Array): Promise<ReadReport> => {
  const [sheet] = Object.values(read(bytes).Sheets)
  if (!sheet) throw new Error('The workbook has no sheet')
  const lines = utils.sheet_to_json<string[]>(sheet, { header: 1, raw: false, defval: '', blankrows: true })
  const gap = lines.findIndex((line) => line.every((cell) => cell === ''))
  return {
    text: lines
      .slice(0, gap)
      .map(([line]) => line)
      .join('\n'),
    table: lines.slice(gap + 1),
  }
}

const plain = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')

const matches = (xml: string, tag: string) =>
  [...xml.matchAll(new RegExp(`<${tag}(?: [^>]*)?>(.*?)</${tag}>`, 'gs'))].map(([, inside = '']) => inside)

const textOf = (xml: string) => plain(matches(xml, 'w:t').join(''))

const readWord = async (bytes: Uint8Array): Promise<ReadReport> => {
  const files = CFB.read(bytes, { type: 'buffer' })
  const xmlOf = (path: string) => {
    const file = CFB.find(files, path)
    if (!file) throw new Error(`The Word file has no ${path}`)
    return new TextDecoder().decode(Uint8Array.from(file.content))
  }
  const document = xmlOf('/word/document.xml')
  const footer = xmlOf('/word/footer1.xml')
  const [table = ''] = matches(document, 'w:tbl')
  const fields = matches(footer, 'w:instrText').map((field) => field.trim())
  return {
    text: [...matches(document.replace(table, ''), 'w:p').map(textOf), textOf(footer), ...fields].join('\n'),
    table: matches(table, 'w:tr').map((row) => matches(row, 'w:tc').map(textOf)),
  }
}

const READERS = { pdf: readPages, xlsx: readWorkbook, docx: readWord } as const

export const readReportFile = (format: ReportFormat, bytes: Uint8Array): Promise<ReadReport> => READERS[format](bytes)
