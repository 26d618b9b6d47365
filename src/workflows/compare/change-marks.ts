import type { ChartMark, ChartMarks } from '#workflows/model/chart-marks.ts'
import type { ChartChange } from './chart-changes.ts'
import type { ChangeKind } from './compare-charts.ts'
import type { DrawnVersion } from './comparison.ts'
import { drawnId, removedId } from './overlay.ts'

export const KIND_LABELS = { added: 'Added', removed: 'Removed', changed: 'Changed' } as const satisfies Record<
  ChangeKind,
  string
>

const BADGES = { added: '+ added', removed: '− removed', changed: '~ changed' } as const satisfies Record<
  ChangeKind,
  string
>

const LEGEND = (['added', 'removed', 'changed'] as const).map((tone) => ({ tone, words: BADGES[tone] }))

/** @param text for prints: which versions are compared */
export const changeMarks = ({ changes: { states, transitions } }: DrawnVersion, text?: string): ChartMarks => ({
  ...(text !== undefined && { caption: { text, legend: LEGEND } }),
  states: new Map(
    [...states].map(([id, kind]): [string, ChartMark] => [
      id,
      { tone: kind, badge: BADGES[kind], title: KIND_LABELS[kind] },
    ]),
  ),
  transitions: new Map(
    // The label in the drawing has the symbol.
    [...transitions].map(([id, kind]): [string, ChartMark] => [id, { tone: kind }]),
  ),
})

/** Where a change is drawn: what to scroll to, the state to select, and the transition to highlight. */
export interface ChangePlace {
  readonly shown: string
  readonly state: string
  readonly transition: string | undefined
}

/**
 * @param isOverlay whether the drawing has both versions
 * @returns undefined if the drawing has nothing of it
 */
export const placeOfChange = (
  change: ChartChange,
  { drawing, root }: DrawnVersion,
  isOverlay: boolean,
): ChangePlace | undefined => {
  const drawn = new Set(drawing.states.map(({ state }) => state.id))
  const path = change.state.split('.')
  // The state may be in a collapsed box.
  const ids = [...path.keys()].map((left) => drawnId(root, path.slice(0, path.length - left).join('.')))
  const state = [...ids, root].find((id) => drawn.has(id))
  if (state === undefined) return undefined
  const transition =
    change.transition !== undefined && change.kind === 'removed' && isOverlay
      ? removedId(change.transition)
      : change.transition
  const hasEdge = drawing.edges.some(({ edge }) => edge !== undefined && edge.id === transition)
  return { shown: hasEdge && transition !== undefined ? transition : state, state, transition }
}
