import type { ReactNode, RefObject } from 'react'
import type { Workflow } from '#machines/definition/workflow.ts'
import type { ChartGraph } from '#workflows/model/chart-graph.ts'
import type { ChartMarks } from '#workflows/model/chart-marks.ts'
import type { ChartNames } from '#workflows/model/chart-names.ts'
import type { ChartFrameHandle } from './chart-frame.tsx'
import type { ChartNaming } from './chart-viewer.machine.ts'

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
  /** Whether the drawing keeps `place` in view: not after the user has moved it. */
  readonly isFollowing: boolean
  readonly onFollow: (isFollowing: boolean) => void
  /** The view's own state in the page's address, in its own encoding; '' at first. */
  readonly detail: string
  readonly onDetail: (detail: string) => void
  /** Opens another workflow in this view, at its start or at a detail of it. */
  readonly onOpen: (workflow: string, detail?: string) => void
  /** For a view that draws the statechart itself: what the page's toolbar controls. */
  readonly own: {
    readonly frame: RefObject<ChartFrameHandle | null>
    readonly found: ReadonlySet<string>
    readonly naming: ChartNaming
    readonly closed: readonly string[]
    readonly onToggle: (id: string) => void
  }
  /** Shows the marks on the drawing, their caption on prints and pictures, the panel next to it, and `main` below it or, if the view draws itself, instead. */
  readonly render: (shown: {
    readonly marks?: ChartMarks | undefined
    /** The id of the state that the drawing keeps in view while it follows. */
    readonly place?: string | undefined
    readonly panel: ReactNode
    readonly main?: ReactNode
    /** What is printed, if the view draws itself. */
    readonly printed?: ReactNode
  }) => ReactNode
}
