import type { ComponentType } from 'react'
import { lazyPart } from '#ui/lazy-part/lazy-part.tsx'
import type { ChartViewProps } from '#workflows/drawing/chart-view.ts'

interface ChartViewEntry {
  /** Used in the address. */
  readonly id: string
  readonly label: string
  readonly View: ComponentType<ChartViewProps>
  /** The view replaces the drawing with its own. */
  readonly drawsItself?: boolean
}

/** The views of a workflow, in the order of the page's switch; the first is the default. */
export const CHART_VIEWS: readonly [ChartViewEntry, ...ChartViewEntry[]] = [
  {
    id: '',
    label: 'Read',
    View: lazyPart(async () => (await import('#workflows/read/read-view.tsx')).ReadView),
  },
  {
    id: 'changes',
    label: 'Changes',
    drawsItself: true,
    View: lazyPart(async () => (await import('#workflows/compare/changes-view.tsx')).ChangesView),
  },
  {
    id: 'watch',
    label: 'Watch',
    View: lazyPart(async () => (await import('#workflows/watch/watch-view.tsx')).WatchView),
  },
  {
    id: 'simulate',
    label: 'Simulate',
    View: lazyPart(async () => (await import('#workflows/simulate/simulate-view.tsx')).SimulateView),
  },
  {
    id: 'counts',
    label: 'Counts',
    View: lazyPart(async () => (await import('#workflows/counts/counts-view.tsx')).CountsView),
  },
  {
    id: 'waits',
    label: 'Waits',
    View: lazyPart(async () => (await import('#workflows/waits/waits-view.tsx')).WaitsView),
  },
  {
    id: 'history',
    label: 'History',
    View: lazyPart(async () => (await import('#workflows/history/history-view.tsx')).HistoryView),
  },
  {
    id: 'coverage',
    label: 'Coverage',
    View: lazyPart(async () => (await import('#workflows/coverage/coverage-view.tsx')).CoverageView),
  },
]
