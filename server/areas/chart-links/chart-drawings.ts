/** Charts with their current counts, drawn on the server. */
import type { ELK } from 'elkjs/lib/elk-api.js'
import { localOf, startOfMonth } from '#domain/time.ts'
import type { Period } from '#domain/workflow-period.ts'
import { toGraph } from '#machines/chart/chart-graph.ts'
import { wordNamesOf } from '#machines/chart/chart-names.ts'
import { type ChartDrawing, layOut } from '#machines/chart/layout.ts'
import { layoutChoices } from '#machines/chart/layout-choices.ts'
import { toSvg } from '#machines/chart/svg.ts'
import type { Workflow } from '#machines/chart/workflow.ts'
import { BADGE_HEIGHT, badgeWidth, middleOf } from '#machines/workflows/chart-badges.ts'
import { countedArrows } from '#machines/workflows/counted-arrows.ts'
import { countStates, countTransitions } from '#server/areas/workflows/count-queries.ts'
import type { LifecycleRequest } from '#server/areas/workflows/lifecycle-query.ts'

export interface DrawnChart {
  readonly title: string
  readonly description: string
  /** Without a style sheet or scripts. */
  readonly svg: string
  readonly width: number
  /** The records in each state now. */
  readonly states: readonly { readonly label: string; readonly records: number }[]
  /** The days of the numbers on arrows. */
  readonly period: Period
  readonly at: Date
}

/** The counts are this old at most, in milliseconds: many viewers cost as much as one. */
const FRESH = 20_000

let loading: Promise<Pick<ELK, 'layout'>> | undefined

/** ELK is large, and loads with the first chart. */
const loadElk = () => {
  loading ??= import('elkjs/lib/elk.bundled.js').then(({ default: Elk }) => new Elk())
  return loading
}

const inWords = (count: number): string => count.toLocaleString('en-US')

const badge = (text: string, x: number, y: number): string => {
  const width = badgeWidth(text)
  return `<g><rect x="${x - width / 2}" y="${y - BADGE_HEIGHT / 2}" width="${width}" height="${BADGE_HEIGHT}" rx="${BADGE_HEIGHT / 2}" fill="#5f3dc4"/><text x="${x}" y="${y + 4.5}" font-size="12" font-weight="600" text-anchor="middle" fill="#ffffff">${text}</text></g>`
}

/** The drawing with counts: of records at states, and of steps at arrows. */
const withCounts = (
  svg: string,
  { states, edges }: ChartDrawing,
  countOf: (id: string) => number | undefined,
  takenOf: (id: string) => number,
): string => {
  const badges = [
    ...states.map(({ state, x, y, width }) => {
      const count = countOf(state.id)
      if (count === undefined) return ''
      const text = inWords(count)
      return badge(text, x + width - 8 - badgeWidth(text) / 2, y)
    }),
    ...edges.map(({ edge, points }) => {
      const count = edge ? takenOf(edge.id) : 0
      const { x, y } = middleOf(points)
      return count > 0 ? badge(inWords(count), x, y) : ''
    }),
  ]
  const end = svg.lastIndexOf('</svg>')
  return `${svg.slice(0, end)}${badges.join('')}${svg.slice(end)}`
}

interface LaidOut {
  readonly drawing: ChartDrawing
  readonly svg: string
}

export class ChartDrawings {
  /** By workflow; a layout never changes. */
  readonly #layouts = new Map<string, Promise<LaidOut>>()
  readonly #drawn = new Map<string, { at: number; chart: Promise<DrawnChart> }>()

  #layOut(workflow: Workflow): Promise<LaidOut> {
    const { name, title, machine } = workflow
    const known = this.#layouts.get(name)
    if (known) return known
    const made = (async () => {
      const drawing = await layOut(await loadElk(), toGraph(machine, wordNamesOf(workflow)), {
        choice: layoutChoices[name]?.words,
      })
      return { drawing, svg: toSvg(drawing, title) }
    })()
    this.#layouts.set(name, made)
    made.catch(() => this.#layouts.delete(name))
    return made
  }

  async #draw(workflow: Workflow, request: LifecycleRequest): Promise<DrawnChart> {
    const { lifecycle, context } = request
    const { now, timeZone } = context
    const today = localOf(now, timeZone).date
    const period = { from: startOfMonth(today), to: today }
    const [{ drawing, svg }, standing, transitions] = await Promise.all([
      this.#layOut(workflow),
      countStates(request),
      countTransitions(request, period),
    ])
    const { machine } = workflow
    const names = wordNamesOf(workflow)
    const records = new Map(
      lifecycle.states.map((state) => [machine.root.states[state]?.id ?? state, standing.get(state) ?? 0]),
    )
    const arrows = countedArrows(machine, { keepsLoops: lifecycle.keepsLoops, transitions })
    const taken = new Map(arrows.flatMap((arrow) => arrow.ids.map((id) => [id, arrow.records] as const)))
    return {
      title: workflow.title,
      description: machine.root.description ?? '',
      svg: withCounts(
        svg,
        drawing,
        (id) => records.get(id),
        (id) => taken.get(id) ?? 0,
      ),
      width: drawing.width,
      states: lifecycle.states.map((state) => ({ label: names.state(state), records: standing.get(state) ?? 0 })),
      period,
      at: now,
    }
  }

  /** The chart as of now, or a few seconds ago. */
  draw(workflow: Workflow, request: LifecycleRequest): Promise<DrawnChart> {
    const now = request.context.now.getTime()
    const known = this.#drawn.get(workflow.name)
    if (known && Math.abs(now - known.at) < FRESH) return known.chart
    const chart = this.#draw(workflow, request)
    this.#drawn.set(workflow.name, { at: now, chart })
    chart.catch(() => this.#drawn.delete(workflow.name))
    return chart
  }
}
