/**
 * What is asked over GraphQL of the lifecycles that are kept on the server: how many records stand in each state, how many
 * took each transition, and which ones. Periods are days of the organisation's zone, both counted.
 */
import { z } from 'zod'
import { localDateSchema, localTimeSchema } from '#domain/time.ts'
import type { Period } from '#domain/workflow-period.ts'

const count = z.int().nonnegative()

export const stateCountSchema = z.object({
  /** As in the statechart. */
  state: z.string(),
  /** How many records stand there now. */
  records: count,
  /** Half of the stays that ended in the period were shorter, in seconds; null where none ended. */
  medianSeconds: z.number().nonnegative().nullable(),
  /** How many stays ended in the period, of which the median is. */
  stays: count,
})
export type StateCount = z.infer<typeof stateCountSchema>

export const transitionCountSchema = z.object({
  fromState: z.string(),
  event: z.string(),
  toState: z.string(),
  /** How many records took it in the period. */
  records: count,
  /** How often: a record may take it several times. */
  times: count,
})
export type TransitionCount = z.infer<typeof transitionCountSchema>

export const workflowCountsSchema = z.object({
  /** Those that there are. */
  lifecycles: z.array(z.object({ name: z.string() })),
  /** Null for a workflow that is not kept on the server. */
  lifecycle: z
    .object({
      /** Whether steps that end where they began are written down, too. */
      keepsLoops: z.boolean(),
      states: z.array(stateCountSchema),
      transitions: z.array(transitionCountSchema),
    })
    .nullable(),
})
export type WorkflowCounts = z.infer<typeof workflowCountsSchema>

/** What is counted. */
export interface CountsSubject extends Period {
  /** The workflow's name. */
  readonly workflow: string
}

export interface TakenTransition {
  readonly fromState: string
  readonly event: string
  readonly toState: string
}

/** Which records are listed: those that stand in a state now, or took a transition in the period. */
export interface RecordsFilters extends CountsSubject {
  readonly state: string | null
  readonly transition: TakenTransition | null
}

/** A record of a lifecycle, with what its screen's address is made of. */
export const workflowRecordSchema = z.object({
  /** As the transition log names it: the row's id, or `providerId/date` of a provider's day. */
  entity: z.string(),
  label: z.string(),
  providerId: z.int(),
  providerName: z.string(),
  date: localDateSchema,
  startTime: localTimeSchema.nullable(),
  endTime: localTimeSchema.nullable(),
  /** Where it stands now. */
  state: z.string(),
  /** Of an occurrence: the session that it belongs to. */
  scheduleEventId: z.int().nullable(),
  isRecurring: z.boolean(),
  /**
   * Of records in a state: since when, null where that was not written down. Of those that took a transition: when they
   * last did in the period.
   */
  at: z.iso.datetime({ offset: true }).nullable(),
})
export type WorkflowRecord = z.infer<typeof workflowRecordSchema>

export const workflowRecordsSchema = z.object({
  lifecycle: z.object({ records: z.object({ total: count, items: z.array(workflowRecordSchema) }) }).nullable(),
})
