import type { ReactNode } from 'react'
import type { ChartGraph } from '#machines/chart/chart-graph.ts'
import type { ChartNames } from '#machines/chart/chart-names.ts'
import type { Workflow } from '#machines/chart/workflow.ts'

/** How a state or transition is highlighted on the drawing. */
export interface ChartMark {
  /** `now` is the current state, `lit` the last transition taken; the others rate coverage. */
  readonly tone: 'lit' | 'now' | 'good' | 'bad' | 'muted'
  /** A short text on it, such as a number. */
  readonly badge?: string
  /** The mark's meaning, for tooltips and screen readers. */
  readonly title?: string
}

export interface ChartMarks {
  /** By XState's state id, `timesheetModal.entering.saving`. */
  readonly states: ReadonlyMap<string, ChartMark>
  /** By `readChart`'s transition id. */
  readonly transitions: ReadonlyMap<string, ChartMark>
}

/** Props that the page passes to a view of a workflow. */
export interface ChartViewProps {
  readonly workflow: Workflow
  /** The workflow's graph, labeled as in the drawing. */
  readonly graph: ChartGraph
  /** How the drawing labels things, for the panel to match. */
  readonly names: ChartNames
  /** The id of the selected state. */
  readonly chosen: string | undefined
  readonly onChoose: (id: string) => void
  /** Scrolls a state into view without selecting it. */
  readonly onShow: (id: string) => void
  /** The view's own state in the page's address, in its own encoding; '' at first. */
  readonly detail: string
  readonly onDetail: (detail: string) => void
  /** Opens another workflow in this view. */
  readonly onOpen: (workflow: string) => void
  /** Shows the marks on the drawing, and the panel next to it. */
  readonly render: (shown: { readonly marks?: ChartMarks; readonly panel: ReactNode }) => ReactNode
}
