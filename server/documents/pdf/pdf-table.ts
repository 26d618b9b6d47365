/**
 * A table in a PDF: heads repeated on every page, text wrapped in its cell, bands above groups of rows, a row of
 * totals.
 */
import { type Colour, FAINT, lineHeight, type PdfDocument, type TextStyle } from './pdf-document.ts'

export interface TableColumn<Row> {
  readonly head: string
  /** Its share of the width, relative to the other columns. */
  readonly share: number
  /** Right-aligned, for numbers and money. */
  readonly align?: 'right'
  readonly cell: (row: Row) => string
  /** The color of a bar at the cell's left edge. */
  readonly mark?: (row: Row) => Colour
}

export interface TableGroup<Row> {
  /** Written above its rows, and repeated on the next page. */
  readonly title: string
  /** At the right of the title, one per line. */
  readonly notes?: readonly string[]
  readonly rows: readonly Row[]
}

export interface Table<Row> {
  readonly columns: readonly TableColumn<Row>[]
  /** A group without a title is a plain table. */
  readonly groups: readonly TableGroup<Row>[]
  /** One cell per column. */
  readonly totals?: readonly string[]
}

const TEXT: TextStyle = { size: 8.5 }
const HEAD: TextStyle = { size: 8, bold: true, colour: FAINT }
const GROUP: TextStyle = { size: 9.5, bold: true }
const NOTE: TextStyle = { size: 8, colour: FAINT }
const PADDING = 4
const BAND = '#eef1f5'

interface Cell {
  readonly lines: readonly string[]
  readonly align: 'left' | 'right'
  readonly x: number
  readonly width: number
  readonly mark?: Colour | undefined
}

const MARK = 3

/** Writes a table from `y` on, over as many pages as needed, and returns where it ends. */
export const drawTable = <Row>(doc: PdfDocument, y: number, table: Table<Row>): number => {
  const shares = table.columns.reduce((sum, { share }) => sum + share, 0)
  let x = doc.left
  const places = table.columns.map(({ share, align = 'left' as const }) => {
    const place = { x, align, width: (doc.width * share) / shares }
    x += place.width
    return place
  })
  const cellsOf = (texts: readonly string[], style: TextStyle): Cell[] =>
    places.map((place, index) => ({
      ...place,
      lines: doc.wrap(texts[index] ?? '', place.width - 2 * PADDING, style),
    }))
  const heightOf = (cells: readonly Cell[], style: TextStyle) =>
    Math.max(...cells.map(({ lines }) => lines.length)) * lineHeight(style) + 2 * PADDING
  const writeCells = (cells: readonly Cell[], top: number, style: TextStyle) => {
    for (const { lines, align, x: left, width, mark } of cells) {
      const at = align === 'right' ? left + width - PADDING : left + PADDING
      if (mark) doc.fill(left - MARK, top + PADDING, MARK, lines.length * lineHeight(style), mark)
      doc.write(lines, at, top + PADDING, { ...style, align })
    }
    return top + heightOf(cells, style)
  }

  const head = cellsOf(
    table.columns.map((column) => column.head),
    HEAD,
  )
  const drawHead = (top: number) => {
    const end = writeCells(head, top, HEAD)
    doc.rule(doc.left, end, doc.width)
    return end
  }

  const bandHeightOf = ({ notes = [] }: TableGroup<Row>) =>
    Math.max(lineHeight(GROUP), notes.length * lineHeight(NOTE)) + 2 * PADDING
  const drawBand = (group: TableGroup<Row>, top: number, isContinued: boolean) => {
    if (group.title === '') return top
    const height = bandHeightOf(group)
    doc.fill(doc.left, top, doc.width, height, BAND)
    const notes = (group.notes ?? []).map((note) => doc.cut(note, doc.width * 0.6, NOTE))
    const room = doc.width - Math.max(0, ...notes.map((note) => doc.widthOf(note, NOTE))) - 4 * PADDING
    const title = doc.cut(isContinued ? `${group.title} (continued)` : group.title, room, GROUP)
    doc.write([title], doc.left + PADDING, top + PADDING, GROUP)
    doc.write(notes, doc.right - PADDING, top + PADDING + 1, { ...NOTE, align: 'right' })
    return top + height
  }

  let top = y
  const turnPage = () => {
    doc.nextPage()
    top = drawHead(doc.top)
  }

  /** A row taller than the remaining space goes to the next page; one taller than a page is split between its lines. */
  const drawRow = (cells: readonly Cell[], style: TextStyle, group?: TableGroup<Row>) => {
    let rest = cells
    for (;;) {
      if (top + heightOf(rest, style) <= doc.bottom) {
        top = writeCells(rest, top, style)
        return
      }
      const page = doc.bottom - doc.top - heightOf(head, HEAD) - (group ? bandHeightOf(group) : 0)
      if (heightOf(rest, style) > page) {
        const fitting = Math.floor((doc.bottom - top - 2 * PADDING) / lineHeight(style))
        if (fitting > 0) {
          writeCells(
            rest.map((cell) => ({ ...cell, lines: cell.lines.slice(0, fitting) })),
            top,
            style,
          )
          rest = rest.map((cell) => ({ ...cell, lines: cell.lines.slice(fitting) }))
        }
      }
      turnPage()
      if (group) top = drawBand(group, top, true)
    }
  }

  /** Keeps a band or a head together with its first row. */
  const least = (group: TableGroup<Row>) => bandHeightOf(group) + lineHeight(TEXT) + 2 * PADDING
  const [firstGroup] = table.groups
  if (top + heightOf(head, HEAD) + (firstGroup ? least(firstGroup) : 0) > doc.bottom) turnPage()
  else top = drawHead(top)
  for (const group of table.groups) {
    if (top + least(group) > doc.bottom) turnPage()
    top = drawBand(group, top, false)
    for (const row of group.rows) {
      const cells = cellsOf(
        table.columns.map(({ cell }) => cell(row)),
        TEXT,
      ).map((cell, index) => ({ ...cell, mark: table.columns[index]?.mark?.(row) }))
      drawRow(cells, TEXT, group)
      doc.rule(doc.left, top, doc.width, { weight: 0.25 })
    }
  }
  if (table.totals) {
    const style = { ...TEXT, bold: true }
    drawRow(cellsOf(table.totals, style), style)
    doc.rule(doc.left, top, doc.width, { weight: 1 })
  }
  return top
}
