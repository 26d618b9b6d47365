/** The server's lifecycles in GraphQL: counts by state, transitions taken, and the records behind them. */
import { z } from 'zod'
import { LARGEST_ID } from '#domain/row-id.ts'
import { localDateSchema } from '#domain/time.ts'
import { LONGEST_PERIOD, periodProblem } from '#domain/workflow-period.ts'
import { mayCall, NO_ACCESS, providerScope } from '#server/http/access.ts'
import { refuseFields } from '#server/http/field-errors.ts'
import type { GraphContext, GraphPart } from '#server/http/graphql/graph-part.ts'
import { Refusal } from '#server/http/refusal.ts'
import {
  countStates,
  countTransitions,
  type LifecycleRequest,
  medianStays,
  recordsInState,
  recordsThatTook,
} from './count-queries.ts'
import { type Lifecycle, lifecycles } from './lifecycles.ts'

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
  "Whether transitions that stay in the same state are logged, too."
  keepsLoops: Boolean!
  "All its states; a period has at most ${LONGEST_PERIOD} days, including the first and the last."
  states(from: Date!, to: Date!): [StateCount!]! @cost(value: 100, items: 10)
  "The transitions taken in the period."
  transitions(from: Date!, to: Date!): [TransitionCount!]! @cost(value: 100, items: 40)
  "The records in the state now, or those that took the transition: give exactly one of the two."
  records(state: String, transition: TakenTransition, page: Int! = 1, size: Int! = 20): RecordPage!
    @cost(value: 100, itemsBy: "size")
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
  items: [Record!]!
}

type Record {
  "Its name in the log: the row's id, or 'providerId/date' for a provider's day."
  entity: String!
  label: String!
  providerId: Int!
  providerName: String!
  date: Date!
  startTime: String
  endTime: String
  "Its current state."
  state: String!
  "For an occurrence: its session."
  scheduleEventId: Int
  isRecurring: Boolean!
  "In a list by state, since when it is in the state; by transition, when it last took it in the period."
  at: Instant
}
`

const parse = <Schema extends z.ZodType>(schema: Schema, args: unknown): z.output<Schema> => {
  const parsed = schema.safeParse(args)
  if (!parsed.success) throw refuseFields(parsed.error.issues)
  return parsed.data
}

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

const recordsSchema = z
  .object({
    state: named.nullish(),
    transition: z
      .object({ fromState: named, event: named, toState: named, ...periodShape })
      .superRefine(holdToPeriod)
      .nullish(),
    page: z
      .int()
      .min(1)
      .max(Math.floor(LARGEST_ID / 100)),
    size: z.int().min(1, 'A page has at least one record.').max(100, 'A page has at most 100 records.'),
  })
  .refine(({ state, transition }) => (state == null) !== (transition == null), {
    message: 'Give either a state or a transition.',
    path: ['state'],
  })

/** Loads what is requested once, however many fields use it. */
const once = <Value>(read: () => Promise<Value>): (() => Promise<Value>) => {
  let reading: Promise<Value> | undefined
  return () => {
    reading ??= read()
    return reading
  }
}

const isSeen = ({ shownBy }: Lifecycle, { user }: GraphContext): boolean =>
  shownBy.some(({ access }) => mayCall(access, user))

const lifecycleFields = (lifecycle: Lifecycle, context: GraphContext) => {
  const request: LifecycleRequest = { lifecycle, scope: providerScope(context.user), context }
  const { name, states, keepsLoops } = lifecycle
  return {
    name,
    keepsLoops,
    states: (args: unknown) => {
      const period = parse(periodSchema, args)
      const standing = once(() => countStates(request))
      const stays = once(() => medianStays(request, period))
      return states.map((state) => ({
        state,
        records: async () => (await standing()).get(state) ?? 0,
        medianSeconds: async () => (await stays()).get(state)?.medianSeconds ?? null,
        stays: async () => (await stays()).get(state)?.stays ?? 0,
      }))
    },
    transitions: (args: unknown) => countTransitions(request, parse(periodSchema, args)),
    records: (args: unknown) => {
      const { state, transition, page, size } = parse(recordsSchema, args)
      if (transition) return recordsThatTook(request, transition, transition, { page, size })
      if (!state || !states.includes(state)) throw new Refusal(400, `${name} has no state ${state}.`)
      return recordsInState(request, state, { page, size })
    },
  }
}

export const workflowGraph: GraphPart = {
  sdl,
  fields: {
    lifecycles: (_, context) =>
      lifecycles.filter((each) => isSeen(each, context)).map((each) => lifecycleFields(each, context)),
    lifecycle: (args, context) => {
      const { name } = parse(z.object({ name: z.string() }), args)
      const lifecycle = lifecycles.find((each) => each.name === name)
      if (!lifecycle) return null
      if (!isSeen(lifecycle, context)) throw new Refusal(403, NO_ACCESS)
      return lifecycleFields(lifecycle, context)
    },
  },
}
