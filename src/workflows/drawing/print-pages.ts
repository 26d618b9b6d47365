/** Spreads a drawing over the pages of a printout: on one if it is readable there, otherwise in overlapping tiles. */
import { type Box, type ChartDrawing, headBox } from '#workflows/layout/layout.ts'

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
  /** Row by row, without tiles that have nothing to read of their own. */
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

/** What is read: boxes, the heads of those that others are in, and labels. Arrows are also on the overview. */
const piecesOf = ({ states, edges }: ChartDrawing): Box[] => [
  ...states.map((state) => (state.isOpen ? headBox(state) : state)),
  ...edges.flatMap(({ label }) => (label ? [label] : [])),
]

const common = (one: Box, other: Box): Box => {
  const [x, y] = [Math.max(one.x, other.x), Math.max(one.y, other.y)]
  return {
    x,
    y,
    width: Math.min(one.x + one.width, other.x + other.width) - x,
    height: Math.min(one.y + one.height, other.y + other.height) - y,
  }
}

const isIn = (box: Box, outer: Box): boolean =>
  box.x >= outer.x &&
  box.y >= outer.y &&
  box.x + box.width <= outer.x + outer.width &&
  box.y + box.height <= outer.y + outer.height

/** Without the tiles whose pieces are on others too, those with the fewest pieces first. */
const neededTiles = (tiles: readonly PrintTile[], pieces: readonly Box[]): readonly PrintTile[] => {
  const on = (tile: PrintTile) => pieces.filter((piece) => isOver(tile, piece))
  let kept = tiles
  for (const tile of tiles.toSorted((one, other) => on(one).length - on(other).length)) {
    const others = kept.filter((each) => each !== tile)
    if (on(tile).every((piece) => others.some((other) => isIn(common(piece, tile), other)))) kept = others
  }
  return kept
}

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
  const tiles = ys.flatMap((y, row) =>
    xs.map((x, column) => ({ name: `${String.fromCharCode(65 + column)}${row + 1}`, column, row, x, y, ...size })),
  )
  return {
    columns: xs.length,
    rows: ys.length,
    tiles: tiles.length === 1 ? tiles : neededTiles(tiles, piecesOf(drawing)),
  }
}
