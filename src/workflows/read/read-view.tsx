import type { ChartViewProps } from '#workflows/drawing/chart-view.ts'
import { Legend } from './legend.tsx'
import { StateFacts } from './state-facts.tsx'

/** The plain workflow: a legend, or the facts of the selected state. */
export const ReadView = ({ graph, chosen, onChoose, render }: ChartViewProps) =>
  render({
    panel: chosen === undefined ? <Legend /> : <StateFacts graph={graph} chosen={chosen} onChoose={onChoose} />,
  })
