import { catalog } from '#workflows/catalog.ts'
import { type ChartGraph, statesIn, toGraph } from '#workflows/model/chart-graph.ts'
import { wordNamesOf } from '#workflows/model/chart-names.ts'
import { thirtyStates } from './thirty-states.ts'

const openedFirst = catalog.find(({ name }) => name === 'session/sign-in')
if (!openedFirst) throw new Error('The catalog has no chart of signing in.')
/** The chart that the page opens with. */
export const openingChart = toGraph(openedFirst.machine, wordNamesOf(openedFirst))

const boxesOf = ({ root }: ChartGraph) => statesIn(root).length - 1

/** By number of states: the test chart, and the portal's largest chart as users see it. */
export const charts: ReadonlyMap<number, ChartGraph> = new Map(
  [
    toGraph(thirtyStates, wordNamesOf({ texts: {} })),
    catalog
      .map((workflow) => toGraph(workflow.machine, wordNamesOf(workflow)))
      .reduce((largest, graph) => (boxesOf(graph) > boxesOf(largest) ? graph : largest)),
  ].map((graph) => [boxesOf(graph), graph] as const),
)
