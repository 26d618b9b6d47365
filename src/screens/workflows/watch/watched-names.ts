/** How watched machines and their parts are called, each in the words of its own workflow. */
import { workflowOf } from '#machines/catalog.ts'
import { chartNames, codeNames } from '#machines/chart/chart-names.ts'
import type { ChartNaming } from '#machines/workflows/chart-viewer.machine.ts'
import { machineTitles, type WatchedNames } from '#machines/workflows/sequence-diagram.ts'
import type { WatchedMachine } from '#machines/workflows/watched.ts'

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
