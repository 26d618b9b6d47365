/** Actors for the server's workflow counts (src/contract/workflow-counts.ts). */
import type { ApiClient } from '#contract/api-client.ts'
import type { ListPlace } from '#contract/call.ts'
import { ApiError } from '#contract/failures.ts'
import {
  type CountsSubject,
  type HistorySubject,
  type ListedRecord,
  type RecordsFilters,
  recordHistorySchema,
  type SlowestFilters,
  type SlowVisit,
  slowVisitsSchema,
  type WorkflowCounts,
  type WorkflowHistory,
  type WorkflowWaits,
  workflowCountsSchema,
  workflowRecordsSchema,
  workflowWaitsSchema,
} from '#contract/workflow-counts.ts'
import { periodBefore } from '#domain/workflow-period.ts'
import { fromCall } from '#machines/common/from-call.ts'
import type { ListPage } from '#machines/common/paged-list.machine.ts'
import { createAskGraphql } from '#services/graphql.ts'

const COUNTS = `query Counts($workflow: String!, $from: Date!, $to: Date!) {
  lifecycles { name }
  lifecycle(name: $workflow) {
    asOf keepsLoops
    states(from: $from, to: $to) { state records medianSeconds stays }
    transitions(from: $from, to: $to) { fromState event toState records times }
  }
}`

const RECORDS = `query Records(
  $workflow: String!, $state: String, $transition: TakenTransition, $oldestFirst: Boolean!, $longerThan: Int,
  $page: Int!, $size: Int!
) {
  lifecycle(name: $workflow) {
    records(
      state: $state, transition: $transition, oldestFirst: $oldestFirst, longerThan: $longerThan,
      page: $page, size: $size
    ) {
      total
      items {
        entity label providerId providerName date startTime endTime state scheduleEventId isRecurring at seconds note
      }
    }
  }
}`

const WAITS = `query Waits($workflow: String!, $from: Date!, $to: Date!, $fromBefore: Date!, $toBefore: Date!) {
  lifecycles { name }
  lifecycle(name: $workflow) {
    asOf
    waits(from: $from, to: $to) { ...Wait }
    before: waits(from: $fromBefore, to: $toBefore) { ...Wait }
  }
}
fragment Wait on StateWait { state isFinal visits open unknown medianSeconds slowSeconds }`

const SLOWEST = `query Slowest($workflow: String!, $state: String!, $from: Date!, $to: Date!, $page: Int!, $size: Int!) {
  lifecycle(name: $workflow) {
    slowest(state: $state, from: $from, to: $to, page: $page, size: $size) {
      total
      items {
        entity label providerId providerName date startTime endTime state scheduleEventId isRecurring at seconds leftAt
      }
    }
  }
}`

const HISTORY = `query History($workflow: String!, $entity: String!) {
  lifecycles { name }
  lifecycle(name: $workflow) {
    initial keepsLoops
    history(entity: $entity) {
      record { entity label providerId providerName date startTime endTime state scheduleEventId isRecurring at }
      beginsAt total
      steps { at fromState event toState by role note }
    }
  }
}`

/** GraphQL is optional for hosts. */
const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404

/** Details over GraphQL; null if the host has none. */
const loadDetails = <Subject, Data>(read: (subject: Subject, signal: AbortSignal) => Promise<Data>) =>
  fromCall<{ data: Data | null }, { subject: Subject }>(async ({ subject }, signal) => {
    try {
      return { data: await read(subject, signal) }
    } catch (error) {
      if (isMissing(error)) return { data: null }
      throw error
    }
  })

export const workflowCountActors = (client: ApiClient) => {
  const ask = createAskGraphql(client)
  return {
    loadDetails: loadDetails<CountsSubject, WorkflowCounts>(({ workflow, from, to }, signal) =>
      ask(workflowCountsSchema, COUNTS, { workflow, from, to }, signal),
    ),
  }
}

export const workflowWaitActors = (client: ApiClient) => {
  const ask = createAskGraphql(client)
  return {
    loadDetails: loadDetails<CountsSubject, WorkflowWaits>(({ workflow, from, to }, signal) => {
      const before = periodBefore({ from, to })
      const variables = { workflow, from, to, fromBefore: before.from, toBefore: before.to }
      return ask(workflowWaitsSchema, WAITS, variables, signal)
    }),
  }
}

export const workflowHistoryActors = (client: ApiClient) => {
  const ask = createAskGraphql(client)
  return {
    loadDetails: loadDetails<HistorySubject, WorkflowHistory>(({ workflow, entity }, signal) =>
      ask(recordHistorySchema, HISTORY, { workflow, entity }, signal),
    ),
  }
}

export const slowVisitActors = (client: ApiClient) => {
  const ask = createAskGraphql(client)
  return {
    loadPage: fromCall<ListPage<SlowVisit>, ListPlace<SlowestFilters>>(
      async ({ filters: { workflow, state, from, to }, page, size }, signal) => {
        const variables = { workflow, state, from, to, page, size }
        const { lifecycle } = await ask(slowVisitsSchema, SLOWEST, variables, signal)
        return { rows: lifecycle?.slowest.items ?? [], total: lifecycle?.slowest.total ?? 0 }
      },
    ),
  }
}

export const workflowRecordActors = (client: ApiClient) => {
  const ask = createAskGraphql(client)
  return {
    loadPage: fromCall<ListPage<ListedRecord>, ListPlace<RecordsFilters>>(
      async ({ filters: { workflow, state, transition, from, to, order, longerThan }, page, size }, signal) => {
        const taken = transition && { ...transition, from, to }
        const sorted = { oldestFirst: order === 'oldest', longerThan }
        const variables = { workflow, state, transition: taken, ...sorted, page, size }
        const { lifecycle } = await ask(workflowRecordsSchema, RECORDS, variables, signal)
        return { rows: lifecycle?.records.items ?? [], total: lifecycle?.records.total ?? 0 }
      },
    ),
  }
}
