/** How readable a drawing is: arrows over text, arrows that cross, and the size. */
import { type Box, type ChartDrawing, type DrawnEdge, type DrawnState, headBox, type Point } from './layout.ts'

type Line = readonly [Point, Point]

const linesOf = ({ points }: DrawnEdge): Line[] =>
  points.slice(1).flatMap((point, index) => {
    const before = points[index]
    return before ? [[before, point] as const] : []
  })

/** Arrows run horizontally and vertically only. */
const runsOver = ([from, to]: Line, { x, y, width, height }: Box): boolean =>
  Math.min(from.x, to.x) < x + width &&
  Math.max(from.x, to.x) > x &&
  Math.min(from.y, to.y) < y + height &&
  Math.max(from.y, to.y) > y

const sideOf = ([from, to]: Line, point: Point): number =>
  Math.sign((to.x - from.x) * (point.y - from.y) - (to.y - from.y) * (point.x - from.x))
const cross = (one: Line, other: Line): boolean =>
  sideOf(one, other[0]) * sideOf(one, other[1]) < 0 && sideOf(other, one[0]) * sideOf(other, one[1]) < 0

const nameOf = ({ edge }: DrawnEdge): string => edge?.id ?? 'initial arrow'

interface LayoutQuality {
  /** Each arrow that runs over a state's text or another arrow's label. */
  readonly overText: readonly string[]
  readonly crossings: number
}

export const qualityOf = ({ states, edges }: ChartDrawing): LayoutQuality => {
  const texts: readonly { readonly of: string; readonly box: Box; readonly edge?: DrawnEdge }[] = [
    ...states.map((drawn: DrawnState) => ({ of: drawn.state.id, box: headBox(drawn) })),
    ...edges.flatMap((edge) => (edge.label ? [{ of: `the label of ${nameOf(edge)}`, box: edge.label, edge }] : [])),
  ]
  const overText = edges.flatMap((edge) =>
    texts
      .filter((text) => text.edge !== edge && linesOf(edge).some((line) => runsOver(line, text.box)))
      .map(({ of }) => `${nameOf(edge)} over ${of}`),
  )
  const crossings = edges.flatMap((edge, at) =>
    edges
      .slice(at + 1)
      .flatMap((other) =>
        linesOf(edge).flatMap((line) => linesOf(other).filter((otherLine) => cross(line, otherLine))),
      ),
  ).length
  return { overText, crossings }
}

/** The frame on the Workflows page, on a usual screen. */
const FRAME = { width: 1100, height: 700 } as const

/** Negative if the first drawing is better: fewer arrows over text, then fewer crossings, then larger when it fits. */
export const compareDrawings = (one: ChartDrawing, other: ChartDrawing): number => {
  const [first, second] = [qualityOf(one), qualityOf(other)]
  const scale = ({ width, height }: ChartDrawing) => Math.min(FRAME.width / width, FRAME.height / height)
  return (
    first.overText.length - second.overText.length ||
    first.crossings - second.crossings ||
    Math.min(1, scale(other)) - Math.min(1, scale(one))
  )
}
