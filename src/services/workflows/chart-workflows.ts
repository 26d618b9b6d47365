import { catalog } from '#machines/catalog.ts'
import { fromCall } from '#machines/common/from-call.ts'
import { provide } from '#machines/common/provisions.ts'
import { chartViewerMachine, type DrawingFile } from '#machines/workflows/chart-viewer.machine.ts'
import { workflowComparisonMachine, workflowLooksMachine } from '#machines/workflows/comparison.ts'
import { type RunFile, runFileMachine } from '#machines/workflows/recorded-run.ts'
import { recordedRunsMachine } from '#machines/workflows/recorded-runs.machine.ts'
import { loadRelease } from '#machines/workflows/releases.ts'
import { savedPathsMachine } from '#machines/workflows/saved-paths.machine.ts'
import { simulateMachine } from '#machines/workflows/simulate.machine.ts'
import { watchMachine } from '#machines/workflows/watch.machine.ts'
import {
  slowVisitsMachine,
  workflowCountsMachine,
  workflowDrawingMachine,
  workflowHistoryMachine,
  workflowRecordsMachine,
  workflowWaitsMachine,
} from '#machines/workflows/workflow-records.ts'
import { saveFile } from '../save-file.ts'
import type { Services } from '../services.ts'
import { drawChart } from './chart-actors.ts'
import { comparisonActors } from './comparison-actors.ts'
import {
  slowVisitActors,
  workflowCountActors,
  workflowHistoryActors,
  workflowRecordActors,
  workflowWaitActors,
} from './count-actors.ts'
import { drawingFile } from './drawing-file.ts'
import { createLastLooks } from './last-looks.ts'
import { createRuns } from './run-actors.ts'
import { savedPathActors } from './saved-path-actors.ts'
import { loadSimulation } from './simulation-actors.ts'
import { detailsReader, watchActors } from './watch-actors.ts'

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
