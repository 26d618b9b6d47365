import type { ReactNode } from 'react'
import type { ChartGraph } from '#machines/chart/chart-graph.ts'
import type { ChartNames } from '#machines/chart/chart-names.ts'
import type { Workflow } from '#machines/chart/workflow.ts'

/** How a state or a transition is marked on the drawing. */
export interface ChartMark {
  /** `now` is where it stands, `lit` the way just taken; the others judge. */
  readonly tone: 'lit' | 'now' | 'good' | 'bad' | 'muted'
  /** A short text on it, such as a number. */
  readonly badge?: string
  /** What the mark means, for those who rest on it or listen. */
  readonly title?: string
}

export interface ChartMarks {
  /** By XState's id of the state, `timesheetModal.entering.saving`. */
  readonly states: ReadonlyMap<string, ChartMark>
  /** By the transition's id of `readChart`. */
  readonly transitions: ReadonlyMap<string, ChartMark>
}

/** What a view of a workflow is given by the page. */
export interface ChartViewProps {
  readonly workflow: Workflow
  /** The workflow, called as the drawing calls it. */
  readonly graph: ChartGraph
  /** How the drawing calls things, for whatever is told of them beside it. */
  readonly names: ChartNames
  /** The id of the chosen state. */
  readonly chosen: string | undefined
  readonly onChoose: (id: string) => void
  /** Brings a state into sight, without choosing it. */
  readonly onShow: (id: string) => void
  /** What the view keeps in the page's address, in its own words; '' at first. */
  readonly detail: string
  readonly onDetail: (detail: string) => void
  /** Opens another workflow in this view. */
  readonly onOpen: (workflow: string) => void
  /** Puts the marks on the drawing and the panel beside it. */
  readonly render: (shown: { readonly marks?: ChartMarks; readonly panel: ReactNode }) => ReactNode
}
