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
  /** Below the cell's text, smaller. */
  readonly detail?: (row: Row) => string
  /** The color of a bar at the cell's left edge. */
  readonly mark?: (row: Row) => Colour
}

export interface TableGroup<Row> {
  /** Written above its rows, and repeated on the next page. */
  readonly title: string
  /** At the right of the title, one per line. */
  readonly notes?: readonly string[]
  readonly rows: readonly Row[]
  /** One cell per column. */
  readonly totals?: readonly string[]
}

export interface Table<Row> {
  readonly columns: readonly TableColumn<Row>[]
  /** A group without a title is a plain table. */
  readonly groups: readonly TableGroup<Row>[]
  /** One cell per column. */
  readonly totals?: readonly string[]
  /** The size of its text. */
  readonly size?: number
  /** Whether a line is drawn below a row. */
  readonly isRuled?: (row: Row) => boolean
  /** The height of what follows on the same page as the last row. */
  readonly keep?: number
}

const TEXT_SIZE = 8.5
const HEAD: TextStyle = { size: 8, bold: true, colour: FAINT }
const GROUP: TextStyle = { size: 9.5, bold: true }
const NOTE: TextStyle = { size: 8, colour: FAINT }
const PADDING = 4
/** Behind the title of a group. */
export const BAND = '#eef1f5'
/** Below the totals of a group. */
const GROUP_GAP = 10

interface Line {
  readonly text: string
  readonly style: TextStyle
}

interface Cell {
  readonly lines: readonly Line[]
  readonly align: 'left' | 'right'
  readonly x: number
  readonly width: number
  readonly mark?: Colour | undefined
}

const MARK = 3

const heightOfLines = (lines: readonly Line[]) => lines.reduce((sum, { style }) => sum + lineHeight(style), 0)

const heightOf = (cells: readonly Cell[]) => Math.max(...cells.map(({ lines }) => heightOfLines(lines))) + 2 * PADDING

/** How many lines fit a height. */
const fitting = ({ lines }: Cell, height: number) => {
  let used = 0
  const more = lines.findIndex(({ style }) => {
    used += lineHeight(style)
    return used > height
  })
  return more === -1 ? lines.length : more
}

/** Writes a table from `y` on, over as many pages as needed, and returns where it ends. */
export const drawTable = <Row>(doc: PdfDocument, y: number, table: Table<Row>): number => {
  const { size = TEXT_SIZE, keep = 0, isRuled = () => true } = table
  const TEXT: TextStyle = { size }
  const shares = table.columns.reduce((sum, { share }) => sum + share, 0)
  let x = doc.left
  const places = table.columns.map(({ share, align = 'left' as const }) => {
    const place = { x, align, width: (doc.width * share) / shares }
    x += place.width
    return place
  })
  const linesOf = (text: string, width: number, style: TextStyle): Line[] =>
    doc.wrap(text, width - 2 * PADDING, style).map((line) => ({ text: line, style }))
  const cellsOf = (texts: readonly string[], style: TextStyle): Cell[] =>
    places.map((place, index) => ({ ...place, lines: linesOf(texts[index] ?? '', place.width, style) }))
  const cellsOfRow = (row: Row): Cell[] =>
    places.map((place, index) => {
      const column = table.columns[index]
      const detail = column?.detail?.(row) ?? ''
      const lines = linesOf(column?.cell(row) ?? '', place.width, TEXT)
      return {
        ...place,
        lines: detail === '' ? lines : [...lines, ...linesOf(detail, place.width, NOTE)],
        mark: column?.mark?.(row),
      }
    })
  const writeCells = (cells: readonly Cell[], top: number) => {
    for (const { lines, align, x: left, width, mark } of cells) {
      const at = align === 'right' ? left + width - PADDING : left + PADDING
      if (mark) doc.fill(left - MARK, top + PADDING, MARK, heightOfLines(lines), mark)
      let end = top + PADDING
      for (const { text, style } of lines) end = doc.write([text], at, end, { ...style, align })
    }
    return top + heightOf(cells)
  }

  const head = cellsOf(
    table.columns.map((column) => column.head),
    HEAD,
  )
  const drawHead = (top: number) => {
    const end = writeCells(head, top)
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

  /**
   * A row taller than the remaining space goes to the next page; one taller than a page is split between its lines.
   *
   * @param after the height of what follows on the same page, unless a page is too short for both
   */
  const drawRow = (cells: readonly Cell[], group?: TableGroup<Row>, after = 0) => {
    let rest = cells
    for (;;) {
      const page = doc.bottom - doc.top - heightOf(head) - (group ? bandHeightOf(group) : 0)
      const kept = heightOf(rest) + after > page ? 0 : after
      if (top + heightOf(rest) + kept <= doc.bottom) {
        top = writeCells(rest, top)
        return
      }
      if (heightOf(rest) > page) {
        const room = doc.bottom - top - 2 * PADDING
        const counts = rest.map((cell) => fitting(cell, room))
        if (counts.some((count) => count > 0)) {
          writeCells(
            rest.map((cell, index) => ({ ...cell, lines: cell.lines.slice(0, counts[index]) })),
            top,
          )
          rest = rest.map((cell, index) => ({ ...cell, lines: cell.lines.slice(counts[index]) }))
        }
      }
      turnPage()
      if (group) top = drawBand(group, top, true)
    }
  }

  /** Keeps a band or a head together with its first row. */
  const least = (group: TableGroup<Row>) => bandHeightOf(group) + lineHeight(TEXT) + 2 * PADDING
  const bold: TextStyle = { ...TEXT, bold: true }
  const totalsOf = (totals: readonly string[] | undefined) => (totals ? cellsOf(totals, bold) : undefined)
  const tableTotals = totalsOf(table.totals)
  const [firstGroup] = table.groups
  if (top + heightOf(head) + (firstGroup ? least(firstGroup) : 0) > doc.bottom) turnPage()
  else top = drawHead(top)
  for (const [index, group] of table.groups.entries()) {
    if (top + least(group) > doc.bottom) turnPage()
    top = drawBand(group, top, false)
    const isLast = index === table.groups.length - 1
    const totals = totalsOf(group.totals)
    const afterGroup = isLast ? (tableTotals ? heightOf(tableTotals) : 0) + keep : 0
    for (const [at, row] of group.rows.entries()) {
      const after = at === group.rows.length - 1 ? (totals ? heightOf(totals) : 0) + afterGroup : 0
      drawRow(cellsOfRow(row), group, after)
      if (isRuled(row)) doc.rule(doc.left, top, doc.width, { weight: 0.25 })
    }
    if (totals) {
      drawRow(totals, group, afterGroup)
      doc.rule(doc.left, top, doc.width)
      if (!isLast) top += GROUP_GAP
    }
  }
  if (tableTotals) {
    drawRow(tableTotals, undefined, keep)
    doc.rule(doc.left, top, doc.width, { weight: 1 })
  }
  return top
}
