/** Every statechart that the Workflows page shows: the portal's, and the page's own. */
import { portalWorkflows } from '#machines/catalog.ts'
import type { Workflow } from '#machines/definition/workflow.ts'
import { workflow as chartViewer } from './drawing/chart-viewer.workflow.ts'
import { workflow as recordedRuns } from './runs/recorded-runs.workflow.ts'
import { workflow as replay } from './runs/replay.workflow.ts'
import { workflow as savedPaths } from './simulate/saved-paths.workflow.ts'
import { workflow as simulate } from './simulate/simulate.workflow.ts'
import { workflow as watch } from './watch/watch.workflow.ts'

export const catalog: readonly Workflow[] = [
  ...portalWorkflows,
  chartViewer,
  watch,
  simulate,
  savedPaths,
  recordedRuns,
  replay,
]

/** @param name as in addresses, `schedule/timesheet-row` */
export const workflowNamed = (name: string): Workflow | undefined => catalog.find((each) => each.name === name)

/** @param statechart the id of a workflow's machine */
export const workflowOf = (statechart: string): Workflow | undefined =>
  catalog.find(({ machine }) => machine.id === statechart)
