/**
 * The statecharts of a released version, kept in `src/workflows/compare/releases/` as XState JSON: `npm run charts -- --release`
 * writes the file. Loaded back, they are machines that can be read and drawn, but not run.
 */
import { type AnyStateMachine, createMachine } from 'xstate'
import { z } from 'zod'
import { type MachineJson, type StateJson, toXStateJson } from '#workflows/exports/xstate-json.ts'

const namedSchema = z.object({ type: z.string() })

const transitionSchema = z.object({
  target: z.array(z.string()).optional(),
  guard: namedSchema.optional(),
  actions: z.array(namedSchema).optional(),
  reenter: z.literal(true).optional(),
})
const transitionsSchema = z.array(transitionSchema)

const stateSchema: z.ZodType<StateJson> = z.object({
  description: z.string().optional(),
  type: z.enum(['parallel', 'final', 'history']).optional(),
  tags: z.array(z.string()).optional(),
  initial: z.string().optional(),
  entry: z.array(namedSchema).optional(),
  exit: z.array(namedSchema).optional(),
  invoke: z
    .array(
      z.object({
        id: z.string(),
        src: z.string(),
        onDone: transitionsSchema.optional(),
        onError: transitionsSchema.optional(),
        onSnapshot: transitionsSchema.optional(),
      }),
    )
    .optional(),
  always: transitionsSchema.optional(),
  on: z.record(z.string(), transitionsSchema).optional(),
  after: z.record(z.string(), transitionsSchema).optional(),
  onDone: transitionsSchema.optional(),
  get states() {
    return z.record(z.string(), stateSchema).optional()
  },
})

const chartSchema: z.ZodType<MachineJson> = z.intersection(z.object({ id: z.string() }), stateSchema)

const releasedWorkflowSchema = z.object({
  /** Its name in the catalog at that time. */
  name: z.string(),
  title: z.string(),
  chart: chartSchema,
})
export type ReleasedWorkflow = z.output<typeof releasedWorkflowSchema>

export const releaseSchema = z.object({
  /** Also the file's name: when it was released (`2026-11-23T1430Z`); the first ones have a day only (`2026-11-22.2`). */
  version: z.string(),
  workflows: z.array(releasedWorkflowSchema),
})
export type Release = z.output<typeof releaseSchema>

/** A statechart as it is kept: without `meta`, which isn't drawn. */
const keptState = ({ meta: _, states, ...state }: StateJson): StateJson =>
  states
    ? { ...state, states: Object.fromEntries(Object.entries(states).map(([key, inner]) => [key, keptState(inner)])) }
    : state

export const keptChart = (machine: AnyStateMachine): MachineJson => ({
  id: machine.id,
  ...keptState(toXStateJson(machine)),
})

/** The machine of a kept statechart. */
export const machineOfChart = (chart: MachineJson): AnyStateMachine => createMachine({ ...chart })

/** @throws Error if the text isn't a statechart */
export const parseChart = (text: string): MachineJson => chartSchema.parse(JSON.parse(text))
