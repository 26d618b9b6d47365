import { fromCall } from '#machines/common/from-call.ts'
import { provide } from '#machines/common/provisions.ts'
import { saveFile } from '#services/save-file.ts'
import type { Services } from '#services/services.ts'
import { catalog } from '#workflows/catalog.ts'
import { workflowComparisonMachine, workflowLooksMachine } from '#workflows/compare/comparison.ts'
import { comparisonActors } from '#workflows/compare/comparison-actors.ts'
import { createLastLooks } from '#workflows/compare/last-looks.ts'
import { loadRelease } from '#workflows/compare/releases.ts'
import {
  slowVisitActors,
  workflowCountActors,
  workflowHistoryActors,
  workflowRecordActors,
  workflowWaitActors,
} from '#workflows/counts/count-actors.ts'
import {
  slowVisitsMachine,
  workflowCountsMachine,
  workflowDrawingMachine,
  workflowHistoryMachine,
  workflowRecordsMachine,
  workflowWaitsMachine,
} from '#workflows/counts/workflow-records.ts'
import { drawChart } from '#workflows/drawing/chart-actors.ts'
import { chartViewerMachine, type DrawingFile } from '#workflows/drawing/chart-viewer.machine.ts'
import { drawingFile } from '#workflows/exports/drawing-file.ts'
import { type RunFile, runFileMachine } from '#workflows/runs/recorded-run.ts'
import { recordedRunsMachine } from '#workflows/runs/recorded-runs.machine.ts'
import { createRuns } from '#workflows/runs/run-actors.ts'
import { savedPathActors } from '#workflows/simulate/saved-path-actors.ts'
import { savedPathsMachine } from '#workflows/simulate/saved-paths.machine.ts'
import { simulateMachine } from '#workflows/simulate/simulate.machine.ts'
import { loadSimulation } from '#workflows/simulate/simulation-actors.ts'
import { watchMachine } from '#workflows/watch/watch.machine.ts'
import { detailsReader, watchActors } from '#workflows/watch/watch-actors.ts'

const userIdOf = (session: Services['session']): number => {
  const signedIn = session.getSnapshot().context.session
  if (!signedIn) throw new Error('The session has ended')
  return signedIn.userId
}

/** Workflows of the pages that show, watch, and simulate the portal's workflows. */
export const chartWorkflows = ({ client, session, tab }: Services) => {
  const looks = createLastLooks({
    storage: () => window.localStorage,
    userId: () => userIdOf(session),
    now: () => Date.now(),
    workflows: catalog,
  })
  const watcher = { userId: () => session.getSnapshot().context.session?.userId, here: tab }
  const runs = createRuns({
    storage: () => window.localStorage,
    userId: () => userIdOf(session),
    detailsOf: detailsReader(watcher),
  })
  return [
    provide(chartViewerMachine, { actors: { drawChart } }),
    provide(workflowComparisonMachine, {
      actors: comparisonActors({ workflows: catalog, loadRelease, seen: looks.seen }),
    }),
    provide(workflowLooksMachine, { actors: { loadDetails: looks.look } }),
    provide(watchMachine, { actors: watchActors(watcher) }),
    provide(recordedRunsMachine, { actors: runs.actors }),
    provide(runFileMachine, {
      actors: {
        saveFile: fromCall<void, { subject: RunFile }>(async ({ subject }, signal) => {
          const file = await runs.file(subject)
          signal.throwIfAborted()
          saveFile(file)
        }),
      },
    }),
    provide(simulateMachine, { actors: { loadSimulation } }),
    provide(savedPathsMachine, {
      actors: savedPathActors({ storage: () => window.localStorage, userId: () => userIdOf(session) }),
    }),
    provide(workflowDrawingMachine, {
      actors: {
        saveFile: fromCall<void, { subject: DrawingFile }>(async ({ subject }, signal) => {
          const file = await drawingFile(subject)
          signal.throwIfAborted()
          saveFile(file)
        }),
      },
    }),
    provide(workflowCountsMachine, { actors: workflowCountActors(client) }),
    provide(workflowRecordsMachine, { actors: workflowRecordActors(client) }),
    provide(workflowWaitsMachine, { actors: workflowWaitActors(client) }),
    provide(slowVisitsMachine, { actors: slowVisitActors(client) }),
    provide(workflowHistoryMachine, { actors: workflowHistoryActors(client) }),
  ]
}
