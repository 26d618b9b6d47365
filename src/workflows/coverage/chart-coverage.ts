/** The generated tests' coverage of a workflow, shown on its chart. */

import type { Workflow } from '#machines/definition/workflow.ts'
import { type ChartGraph, type GraphStep, statesIn } from '#workflows/model/chart-graph.ts'
import type { ChartMark, ChartMarks } from '#workflows/model/chart-marks.ts'
import { allNodes, eventLabel, readChart, statePath } from '#workflows/model/read-chart.ts'
import type { CoverageRecord, RunRecord } from './coverage.ts'

/** Which run's coverage is shown; the ids appear in the address. */
export const COVERAGE_RUNS = [
  { id: '', label: 'Both runs' },
  { id: 'machine', label: 'Machine' },
  { id: 'browser', label: 'Browser' },
] as const

export type CoverageRun = (typeof COVERAGE_RUNS)[number]['id']

export const runOf = (detail: string): CoverageRun => COVERAGE_RUNS.find(({ id }) => id === detail)?.id ?? ''

export type CoverageKind = 'states' | 'transitions' | 'refusals'

/** A state, transition or refusal of the workflow, and its coverage in the selected runs. */
export interface CoverageItem {
  readonly kind: CoverageKind
  readonly id: string
  /** The state to show for it. */
  readonly place: string
  readonly text: string
  readonly outcome: 'met' | 'machineOnly' | 'missed'
  /** Why it isn't covered everywhere. */
  readonly reason: string
}

const missedIn = (run: RunRecord | string, id: string): string | undefined =>
  typeof run === 'string' ? run : run.missed[id]

/** Refusals are left to the machine run: in a browser there is nothing to press for an event that is refused. */
const outcomeOf = (
  { machine, browser }: CoverageRecord,
  kind: CoverageKind,
  id: string,
  run: CoverageRun,
): Pick<CoverageItem, 'outcome' | 'reason'> => {
  const onMachine = missedIn(machine, id)
  const inBrowser = kind === 'refusals' ? undefined : missedIn(browser, id)
  if (run === 'browser') return { outcome: inBrowser === undefined ? 'met' : 'missed', reason: inBrowser ?? '' }
  if (onMachine !== undefined) return { outcome: 'missed', reason: onMachine }
  if (run === 'machine' || inBrowser === undefined) return { outcome: 'met', reason: '' }
  return { outcome: 'machineOnly', reason: inBrowser }
}

const stepText = ({ event, guard }: Pick<GraphStep, 'event' | 'guard'>) =>
  guard === undefined ? event : `${event} [${guard}]`

/** Every state and transition, labeled as in the drawing; refusals only if the run covers them. */
export const coverageItems = (
  { machine }: Workflow,
  graph: ChartGraph,
  record: CoverageRecord,
  run: CoverageRun,
): CoverageItem[] => {
  const chart = readChart(machine)
  const states = new Map(statesIn(graph.root).map((state) => [state.id, state]))
  const steps = new Map(
    [...graph.edges, ...[...states.values()].flatMap(({ inner }) => inner)].map((step) => [step.id, step]),
  )
  const nameOf = (id: string) => states.get(id)?.label ?? id
  const item = (kind: CoverageKind, id: string, place: string, text: string): CoverageItem => ({
    kind,
    id,
    place,
    text,
    ...outcomeOf(record, kind, id, run),
  })
  const eventOf = (source: string, event: string) => {
    const same = chart.transitions.find((each) => each.source.id === source && each.event === event)
    return steps.get(same?.id ?? '')?.event ?? eventLabel(event)
  }
  const refusals = run === 'browser' ? [] : chart.refusals
  return [
    ...chart.states.map((node) => item('states', statePath(node), node.id, nameOf(node.id))),
    ...chart.transitions.map(({ id, source }) => {
      const step = steps.get(id)
      return item('transitions', id, source.id, `${nameOf(source.id)}: ${step ? stepText(step) : id}`)
    }),
    ...refusals.map(({ id, source, event }) =>
      item('refusals', id, source.id, `${nameOf(source.id)}: ${eventOf(source.id, event)} refused`),
    ),
  ]
}

const TITLES = {
  met: 'Covered by the tests',
  machineOnly: 'Covered in the machine run only',
  missed: 'Not covered by the tests',
} as const
/** How outcomes are drawn. */
export const TONES = { met: 'good', machineOnly: 'muted', missed: 'bad' } as const

const markOf = ({ outcome, reason }: CoverageItem): ChartMark => ({
  tone: TONES[outcome],
  ...(outcome === 'missed' ? { badge: '✗' } : {}),
  title: reason === '' ? TITLES[outcome] : `${TITLES[outcome]}: ${reason}`,
})

export const coverageMarks = ({ machine }: Workflow, items: readonly CoverageItem[]): ChartMarks => {
  const ids = new Map(allNodes(machine.root).map((node) => [statePath(node), node.id]))
  return {
    states: new Map(
      items.flatMap((item) =>
        item.kind === 'states' ? [[ids.get(item.id) ?? item.place, markOf(item)] as const] : [],
      ),
    ),
    transitions: new Map(
      items.flatMap((item) => (item.kind === 'transitions' ? [[item.id, markOf(item)] as const] : [])),
    ),
  }
}

const NOUNS: Record<CoverageKind, readonly [string, string]> = {
  states: ['state', 'states'],
  transitions: ['transition', 'transitions'],
  refusals: ['refusal', 'refusals'],
}

/** `All 12 states are covered.`; undefined if there are none. */
export const shareSentence = (items: readonly CoverageItem[], kind: CoverageKind): string | undefined => {
  const all = items.filter((item) => item.kind === kind)
  if (all.length === 0) return undefined
  const [one, many] = NOUNS[kind]
  const noun = all.length === 1 ? one : many
  const missed = all.filter(({ outcome }) => outcome === 'missed').length
  const alone = all.filter(({ outcome }) => outcome === 'machineOnly').length
  const are = (count: number) => (count === 1 ? 'is' : 'are')
  const met = all.length - missed
  const start =
    missed === 0
      ? all.length === 1
        ? `The only ${one} is covered`
        : `All ${all.length} ${noun} are covered`
      : `${met} of ${all.length} ${noun} ${are(met)} covered`
  if (alone === 0) return `${start}.`
  const inBrowser = met - alone
  return inBrowser === 0 ? `${start}, none of them in a browser.` : `${start}, ${inBrowser} of them also in a browser.`
}
