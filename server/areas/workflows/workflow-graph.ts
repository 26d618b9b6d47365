/** The server's lifecycles in GraphQL: counts by state, transitions taken, and the records behind them. */
import { z } from 'zod'
import { isAdministrator } from '#domain/roles.ts'
import { LARGEST_ID } from '#domain/row-id.ts'
import { localDateSchema } from '#domain/time.ts'
import { LONGEST_PERIOD, periodProblem } from '#domain/workflow-period.ts'
import { lifecycles } from '#server/areas/lifecycles.ts'
import { NO_ACCESS, providerScope } from '#server/http/access.ts'
import { parseFields } from '#server/http/field-errors.ts'
import type { GraphContext, GraphPart } from '#server/http/graphql/graph-part.ts'
import type { Caller } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { StoredLifecycle } from '#server/lifecycle/stored-lifecycle.ts'
import { countStates, countTransitions, medianStays, recordsInState, recordsThatTook } from './count-queries.ts'
import { MAX_STEPS, readHistory } from './history-query.ts'
import { lifecycleNamed, requireState, requireViewer, viewerOf } from './lifecycle-access.ts'
import type { LifecycleRequest } from './lifecycle-query.ts'
import { slowestVisits, stateWaits } from './wait-queries.ts'

const RECORD_FIELDS = `  "Its name in the log: the row's id, or 'providerId/date' for a provider's day."
  entity: String!
  label: String!
  "Null for a record of no provider."
  providerId: Int
  providerName: String!
  date: Date
  startTime: String
  endTime: String
  "Its current state."
  state: String!
  "For an occurrence: its session."
  scheduleEventId: Int
  isRecurring: Boolean!
  "In a list by state, since when it is in the state; by transition, when it last took it in the period."
  at: Instant`

const sdl = `extend type Query {
  "The lifecycles whose records the caller may see."
  lifecycles: [Lifecycle!]! @cost(items: ${lifecycles.length})
  "One of them by name; null if there is none with this name."
  lifecycle(name: String!): Lifecycle
}

"A workflow whose records are stored on the server."
type Lifecycle {
  "As on the workflows page: 'time-off/pto-request'."
  name: String!
  "The state in which its records begin."
  initial: String!
  "When this was read: what is in a state now was in it then."
  asOf: Instant!
  "Whether transitions that stay in the same state are logged, too."
  keepsLoops: Boolean!
  "All its states; a period has at most ${LONGEST_PERIOD} days, including the first and the last."
  states(from: Date!, to: Date!): [StateCount!]! @cost(value: 100, items: 10)
  "The transitions taken in the period."
  transitions(from: Date!, to: Date!): [TransitionCount!]! @cost(value: 100, items: 40)
  """
  The records in the state now, or those that took the transition: give exactly one of the two. The latest first, or with
  oldestFirst those that have been in the state longest; longerThan, in days, leaves out the others.
  """
  records(
    state: String, transition: TakenTransition, oldestFirst: Boolean! = false, longerThan: Int, page: Int! = 1,
    size: Int! = 20
  ): RecordPage!
    @cost(value: 100, itemsBy: "size")
  "How long records were in each state during the period; for administrators."
  waits(from: Date!, to: Date!): [StateWait!]! @cost(value: 300, items: 10)
  "The slowest tenth of the visits to a state during the period, slowest first; for administrators."
  slowest(state: String!, from: Date!, to: Date!, page: Int! = 1, size: Int! = 20): SlowVisitPage!
    @cost(value: 300, itemsBy: "size")
  "The steps of one record; null if there is no such record, and never was. For administrators."
  history(entity: String!): RecordHistory @cost(value: 100)
}

"Visits to a state during a period: the record was in the state at any time during it."
type StateWait {
  state: String!
  "Whether no one has anything to do in the state."
  isFinal: Boolean!
  "Visits of known length, from entering the state to leaving it, or to the end of the period or now."
  visits: Int!
  "How many of them had not ended by then."
  open: Int!
  "Visits whose beginning or end is not in the log; not among the others."
  unknown: Int!
  "In seconds; null without visits."
  medianSeconds: Float
  "The 90th percentile."
  slowSeconds: Float
}

type SlowVisitPage {
  total: Int!
  items: [SlowVisit!]!
}

"A visit: the record, 'at' when it entered the state, and how long it was there."
type SlowVisit {
${RECORD_FIELDS}
  seconds: Float!
  "When it left; null if it has not."
  leftAt: Instant
}

type RecordHistory {
  "Null if it no longer exists."
  record: Record
  "When it entered its first state; null if that is not stored."
  beginsAt: Instant
  "How many steps are in the log."
  total: Int!
  "The latest ${MAX_STEPS}, oldest first."
  steps: [LoggedStep!]! @cost(items: ${MAX_STEPS})
}

type LoggedStep {
  at: Instant!
  fromState: String!
  event: String!
  toState: String!
  "The user; null for the server itself."
  by: String
  "The user's role today."
  role: String
  "A reason that was given, or what was changed."
  note: String
}

type StateCount {
  state: String!
  "How many records are in the state now."
  records: Int!
  "The median length of the stays that ended in the period, in seconds; null if none ended."
  medianSeconds: Float
  "How many stays ended in the period."
  stays: Int!
}

type TransitionCount {
  fromState: String!
  event: String!
  toState: String!
  "How many records took it in the period."
  records: Int!
  "How often it was taken."
  times: Int!
}

input TakenTransition {
  fromState: String!
  event: String!
  toState: String!
  from: Date!
  to: Date!
}

type RecordPage {
  total: Int!
  items: [ListedRecord!]!
}

type ListedRecord {
${RECORD_FIELDS}
  "In a list by state, how long it has been in the state, or has been due there; null if that is not known or not yet."
  seconds: Float
  "In a list by transition, the reason that was given, or what was changed; for administrators."
  note: String
}

type Record {
${RECORD_FIELDS}
}
`

