/** Actors for the server's workflow counts (src/contract/workflow-counts.ts). */
import type { ApiClient } from '#contract/api-client.ts'
import type { ListPlace } from '#contract/call.ts'
import { ApiError } from '#contract/failures.ts'
import {
  type CountsSubject,
  type RecordsFilters,
  type WorkflowCounts,
  type WorkflowRecord,
  workflowCountsSchema,
  workflowRecordsSchema,
} from '#contract/workflow-counts.ts'
import { fromCall } from '#machines/common/from-call.ts'
import type { ListPage } from '#machines/common/paged-list.machine.ts'
import { createAskGraphql } from '../graphql.ts'

const COUNTS = `query Counts($workflow: String!, $from: Date!, $to: Date!) {
  lifecycles { name }
  lifecycle(name: $workflow) {
    keepsLoops
    states(from: $from, to: $to) { state records medianSeconds stays }
    transitions(from: $from, to: $to) { fromState event toState records times }
  }
}`

const RECORDS = `query Records(
  $workflow: String!, $state: String, $transition: TakenTransition, $page: Int!, $size: Int!
) {
  lifecycle(name: $workflow) {
    records(state: $state, transition: $transition, page: $page, size: $size) {
      total
      items {
        entity label providerId providerName date startTime endTime state scheduleEventId isRecurring at
      }
    }
  }
}`

/** GraphQL is optional for hosts. */
const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404

export const workflowCountActors = (client: ApiClient) => {
  const ask = createAskGraphql(client)
  return {
    loadDetails: fromCall<{ data: WorkflowCounts | null }, { subject: CountsSubject }>(
      async ({ subject: { workflow, from, to } }, signal) => {
        try {
          return { data: await ask(workflowCountsSchema, COUNTS, { workflow, from, to }, signal) }
        } catch (error) {
          if (isMissing(error)) return { data: null }
          throw error
        }
      },
    ),
  }
}

export const workflowRecordActors = (client: ApiClient) => {
  const ask = createAskGraphql(client)
  return {
    loadPage: fromCall<ListPage<WorkflowRecord>, ListPlace<RecordsFilters>>(
      async ({ filters: { workflow, state, transition, from, to }, page, size }, signal) => {
        const taken = transition && { ...transition, from, to }
        const variables = { workflow, state, transition: taken, page, size }
        const { lifecycle } = await ask(workflowRecordsSchema, RECORDS, variables, signal)
        return { rows: lifecycle?.records.items ?? [], total: lifecycle?.records.total ?? 0 }
      },
    ),
  }
}
