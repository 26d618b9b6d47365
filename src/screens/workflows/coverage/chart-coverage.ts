/** What the generated tests met of a workflow, laid over its chart. */
import { type ChartGraph, type GraphStep, statesIn } from '#machines/chart/chart-graph.ts'
import type { CoverageRecord, RunRecord } from '#machines/chart/coverage.ts'
import { allNodes, eventLabel, readChart, statePath } from '#machines/chart/read-chart.ts'
import type { Workflow } from '#machines/chart/workflow.ts'
import type { ChartMark, ChartMarks } from '../chart-view.ts'

/** Whose coverage is shown; the address has it so. */
export const COVERAGE_RUNS = [
  { id: '', label: 'Both runs' },
  { id: 'machine', label: 'Alone' },
  { id: 'browser', label: 'In a browser' },
] as const

export type CoverageRun = (typeof COVERAGE_RUNS)[number]['id']

export const runOf = (detail: string): CoverageRun => COVERAGE_RUNS.find(({ id }) => id === detail)?.id ?? ''

export type CoverageKind = 'states' | 'transitions' | 'refusals'

/** A state, a way or a refusal of the workflow, and what became of it in the runs that are shown. */
export interface CoverageItem {
  readonly kind: CoverageKind
  readonly id: string
  /** The state to look at. */
  readonly place: string
  readonly text: string
  readonly outcome: 'met' | 'machineOnly' | 'missed'
  /** Why it was not met everywhere. */
  readonly reason: string
}

const missedIn = (run: RunRecord | string, id: string): string | undefined =>
  typeof run === 'string' ? run : run.missed[id]

/** Refusals are left to the run on the machine: a user has nothing to press where something is held back. */
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

/** All that the workflow holds, called as the drawing calls it; refusals only where the run asks for them. */
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
      item('refusals', id, source.id, `${nameOf(source.id)}: ${eventOf(source.id, event)} held back`),
    ),
  ]
}

const TITLES = {
  met: 'Met by the tests',
  machineOnly: 'Met on the workflow alone, not in a browser',
  missed: 'Not met by the tests',
} as const
const TONES = { met: 'good', machineOnly: 'muted', missed: 'bad' } as const

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
  transitions: ['way', 'ways'],
  refusals: ['refusal', 'refusals'],
}

/** `All 12 states were met.`; undefined where there are none. */
export const shareSentence = (items: readonly CoverageItem[], kind: CoverageKind): string | undefined => {
  const all = items.filter((item) => item.kind === kind)
  if (all.length === 0) return undefined
  const [one, many] = NOUNS[kind]
  const noun = all.length === 1 ? one : many
  const missed = all.filter(({ outcome }) => outcome === 'missed').length
  const alone = all.filter(({ outcome }) => outcome === 'machineOnly').length
  const were = (count: number) => (count === 1 ? 'was' : 'were')
  const met = all.length - missed
  const start =
    missed === 0
      ? all.length === 1
        ? `The one ${one} was met`
        : `All ${all.length} ${noun} were met`
      : `${met} of ${all.length} ${noun} ${were(met)} met`
  if (alone === 0) return `${start}.`
  const inBrowser = met - alone
  return inBrowser === 0 ? `${start}, none of them in a browser.` : `${start}, ${inBrowser} of them in a browser too.`
}
