/**
 * Simulates a workflow: its start, the path of steps, and how many of them are done. Going back keeps the later steps
 * until the user takes a different one. Custom payloads are edited separately and sent once valid.
 */
import { assertEvent, assign, type SnapshotFrom, setup } from 'xstate'
import { notProvided } from '#machines/common/not-provided.ts'
import type { Tag } from '#machines/tags.ts'
import type { Played, Simulation } from './simulation.ts'
import { readPath, type SimulationPath, type SimulationStep, writePath } from './simulation-path.ts'

export interface SimulateInput {
  /** A workflow's name in the catalog. */
  readonly workflow: string
  /** The path in the address; '' for none. */
  readonly address: string
}

/** A custom payload being edited. */
export interface WrittenPayload {
  /** The event's type. */
  readonly event: string
  readonly text: string
  /** Why it isn't valid; empty until checked. */
  readonly problems: readonly string[]
}

interface SimulateContext {
  readonly workflow: string
  readonly simulation: Simulation | undefined
  readonly path: SimulationPath
  /** How many steps of the path are done. */
  readonly done: number
  /** What is wrong with the address. */
  readonly notice: string | undefined
  readonly written: WrittenPayload | undefined
}

export type SimulateEvent =
  /** The address changed. */
  | { type: 'address.visit'; address: string }
  | { type: 'simulation.retry' }
  | { type: 'start.choose'; start: string }
  | { type: 'start.leave' }
  | { type: 'step.take'; step: SimulationStep }
  /** Go to this number of done steps. */
  | { type: 'step.visit'; done: number }
  | { type: 'path.rewind' }
  | { type: 'payload.write'; event: string; text: string }
  | { type: 'payload.change'; text: string }
  | { type: 'payload.send' }
  | { type: 'payload.cancel' }

const NOWHERE: SimulationPath = { start: '', steps: [] }

const placeOf = (address: string): Pick<SimulateContext, 'path' | 'done' | 'notice'> => {
  const path = readPath(address)
  if (!path) return { path: NOWHERE, done: 0, notice: 'The path in the address is not valid.' }
  return { path, done: path.steps.length, notice: undefined }
}

const donePath = ({ path, done }: SimulateContext): SimulationPath =>
  done === path.steps.length ? path : { ...path, steps: path.steps.slice(0, done) }

const withStep = (context: SimulateContext, step: SimulationStep) => {
  const { start, steps } = donePath(context)
  return { path: { start, steps: [...steps, step] }, done: context.done + 1, notice: undefined }
}

