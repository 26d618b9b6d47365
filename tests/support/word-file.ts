/** Reads Word files in tests, with a library that shares no code with the one that writes them. */
import { CFB } from '@e965/xlsx'

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

interface WordFile {
  /** Everything outside tables, by paragraph. */
  readonly paragraphs: string[]
  /** By row and cell; the paragraphs of a cell are separated by line breaks. */
  readonly tables: string[][][]
  readonly footer: string
  /** The footer's. */
  readonly fields: string[]
  readonly pictures: number
}

export const readWordFile = (bytes: Uint8Array): WordFile => {
  const files = CFB.read(bytes, { type: 'buffer' })
  const xmlOf = (path: string) => {
    const file = CFB.find(files, path)
    if (!file) throw new Error(`The Word file has no ${path}`)
    return new TextDecoder().decode(Uint8Array.from(file.content))
  }
  const document = xmlOf('/word/document.xml')
  const footer = xmlOf('/word/footer1.xml')
  const cellOf = (cell: string) => matches(cell, 'w:p').map(textOf).join('\n')
  return {
    paragraphs: matches(document.replaceAll(/<w:tbl>.*?<\/w:tbl>/gs, ''), 'w:p').map(textOf),
    tables: matches(document, 'w:tbl').map((table) =>
      matches(table, 'w:tr').map((row) => matches(row, 'w:tc').map(cellOf)),
    ),
    footer: textOf(footer),
    fields: matches(footer, 'w:instrText').map((field) => field.trim()),
    pictures: files.FullPaths.filter((path: string) => /\/word\/media\/[^/]+$/.test(path)).length,
  }
}
