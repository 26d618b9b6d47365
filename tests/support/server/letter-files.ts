/** Word files with placeholders, each paragraph as one run or several; and what a letter says, read by another library. */
import { Document, Packer, Paragraph, Table, TableCell, TableRow, TextRun } from 'docx'
import mammoth from 'mammoth'

type Line = string | readonly string[]

const paragraph = (line: Line) =>
  new Paragraph({
    children: (typeof line === 'string' ? [line] : line).map((text, index) => new TextRun({ text, bold: index > 0 })),
  })

/** @param rows of a table at the end */
export const letterFile = async (lines: readonly Line[], rows: readonly (readonly string[])[] = []) => {
  const table = () =>
    new Table({
      rows: rows.map(
        (cells) => new TableRow({ children: cells.map((text) => new TableCell({ children: [paragraph(text)] })) }),
      ),
    })
  const children = [...lines.map(paragraph), ...(rows.length > 0 ? [table()] : [])]
  return new Uint8Array(await Packer.toBuffer(new Document({ sections: [{ children }] })))
}

/** The paragraphs of a letter, also those in tables. */
export const textOfLetter = async (docx: Uint8Array): Promise<string[]> => {
  const { value } = await mammoth.extractRawText({ buffer: Buffer.from(docx) })
  return value.split('\n').filter((line) => line !== '')
}
