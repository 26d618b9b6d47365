/**
 * GraphQL queries about the lifecycles stored on the server: how many records are in each state, how many took each
 * transition, and which ones. Periods are inclusive dates in the organization's time zone.
 */
import { z } from 'zod'
import { localDateSchema, localTimeSchema } from '#domain/time.ts'
import type { Period } from '#domain/workflow-period.ts'

const count = z.int().nonnegative()

export const stateCountSchema = z.object({
  /** The state's name in the statechart. */
  state: z.string(),
  /** How many records are in the state now. */
  records: count,
  /** The median length, in seconds, of stays that ended in the period; null if none did. */
  medianSeconds: z.number().nonnegative().nullable(),
  /** How many stays ended in the period. */
  stays: count,
})
export type StateCount = z.infer<typeof stateCountSchema>

export const transitionCountSchema = z.object({
  fromState: z.string(),
  event: z.string(),
  toState: z.string(),
  /** How many records took the transition in the period. */
  records: count,
  /** How often it was taken; a record may take it several times. */
  times: count,
})
export type TransitionCount = z.infer<typeof transitionCountSchema>

export const workflowCountsSchema = z.object({
  /** Every stored lifecycle. */
  lifecycles: z.array(z.object({ name: z.string() })),
  /** Null for a workflow that isn't stored on the server. */
  lifecycle: z
    .object({
      /** Whether transitions that stay in the same state are logged. */
      keepsLoops: z.boolean(),
      states: z.array(stateCountSchema),
      transitions: z.array(transitionCountSchema),
    })
    .nullable(),
})
export type WorkflowCounts = z.infer<typeof workflowCountsSchema>

/** The scope of the counts. */
export interface CountsSubject extends Period {
  /** The workflow's name. */
  readonly workflow: string
}

export interface TakenTransition {
  readonly fromState: string
  readonly event: string
  readonly toState: string
}

/** Which records to list: those in a state now, or those that took a transition in the period. */
export interface RecordsFilters extends CountsSubject {
  readonly state: string | null
  readonly transition: TakenTransition | null
}

/** A record of a lifecycle, with the data for linking to its screen. */
export const workflowRecordSchema = z.object({
  /** The record's id in the transition log: the row's id, or `providerId/date` for a provider's day. */
  entity: z.string(),
  label: z.string(),
  providerId: z.int(),
  providerName: z.string(),
  date: localDateSchema,
  startTime: localTimeSchema.nullable(),
  endTime: localTimeSchema.nullable(),
  /** Its current state. */
  state: z.string(),
  /** For an occurrence, its session's id. */
  scheduleEventId: z.int().nullable(),
  isRecurring: z.boolean(),
  /**
   * For records in a state: since when, null if not logged. For records that took a transition: the last time in the
   * period.
   */
  at: z.iso.datetime({ offset: true }).nullable(),
})
export type WorkflowRecord = z.infer<typeof workflowRecordSchema>

export const workflowRecordsSchema = z.object({
  lifecycle: z.object({ records: z.object({ total: count, items: z.array(workflowRecordSchema) }) }).nullable(),
})
