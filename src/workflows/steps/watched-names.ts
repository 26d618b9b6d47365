/** How watched machines and their parts are called, each in the words of its own workflow. */
import { workflowOf } from '#workflows/catalog.ts'
import type { ChartNaming } from '#workflows/drawing/chart-viewer.machine.ts'
import { chartNames, codeNames } from '#workflows/model/chart-names.ts'
import type { WatchedMachine } from '#workflows/recording/watched.ts'
import { machineTitles, type WatchedNames } from './sequence-diagram.ts'

export const watchedNames = (machines: readonly WatchedMachine[], naming: ChartNaming): WatchedNames => {
  const statecharts = new Map(machines.map(({ id, machine }) => [id, machine]))
  const known = new Map(
    [...new Set(statecharts.values())].map((statechart) => {
      const workflow = workflowOf(statechart)
      return [statechart, workflow ? chartNames(workflow, naming) : codeNames]
    }),
  )
  return {
    titles: machineTitles(machines, (statechart) => workflowOf(statechart)?.title ?? statechart),
    of: (machine) => known.get(statecharts.get(machine) ?? '') ?? codeNames,
  }
}
