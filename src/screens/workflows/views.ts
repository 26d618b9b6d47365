import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { ChartViewProps } from './chart-view.ts'

interface ChartViewEntry {
  /** Used in the address. */
  readonly id: string
  readonly label: string
  readonly View: LazyExoticComponent<ComponentType<ChartViewProps>>
  /** The view replaces the drawing with its own. */
  readonly drawsItself?: boolean
}

/** The views of a workflow, in the order of the page's switch; the first is the default. */
export const CHART_VIEWS: readonly [ChartViewEntry, ...ChartViewEntry[]] = [
  {
    id: '',
    label: 'Read',
    View: lazy(async () => ({ default: (await import('./read/read-view.tsx')).ReadView })),
  },
  {
    id: 'changes',
    label: 'Changes',
    drawsItself: true,
    View: lazy(async () => ({ default: (await import('./changes/changes-view.tsx')).ChangesView })),
  },
  {
    id: 'watch',
    label: 'Watch',
    View: lazy(async () => ({ default: (await import('./watch/watch-view.tsx')).WatchView })),
  },
  {
    id: 'simulate',
    label: 'Simulate',
    View: lazy(async () => ({ default: (await import('./simulate/simulate-view.tsx')).SimulateView })),
  },
  {
    id: 'counts',
    label: 'Counts',
    View: lazy(async () => ({ default: (await import('./counts/counts-view.tsx')).CountsView })),
  },
  {
    id: 'waits',
    label: 'Waits',
    View: lazy(async () => ({ default: (await import('./waits/waits-view.tsx')).WaitsView })),
  },
  {
    id: 'history',
    label: 'History',
    View: lazy(async () => ({ default: (await import('./history/history-view.tsx')).HistoryView })),
  },
  {
    id: 'coverage',
    label: 'Coverage',
    View: lazy(async () => ({ default: (await import('./coverage/coverage-view.tsx')).CoverageView })),
  },
]