const periodShape = { from: localDateSchema, to: localDateSchema }

const holdToPeriod = (period: z.infer<z.ZodObject<typeof periodShape>>, context: z.RefinementCtx) => {
  const message = periodProblem(period)
  if (message !== undefined) context.addIssue({ code: 'custom', path: ['to'], message })
}

const periodSchema = z.object(periodShape).superRefine(holdToPeriod)

const named = z
  .string()
  .max(100)
  .regex(/^[\w.-]+$/, 'Not a valid name.')

const pageShape = {
  page: z
    .int()
    .min(1)
    .max(Math.floor(LARGEST_ID / 100)),
  size: z.int().min(1, 'A page has at least one record.').max(100, 'A page has at most 100 records.'),
}

const slowestSchema = z.object({ state: named, ...periodShape, ...pageShape }).superRefine(holdToPeriod)

const recordsSchema = z
  .object({
    state: named.nullish(),
    transition: z
      .object({ fromState: named, event: named, toState: named, ...periodShape })
      .superRefine(holdToPeriod)
      .nullish(),
    oldestFirst: z.boolean(),
    longerThan: z.int().min(0).max(LONGEST_PERIOD).nullish(),
    ...pageShape,
  })
  .refine(({ state, transition }) => (state == null) !== (transition == null), {
    message: 'Give either a state or a transition.',
    path: ['state'],
  })
  .refine(({ longerThan, transition }) => longerThan == null || transition == null, {
    message: 'Only records in a state can be limited by their time in it.',
    path: ['longerThan'],
  })

/** Loads what is requested once, however many fields use it. */
const once = <Value>(read: () => Promise<Value>): (() => Promise<Value>) => {
  let reading: Promise<Value> | undefined
  return () => {
    reading ??= read()
    return reading
  }
}

/** What only the Workflows page shows, which is for administrators. */
const requireAdministrator = ({ user }: GraphContext): void => {
  if (!isAdministrator(user.role)) throw new Refusal(403, NO_ACCESS)
}

const lifecycleFields = (lifecycle: StoredLifecycle, viewer: Caller, context: GraphContext) => {
  const request: LifecycleRequest = { lifecycle, scope: providerScope(viewer), context }
  const { name, states, keepsLoops } = lifecycle
  return {
    name,
    initial: states[0],
    asOf: context.now.toISOString(),
    keepsLoops,
    states: (args: unknown) => {
      const period = parseFields(periodSchema, args)
      const current = once(() => countStates(request))
      const stays = once(() => medianStays(request, period))
      return states.map((state) => ({
        state,
        records: async () => (await current()).get(state) ?? 0,
        medianSeconds: async () => (await stays()).get(state)?.medianSeconds ?? null,
        stays: async () => (await stays()).get(state)?.stays ?? 0,
      }))
    },
    transitions: (args: unknown) => countTransitions(request, parseFields(periodSchema, args)),
    records: (args: unknown) => {
      const { state, transition, oldestFirst, longerThan, page, size } = parseFields(recordsSchema, args)
      if (transition) return recordsThatTook(request, transition, transition, { oldestFirst, page, size })
      const listed = { oldestFirst, longerThan: longerThan ?? undefined, page, size }
      return recordsInState(request, requireState(lifecycle, state), listed)
    },
    waits: (args: unknown) => {
      requireAdministrator(context)
      return stateWaits(request, parseFields(periodSchema, args))
    },
    slowest: (args: unknown) => {
      requireAdministrator(context)
      const { state, page, size, ...period } = parseFields(slowestSchema, args)
      return slowestVisits(request, requireState(lifecycle, state), period, { page, size })
    },
    history: (args: unknown) => {
      requireAdministrator(context)
      return readHistory(request, parseFields(z.object({ entity: z.string() }), args).entity)
    },
  }
}

export const workflowGraph: GraphPart = {
  sdl,
  fields: {
    lifecycles: (_, context) =>
      lifecycles.flatMap((each) => {
        const viewer = viewerOf(each, context.user)
        return viewer ? [lifecycleFields(each, viewer, context)] : []
      }),
    lifecycle: (args, context) => {
      const { name } = parseFields(z.object({ name: z.string() }), args)
      const lifecycle = lifecycleNamed(name)
      return lifecycle ? lifecycleFields(lifecycle, requireViewer(lifecycle, context.user), context) : null
    },
  },
}
