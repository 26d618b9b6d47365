/** How watched machines and their parts are called, each in the words of its own workflow. */
import { catalog } from '#machines/catalog.ts'
import { chartNames, codeNames } from '#machines/chart/chart-names.ts'
import type { Workflow } from '#machines/chart/workflow.ts'
import type { ChartNaming } from '#machines/workflows/chart-viewer.machine.ts'
import { machineTitles, type WatchedNames } from '#machines/workflows/sequence-diagram.ts'
import type { WatchedMachine } from '#machines/workflows/watched.ts'

/** @param statechart the id of a workflow's machine */
export const workflowOf = (statechart: string): Workflow | undefined =>
  catalog.find(({ machine }) => machine.id === statechart)

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
