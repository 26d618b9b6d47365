/** Charts with their current counts, drawn on the server. */
import type { ELK } from 'elkjs/lib/elk-api.js'
import { localOf, startOfMonth } from '#domain/time.ts'
import type { Period } from '#domain/workflow-period.ts'
import type { Workflow } from '#machines/definition/workflow.ts'
import { countStates, countTransitions } from '#server/areas/workflows/count-queries.ts'
import type { LifecycleRequest } from '#server/areas/workflows/lifecycle-query.ts'
import { countMarks } from '#workflows/counts/count-marks.ts'
import { countedArrows } from '#workflows/counts/counted-arrows.ts'
import { toPicture } from '#workflows/drawing/svg.ts'
import { type ChartDrawing, layOut } from '#workflows/layout/layout.ts'
import { layoutChoices } from '#workflows/layout/layout-choices.ts'
import { toGraph } from '#workflows/model/chart-graph.ts'
import { wordNamesOf } from '#workflows/model/chart-names.ts'

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

export class ChartDrawings {
  /** By workflow; a layout never changes. */
  readonly #layouts = new Map<string, Promise<ChartDrawing>>()
  readonly #drawn = new Map<string, { at: number; chart: Promise<DrawnChart> }>()

  #layOut(workflow: Workflow): Promise<ChartDrawing> {
    const { name, machine } = workflow
    const known = this.#layouts.get(name)
    if (known) return known
    const made = (async () =>
      layOut(await loadElk(), toGraph(machine, wordNamesOf(workflow)), { choice: layoutChoices[name]?.words }))()
    this.#layouts.set(name, made)
    made.catch(() => this.#layouts.delete(name))
    return made
  }

  async #draw(workflow: Workflow, request: LifecycleRequest): Promise<DrawnChart> {
    const { lifecycle, context } = request
    const { now, timeZone } = context
    const today = localOf(now, timeZone).date
    const period = { from: startOfMonth(today), to: today }
    const [drawing, current, transitions] = await Promise.all([
      this.#layOut(workflow),
      countStates(request),
      countTransitions(request, period),
    ])
    const { machine } = workflow
    const names = wordNamesOf(workflow)
    const counts = lifecycle.states.map((state) => ({ state, records: current.get(state) ?? 0 }))
    const arrows = countedArrows(machine, { keepsLoops: lifecycle.keepsLoops, transitions })
    return {
      title: workflow.title,
      description: machine.root.description ?? '',
      svg: toPicture(drawing, workflow.title, countMarks(machine, counts, arrows)).svg,
      width: drawing.width,
      states: counts.map(({ state, records }) => ({ label: names.state(state), records })),
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
