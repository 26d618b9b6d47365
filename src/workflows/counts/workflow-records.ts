/** Generic machines of the workflows pages whose data comes over GraphQL or is made in the browser. */
import type {
  CountsSubject,
  HistorySubject,
  ListedRecord,
  RecordsFilters,
  SlowestFilters,
  SlowVisit,
  WorkflowCounts,
  WorkflowHistory,
  WorkflowWaits,
} from '#contract/workflow-counts.ts'
import { details } from '#machines/common/details.machine.ts'
import { download } from '#machines/common/download.machine.ts'
import { pagedList } from '#machines/common/paged-list.machine.ts'
import type { DrawingFile } from '#workflows/drawing/chart-viewer.machine.ts'

/** Null if the host has no counts. */
export const workflowCountsMachine = details<CountsSubject, WorkflowCounts | null>()
export const workflowRecordsMachine = pagedList<ListedRecord, RecordsFilters>()
export const workflowWaitsMachine = details<CountsSubject, WorkflowWaits | null>()
export const slowVisitsMachine = pagedList<SlowVisit, SlowestFilters>()
export const workflowHistoryMachine = details<HistorySubject, WorkflowHistory | null>()
/** A workflow as a file: drawing, statechart for other tools, or table. */
export const workflowDrawingMachine = download<DrawingFile>()