export const simulateMachine = setup({
  types: {
    context: {} as SimulateContext,
    events: {} as SimulateEvent,
    input: {} as SimulateInput,
    tags: {} as Tag,
  },
  actors: { loadSimulation: notProvided<{ simulation: Simulation }, { workflow: string }>('loadSimulation') },
  guards: {
    isWhereItStands: ({ context, event }) =>
      event.type === 'address.visit' && event.address === writePath(donePath(context)),
    hasOneStart: ({ context: { simulation } }) => simulation?.starts.length === 1,
    isStart: ({ context: { simulation, path } }) => simulation?.starts.includes(path.start) === true,
    hasStart: ({ context: { simulation } }, { start }: { start: string }) =>
      simulation?.starts.includes(start) === true,
    hasStepsDone: ({ context }) => context.done > 0,
    isStepOfPath: ({ context, event }) =>
      event.type === 'step.visit' && event.done >= 0 && event.done <= context.path.steps.length,
    isFitting: ({ context: { simulation, written } }) =>
      written !== undefined && simulation?.check(written.event, written.text).payload !== undefined,
  },
  actions: {
    keepSimulation: assign((_, { simulation }: { simulation: Simulation }) => ({ simulation })),
    takeAddress: assign(({ event }) => {
      assertEvent(event, 'address.visit')
      return placeOf(event.address)
    }),
    begin: assign((_, { start }: { start: string }) => ({ path: { start, steps: [] }, done: 0, notice: undefined })),
    leaveStart: assign({ path: NOWHERE, done: 0, notice: undefined }),
    sayUnknownStart: assign(({ context: { path, notice } }) => ({
      path: NOWHERE,
      done: 0,
      notice: path.start === '' ? notice : `The start “${path.start}” no longer exists.`,
    })),
    keepPlayable: assign(({ context: { simulation, path, notice } }) => {
      const played = simulation?.play(path)
      if (played?.stopped === undefined) return { notice }
      const done = played.moments.length - 1
      return {
        path: { ...path, steps: path.steps.slice(0, done) },
        done,
        notice: `${played.stopped} The path ends before this step.`,
      }
    }),
    addStep: assign(({ context, event }) => {
      assertEvent(event, 'step.take')
      return withStep(context, event.step)
    }),
    visitStep: assign(({ event }) => {
      assertEvent(event, 'step.visit')
      return { done: event.done, notice: undefined }
    }),
    rewind: assign({ done: 0, notice: undefined }),
    openPayload: assign(({ event }) => {
      assertEvent(event, 'payload.write')
      return { written: { event: event.event, text: event.text, problems: [] } }
    }),
    changePayload: assign(({ context: { written }, event }) => {
      assertEvent(event, 'payload.change')
      return written ? { written: { ...written, text: event.text, problems: [] } } : {}
    }),
    refusePayload: assign(({ context: { written, simulation } }) =>
      written && simulation
        ? { written: { ...written, problems: simulation.check(written.event, written.text).problems } }
        : {},
    ),
    addWritten: assign(({ context }) => {
      const { simulation, written } = context
      const payload = written && simulation?.check(written.event, written.text).payload
      return written && payload ? withStep(context, { kind: 'own', event: written.event, payload }) : context
    }),
    dropPayload: assign({ written: undefined }),
  },
}).createMachine({
  id: 'simulate',
  description: 'Simulates a workflow step by step.',
  context: ({ input: { workflow, address } }) => ({
    workflow,
    simulation: undefined,
    written: undefined,
    ...placeOf(address),
  }),
  initial: 'loading',
  states: {
    loading: {
      description: "The workflow's examples are loading.",
      tags: 'busy',
      on: { 'address.visit': { actions: 'takeAddress' } },
      invoke: {
        id: 'loadSimulation',
        src: 'loadSimulation',
        input: ({ context: { workflow } }) => ({ workflow }),
        onDone: {
          target: 'placing',
          actions: { type: 'keepSimulation', params: ({ event }) => event.output },
        },
        onError: 'failed',
      },
    },
    failed: {
      description: 'Loading failed; the user can try again.',
      tags: 'failed',
      on: { 'simulation.retry': 'loading', 'address.visit': { actions: 'takeAddress' } },
    },
    placing: {
      description: "Checks whether the path's start exists.",
      always: [
        { guard: 'isStart', target: 'stepping', actions: 'keepPlayable' },
        { guard: 'hasOneStart', target: 'stepping', actions: 'sayUnknownStart' },
        { target: 'choosing', actions: 'sayUnknownStart' },
      ],
    },
    choosing: {
      description: 'The workflow has several starts; the user chooses one.',
      on: {
        'address.visit': [{ guard: 'isWhereItStands' }, { target: 'placing', actions: 'takeAddress' }],
        'start.choose': {
          guard: { type: 'hasStart', params: ({ event }) => ({ start: event.start }) },
          target: 'stepping',
          actions: { type: 'begin', params: ({ event }) => ({ start: event.start }) },
        },
      },
    },
    stepping: {
      description: 'The workflow is in a state; its possible steps are shown.',
      initial: 'looking',
      on: {
        'address.visit': [{ guard: 'isWhereItStands' }, { target: 'placing', actions: 'takeAddress' }],
        'start.leave': { target: 'placing', actions: 'leaveStart' },
      },
      states: {
        looking: {
          description: 'The user takes a step or goes back to an earlier one.',
          entry: 'dropPayload',
          on: {
            'step.take': { actions: 'addStep' },
            'step.visit': { guard: 'isStepOfPath', actions: 'visitStep' },
            'path.rewind': { guard: 'hasStepsDone', actions: 'rewind' },
            'payload.write': { target: 'writing', actions: 'openPayload' },
          },
        },
        writing: {
          description: "The user edits an event's payload.",
          tags: 'editable',
          on: {
            'payload.change': { actions: 'changePayload' },
            'payload.send': [
              { guard: 'isFitting', target: 'looking', actions: 'addWritten' },
              { actions: 'refusePayload' },
            ],
            'payload.cancel': 'looking',
          },
        },
      },
    },
  },
})

export type SimulateSnapshot = SnapshotFrom<typeof simulateMachine>

/** The path as encoded in the address. */
export const selectAddress = ({ context }: SimulateSnapshot): string => writePath(donePath(context))

/** The whole path played, including later steps; undefined until a start is chosen. */
export const selectPlayed = (snapshot: SimulateSnapshot): Played | undefined =>
  snapshot.matches('stepping') ? snapshot.context.simulation?.play(snapshot.context.path) : undefined
