/** A statechart drawing as a standalone SVG file without a style sheet, on a white background. */
import { escapeMarkup } from '#domain/markup.ts'
import {
  CHART_FONT,
  type ChartDrawing,
  type DrawnEdge,
  type DrawnState,
  type Point,
  START_RADIUS,
} from '#workflows/layout/layout.ts'
import type { ChartCaption, ChartMark, ChartMarks } from '#workflows/model/chart-marks.ts'
import { BADGE_HEIGHT, badgeSpot, badgeWidth } from './chart-badges.ts'

const INK = '#1f2933'
const MUTED = '#52606d'
const LINE = '#7b8794'
const FILLS = ['#ffffff', '#f5f7fa', '#ebeff3', '#e1e7ec'] as const

type Tone = ChartMark['tone']

/** The lines and badges of what is marked; the page's own, for light paper. */
const TONES: Readonly<Record<Tone, string>> = {
  lit: '#6741d9',
  now: '#6741d9',
  good: '#2b8a3e',
  bad: '#e03131',
  muted: '#868e96',
  added: '#20682f',
  removed: '#ab2424',
  changed: '#a3360b',
  heat1: '#495057',
  heat2: '#495057',
  heat3: '#495057',
  heat4: '#495057',
  heat5: '#495057',
}

const TONE_FILLS: Readonly<Partial<Record<Tone, string>>> = {
  now: '#f3f0ff',
  heat1: '#fff6e2',
  heat2: '#ffe2ad',
  heat3: '#ffc173',
  heat4: '#f8974a',
  heat5: '#e8722c',
}

const TONE_DASHES: Readonly<Partial<Record<Tone, string>>> = { removed: '5 4', muted: '3 3' }

const dashed = (dashes: string | undefined): string => (dashes === undefined ? '' : ` stroke-dasharray="${dashes}"`)

/** @param right the badge's right edge; `y` is its middle */
const badgeSvg = ({ badge, tone }: ChartMark, right: number, y: number): string => {
  if (badge === undefined) return ''
  const width = badgeWidth(badge)
  return `<g><rect x="${right - width}" y="${y - BADGE_HEIGHT / 2}" width="${width}" height="${BADGE_HEIGHT}" rx="${BADGE_HEIGHT / 2}" fill="${TONES[tone]}"/><text x="${right - width / 2}" y="${y + 4.5}" font-size="12" font-weight="600" text-anchor="middle" fill="#ffffff">${escapeMarkup(badge)}</text></g>`
}

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

const stateSvg = (
  { state, lines, depth, isOpen, x, y, width, height }: DrawnState,
  marks: ChartMarks | undefined,
): string => {
  const mark = marks?.states.get(state.id)
  const fill = (mark && TONE_FILLS[mark.tone]) ?? FILLS[depth % FILLS.length]
  const stroke = mark ? `${TONES[mark.tone]}" stroke-width="${mark.tone === 'muted' ? 1.2 : 2}` : isOpen ? LINE : INK
  const dashes = dashed((mark && TONE_DASHES[mark.tone]) ?? (state.kind === 'parallel' ? '6 4' : undefined))
  const inner =
    state.kind === 'final'
      ? `<rect x="${x + 3}" y="${y + 3}" width="${width - 6}" height="${height - 6}" rx="6" fill="none" stroke="${LINE}"/>`
      : ''
  const text = lines.map(({ text: line, kind, id }, index) => {
    const own = id === undefined ? undefined : marks?.transitions.get(id)
    const ink = own ? TONES[own.tone] : kind === 'step' ? INK : MUTED
    const badge = own?.badge === undefined || lines[index - 1]?.id === id ? '' : ` (${own.badge})`
    return `<text x="${x + 10}" y="${y + 40 + index * CHART_FONT.lineHeight}" font-size="${CHART_FONT.line}" fill="${ink}">${escapeMarkup(`${line}${badge}`)}</text>`
  })
  const name = `<text x="${x + 10}" y="${y + 20}" font-size="${CHART_FONT.name}" font-weight="600" fill="${INK}">${escapeMarkup(state.label)}</text>`
  const title = state.description ? `<title>${escapeMarkup(state.description)}</title>` : ''
  return `<g>${title}<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="8" fill="${fill}" stroke="${stroke}"${dashes}/>${inner}${name}${text.join('')}</g>`
}

const markOf = ({ edge }: DrawnEdge, marks: ChartMarks | undefined): ChartMark | undefined =>
  edge && marks?.transitions.get(edge.id)

const edgeSvg = (drawn: DrawnEdge, marks: ChartMarks | undefined): string => {
  const mark = markOf(drawn, marks)
  const [ink, width] = mark ? [TONES[mark.tone], mark.tone === 'lit' ? 3 : 2] : [LINE, 1.2]
  return `<path d="${pathOf(drawn.points)}" fill="none" stroke="${ink}" stroke-width="${width}"${dashed(mark && TONE_DASHES[mark.tone])} marker-end="url(#arrow)"/>`
}

