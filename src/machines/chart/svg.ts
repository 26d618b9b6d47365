/** A statechart drawing as a standalone SVG file without a style sheet, on a white background. */
import { CHART_FONT, type ChartDrawing, type DrawnEdge, type DrawnState, type Point, START_RADIUS } from './layout.ts'

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const INK = '#1f2933'
const MUTED = '#52606d'
const LINE = '#7b8794'
const FILLS = ['#ffffff', '#f5f7fa', '#ebeff3', '#e1e7ec'] as const

/** An arrow's path, with rounded corners. */
export const pathOf = (points: readonly Point[]): string => {
  const [start, ...rest] = points
  if (!start) return ''
  const radius = 6
  const parts = [`M${start.x} ${start.y}`]
  rest.forEach((point, index) => {
    const before = points[index]
    const after = rest[index + 1]
    if (!before || !after) {
      parts.push(`L${point.x} ${point.y}`)
      return
    }
    const toward = (other: Point): Point => {
      const length = Math.hypot(other.x - point.x, other.y - point.y)
      const part = length === 0 ? 0 : Math.min(radius, length / 2) / length
      return { x: point.x + (other.x - point.x) * part, y: point.y + (other.y - point.y) * part }
    }
    const [from, to] = [toward(before), toward(after)]
    parts.push(`L${from.x} ${from.y}Q${point.x} ${point.y} ${to.x} ${to.y}`)
  })
  return parts.join('')
}

const stateSvg = ({ state, lines, depth, isOpen, x, y, width, height }: DrawnState): string => {
  const fill = FILLS[depth % FILLS.length]
  const dashes = state.kind === 'parallel' ? ' stroke-dasharray="6 4"' : ''
  const inner =
    state.kind === 'final'
      ? `<rect x="${x + 3}" y="${y + 3}" width="${width - 6}" height="${height - 6}" rx="6" fill="none" stroke="${LINE}"/>`
      : ''
  const text = lines.map(
    ({ text: line, kind }, index) =>
      `<text x="${x + 10}" y="${y + 40 + index * CHART_FONT.lineHeight}" font-size="${CHART_FONT.line}" fill="${kind === 'step' ? INK : MUTED}">${escaped(line)}</text>`,
  )
  const name = `<text x="${x + 10}" y="${y + 20}" font-size="${CHART_FONT.name}" font-weight="600" fill="${INK}">${escaped(state.label)}</text>`
  const title = state.description ? `<title>${escaped(state.description)}</title>` : ''
  return `<g>${title}<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="8" fill="${fill}" stroke="${isOpen ? LINE : INK}"${dashes}/>${inner}${name}${text.join('')}</g>`
}

const edgeSvg = ({ points }: DrawnEdge): string =>
  `<path d="${pathOf(points)}" fill="none" stroke="${LINE}" stroke-width="1.2" marker-end="url(#arrow)"/>`

const labelSvg = ({ label }: DrawnEdge): string =>
  (label?.lines ?? [])
    .map(
      (line, index) =>
        `<text x="${(label?.x ?? 0) + 3}" y="${(label?.y ?? 0) + 12 + index * (CHART_FONT.lineHeight - 2)}" font-size="${CHART_FONT.line}" fill="${INK}" paint-order="stroke" stroke="#ffffff" stroke-width="3">${escaped(line)}</text>`,
    )
    .join('')

/** The drawing without the element around it, in colors for white paper. */
export const svgContent = ({ states, edges, starts }: ChartDrawing): string =>
  [
    `<defs><marker id="arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L10 5L0 10Z" fill="${LINE}"/></marker></defs>`,
    ...states.map(stateSvg),
    ...edges.map(edgeSvg),
    ...starts.map(({ x, y }) => `<circle cx="${x}" cy="${y}" r="${START_RADIUS}" fill="${INK}"/>`),
    ...edges.map(labelSvg),
  ].join('\n')

/** @param title the accessible name */
export const toSvg = (drawing: ChartDrawing, title: string): string => {
  const { width, height } = drawing
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="Inter, system-ui, sans-serif">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    svgContent(drawing),
    '</svg>\n',
  ].join('\n')
}
