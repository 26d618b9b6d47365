/** Spreads a drawing over the pages of a printout: on one if it is readable there, otherwise in overlapping tiles. */
import type { Box, ChartDrawing } from './layout.ts'

/** What fits a landscape page of either Letter or A4 below the heading, in millimeters. */
export const PAGE = { width: 258, height: 172 } as const

const PIXELS_PER_MM = 96 / 25.4
/** Text is at least 7 points high. */
const SMALLEST_SCALE = 0.78
/** From large to small: the first that needs the fewest tiles is taken. */
const TILE_SCALES = [0.94, 0.9, 0.86, 0.82, SMALLEST_SCALE] as const
/** More than the longest line and the highest label, so that every text is whole on at least one page. */
const OVERLAP = { x: 270, y: 110 } as const

export interface PrintTile extends Box {
  /** Column and row, as in a spreadsheet: `B1`. */
  readonly name: string
  readonly column: number
  readonly row: number
}

export interface PrintPages {
  readonly columns: number
  readonly rows: number
  /** Row by row; tiles without anything on them are left out. */
  readonly tiles: readonly PrintTile[]
}

const isOver = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

/** Where tiles of a size begin along a side, evenly spread. */
const startsAlong = (side: number, size: number, overlap: number): number[] => {
  if (side <= size) return [(side - size) / 2]
  const count = Math.ceil((side - overlap) / (size - overlap))
  return Array.from({ length: count }, (_, index) => (index * (side - size)) / (count - 1))
}

/** What is drawn, in pieces: the outermost box covers everything, so only its text counts. */
const piecesOf = ({ states, edges }: ChartDrawing): Box[] => [
  ...states.filter(({ depth, isOpen }) => depth > 0 || !isOpen),
  ...edges.flatMap(({ label, points }) => [
    ...(label ? [label] : []),
    ...points.slice(1).flatMap((to, index): Box[] => {
      const from = points[index]
      if (!from) return []
      const [x, y] = [Math.min(from.x, to.x), Math.min(from.y, to.y)]
      return [{ x, y, width: Math.abs(to.x - from.x) + 1, height: Math.abs(to.y - from.y) + 1 }]
    }),
  ]),
]

export const printPages = (drawing: ChartDrawing): PrintPages => {
  const [width, height] = [PAGE.width * PIXELS_PER_MM, PAGE.height * PIXELS_PER_MM]
  const whole = Math.min(1, width / drawing.width, height / drawing.height)
  const grids = (whole >= SMALLEST_SCALE ? [whole] : TILE_SCALES).map((scale) => {
    const size = { width: width / scale, height: height / scale }
    const xs = startsAlong(drawing.width, size.width, OVERLAP.x)
    const ys = startsAlong(drawing.height, size.height, OVERLAP.y)
    return { size, xs, ys }
  })
  const { size, xs, ys } = grids.reduce((best, grid) =>
    grid.xs.length * grid.ys.length < best.xs.length * best.ys.length ? grid : best,
  )
  const pieces = piecesOf(drawing)
  const tiles = ys.flatMap((y, row) =>
    xs.map((x, column) => ({ name: `${String.fromCharCode(65 + column)}${row + 1}`, column, row, x, y, ...size })),
  )
  return {
    columns: xs.length,
    rows: ys.length,
    tiles: tiles.length === 1 ? tiles : tiles.filter((tile) => pieces.some((piece) => isOver(tile, piece))),
  }
}
