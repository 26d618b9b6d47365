/** What the server counts of the workflows that it keeps (src/contract/workflow-counts.ts). */
import { ApiError } from '#contract/failures.ts'
import {
  type CountsSubject,
  type RecordsFilters,
  type WorkflowCounts,
  type WorkflowRecord,
  workflowCountsSchema,
  workflowRecordsSchema,
} from '#contract/workflow-counts.ts'
import { fromCall } from '../from-call.ts'
import { createAskGraphql } from '../graphql.ts'
import type { HttpClient } from '../http-client.ts'
import { listActors } from '../page-actors.ts'

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

/** Hosts need not have GraphQL. */
const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404

export const workflowCountActors = (client: HttpClient) => {
  const ask = createAskGraphql(client)
  return {
    /** Null where the host counts nothing. */
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

export const workflowRecordActors = (client: HttpClient) => {
  const ask = createAskGraphql(client)
  return listActors<WorkflowRecord, RecordsFilters>(
    async ({ workflow, state, transition, from, to }, { pageIndex: page, pageSize: size }, signal) => {
      const taken = transition && { ...transition, from, to }
      const variables = { workflow, state, transition: taken, page, size }
      const { lifecycle } = await ask(workflowRecordsSchema, RECORDS, variables, signal)
      return { rows: lifecycle?.records.items ?? [], total: lifecycle?.records.total ?? 0 }
    },
  )
}
