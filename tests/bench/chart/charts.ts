import { catalogue } from '#machines/catalogue.ts'
import { type ChartGraph, statesIn, toGraph } from '#machines/chart/chart-graph.ts'
import { CHART_NAMES } from '#machines/chart/chart-names.ts'
import { thirtyStates } from './thirty-states.ts'

const openedFirst = catalogue.find(({ name }) => name === 'session/sign-in')
if (!openedFirst) throw new Error('It is in the catalogue.')
/** What the page opens with. */
export const openingChart = toGraph(openedFirst.machine, CHART_NAMES.words)

const boxesOf = ({ root }: ChartGraph) => statesIn(root).length - 1

/** By how many states they have: the one made for it, and the largest of the portal's, as it is drawn for users. */
export const charts: ReadonlyMap<number, ChartGraph> = new Map(
  [
    toGraph(thirtyStates, CHART_NAMES.words),
    catalogue
      .map(({ machine }) => toGraph(machine, CHART_NAMES.words))
      .reduce((largest, graph) => (boxesOf(graph) > boxesOf(largest) ? graph : largest)),
  ].map((graph) => [boxesOf(graph), graph] as const),
)
