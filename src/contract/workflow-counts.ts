/**
 * GraphQL queries about the lifecycles stored on the server: how many records are in each state, how many took each
 * transition, and which ones. Periods are inclusive dates in the organization's time zone.
 */
import { z } from 'zod'
import { roleNameSchema } from '#domain/role-schema.ts'
import { plainText } from '#domain/text-rules.ts'
import { localDateSchema, localTimeSchema } from '#domain/time.ts'
import type { Period } from '#domain/workflow-period.ts'
import { access, defineFile, languageId } from './endpoint.ts'

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
      /** When the server counted. */
      asOf: z.iso.datetime({ offset: true }),
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

export const LIST_ORDERS = ['newest', 'oldest'] as const
export type ListOrder = (typeof LIST_ORDERS)[number]

/** Days by which a list of records in a state can be limited. */
export const RECORD_AGES = [1, 7, 30] as const
export type RecordAge = (typeof RECORD_AGES)[number]

/** Which records to list: those in a state now, or those that took a transition in the period. */
export interface RecordsFilters extends CountsSubject {
  readonly state: string | null
  readonly transition: TakenTransition | null
  /** By date; the oldest by how long they have been in the state, or by when they took the transition. */
  readonly order: ListOrder
  /** Only records that have been in the state for more days. */
  readonly longerThan: RecordAge | null
}

/** A record of a lifecycle, with the data for linking to its screen. */
export const workflowRecordSchema = z.object({
  /** The record's id in the transition log: the row's id, or `providerId/date` for a provider's day. */
  entity: z.string(),
  label: z.string(),
  /** Null for a record of no provider, such as a billing period. */
  providerId: z.int().nullable(),
  /** '' for none. */
  providerName: z.string(),
  /** Null for a record without one, such as a calendar feed. */
  date: localDateSchema.nullable(),
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

export const listedRecordSchema = workflowRecordSchema.extend({
  /**
   * For records in a state: how long they have been in it, or have been due there; null if that is not known, before a
   * record is due, and for records that took a transition.
   */
  seconds: z.number().nonnegative().nullable(),
  /** For records that took a transition: as in their history, the last time in the period. Null for those in a state. */
  note: z.string().nullable(),
})
export type ListedRecord = z.infer<typeof listedRecordSchema>

export const workflowRecordsSchema = z.object({
  lifecycle: z.object({ records: z.object({ total: count, items: z.array(listedRecordSchema) }) }).nullable(),
})

const name = plainText().max(100)
const date = localDateSchema

export const downloadWorkflowRecords = defineFile({
  method: 'POST',
  path: '/api/workflow/download-records',
  summary: 'Download the records in a state of a workflow, or those that took a transition, as a spreadsheet',
  access: access.roles('Administrators'),
  body: z.object({
    languageId,
    workflow: name,
    state: name.nullable(),
    transition: z.object({ fromState: name, event: name, toState: name }).nullable(),
    from: date,
    to: date,
    order: z.enum(LIST_ORDERS),
    longerThan: z.literal([...RECORD_AGES]).nullable(),
  }),
  contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  onlyReads: true,
  replies: { 404: 'No such workflow, or one whose records are not stored' },
})

export const stateWaitSchema = z.object({
  state: z.string(),
  /** Whether no one has anything to do in the state: time there is not waiting. */
  isFinal: z.boolean(),
  /** Visits of known length during the period. */
  visits: count,
  /** How many of them had not ended by the end of the period, or by now. */
  open: count,
  /** Visits whose beginning or end is not in the log; the lengths leave them out. */
  unknown: count,
  /** In seconds; null without visits. */
  medianSeconds: z.number().nonnegative().nullable(),
  /** The 90th percentile: nine of ten visits were shorter. */
  slowSeconds: z.number().nonnegative().nullable(),
})
export type StateWait = z.infer<typeof stateWaitSchema>

export const workflowWaitsSchema = z.object({
  lifecycles: z.array(z.object({ name: z.string() })),
  /** Null for a workflow that isn't stored on the server. */
  lifecycle: z
    .object({
      /** When the server counted. */
      asOf: z.iso.datetime({ offset: true }),
      waits: z.array(stateWaitSchema),
      /** In the period before, of the same length. */
      before: z.array(stateWaitSchema),
    })
    .nullable(),
})
export type WorkflowWaits = z.infer<typeof workflowWaitsSchema>

/** The slowest tenth of the visits to a state. */
export interface SlowestFilters extends CountsSubject {
  readonly state: string
}

export const slowVisitSchema = workflowRecordSchema.extend({
  seconds: z.number().nonnegative(),
  /** When the record left the state; null if it has not. */
  leftAt: z.iso.datetime({ offset: true }).nullable(),
})
export type SlowVisit = z.infer<typeof slowVisitSchema>

export const slowVisitsSchema = z.object({
  lifecycle: z.object({ slowest: z.object({ total: count, items: z.array(slowVisitSchema) }) }).nullable(),
})

/** Which record's history. */
export interface HistorySubject {
  readonly workflow: string
  readonly entity: string
}

export const loggedStepSchema = z.object({
  at: z.iso.datetime({ offset: true }),
  fromState: z.string(),
  event: z.string(),
  toState: z.string(),
  /** Null if the server did it. */
  by: z.string().nullable(),
  /** The user's role today. */
  role: roleNameSchema.nullable(),
  /** A reason that was given, or what was changed. */
  note: z.string().nullable(),
})
export type LoggedStep = z.infer<typeof loggedStepSchema>

export const recordHistorySchema = z.object({
  lifecycles: z.array(z.object({ name: z.string() })),
  lifecycle: z
    .object({
      /** The state in which records begin. */
      initial: z.string(),
      keepsLoops: z.boolean(),
      /** Null if there is no such record, and never was. */
      history: z
        .object({
          /** Null if it no longer exists. */
          record: workflowRecordSchema.nullable(),
          /** When it entered its first state; null if that is not stored. */
          beginsAt: z.iso.datetime({ offset: true }).nullable(),
          /** How many steps are in the log; `steps` has the latest ones. */
          total: count,
          steps: z.array(loggedStepSchema),
        })
        .nullable(),
    })
    .nullable(),
})
export type WorkflowHistory = z.infer<typeof recordHistorySchema>
export type RecordHistory = NonNullable<NonNullable<WorkflowHistory['lifecycle']>['history']>

export const endpoints = { downloadWorkflowRecords }