const labelSvg = ({ label }: DrawnEdge, mark: ChartMark | undefined): string =>
  (label?.lines ?? [])
    .map(
      (line, index) =>
        `<text x="${(label?.x ?? 0) + 3}" y="${(label?.y ?? 0) + 12 + index * (CHART_FONT.lineHeight - 2)}" font-size="${CHART_FONT.line}" fill="${mark ? TONES[mark.tone] : INK}" paint-order="stroke" stroke="#ffffff" stroke-width="3">${escapeMarkup(line)}</text>`,
    )
    .join('')

const badgesSvg = ({ states, edges }: ChartDrawing, marks: ChartMarks): string[] => [
  ...states.map(({ state, x, y, width }) => {
    const mark = marks.states.get(state.id)
    return mark ? badgeSvg(mark, x + width - 8, y) : ''
  }),
  ...edges.map((drawn) => {
    const mark = markOf(drawn, marks)
    if (mark?.badge === undefined) return ''
    const { x, y } = badgeSpot(drawn.points, drawn.label, mark.badge)
    return badgeSvg(mark, x + badgeWidth(mark.badge) / 2, y)
  }),
]

/** The drawing without the element around it, in colors for white paper. */
export const svgContent = (drawing: ChartDrawing, marks?: ChartMarks): string => {
  const { states, edges, starts } = drawing
  return [
    `<defs><marker id="arrow" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L10 5L0 10Z" fill="${LINE}"/></marker></defs>`,
    ...states.map((drawn) => stateSvg(drawn, marks)),
    ...edges.map((drawn) => edgeSvg(drawn, marks)),
    ...starts.map(({ x, y }) => `<circle cx="${x}" cy="${y}" r="${START_RADIUS}" fill="${INK}"/>`),
    ...edges.map((drawn) => labelSvg(drawn, markOf(drawn, marks))),
    ...(marks ? badgesSvg(drawing, marks) : []),
  ].join('\n')
}

/** A legend's sample of a tone: a small box. */
export const toneSample = (
  tone: Tone,
): { readonly fill: string; readonly stroke: string; readonly dashes: string } => ({
  fill: TONE_FILLS[tone] ?? FILLS[0],
  stroke: TONES[tone],
  dashes: TONE_DASHES[tone] ?? '',
})

const CAPTION = { margin: 12, line: 22, sample: 14, least: 480 } as const
/** Wider than any text of this length in the caption's font. */
const captionWidth = (text: string): number => text.length * 7

/** The title and the view in a line, then the legend in as many as it needs; text without a style sheet. */
const captionSvg = (title: string, { text, legend = [] }: ChartCaption, width: number) => {
  const { margin, line, sample } = CAPTION
  const parts = [
    `<text x="${margin}" y="${line}" font-size="16" font-weight="600" fill="${INK}">${escapeMarkup(title)}</text>`,
    `<text x="${margin}" y="${2 * line}" font-size="13" fill="${INK}">${escapeMarkup(text)}</text>`,
  ]
  let [x, y] = [margin, 3 * line]
  for (const { tone, words } of legend) {
    const wide = sample + 6 + captionWidth(words) + 10
    if (x > margin && x + wide > width) {
      x = margin
      y += line
    }
    const { fill, stroke, dashes } = toneSample(tone)
    parts.push(
      `<rect x="${x}" y="${y - sample + 2}" width="${sample}" height="${sample}" rx="4" fill="${fill}" stroke="${stroke}"${dashed(dashes || undefined)}/>`,
      `<text x="${x + sample + 6}" y="${y}" font-size="12" fill="${INK}">${escapeMarkup(words)}</text>`,
    )
    x += wide
  }
  return { svg: parts.join('\n'), height: (legend.length > 0 ? y : 2 * line) + margin }
}

/** A drawing as a picture, with its size in pixels. */
export interface ChartPicture {
  readonly svg: string
  readonly width: number
  readonly height: number
}

/** @param title the accessible name; above the drawing if the marks have a caption */
export const toPicture = (drawing: ChartDrawing, title: string, marks?: ChartMarks): ChartPicture => {
  const width = marks?.caption ? Math.max(drawing.width, CAPTION.least) : drawing.width
  const caption = marks?.caption && captionSvg(title, marks.caption, width)
  const height = drawing.height + (caption?.height ?? 0)
  const content = svgContent(drawing, marks)
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="Inter, system-ui, sans-serif">`,
    `<title>${escapeMarkup(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    ...(caption ? [caption.svg, `<g transform="translate(0 ${caption.height})">`, content, '</g>'] : [content]),
    '</svg>\n',
  ].join('\n')
  return { svg, width, height }
}

export const toSvg = (drawing: ChartDrawing, title: string): string => toPicture(drawing, title).svg
