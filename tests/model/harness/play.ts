import assert from 'node:assert/strict'
import {
  type AnyActorRef,
  type AnyEventObject,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  type InspectionEvent,
} from 'xstate'
import type { AnyExamples } from '#machines/definition/examples.ts'
import { candidatesFor } from '#workflows/model/candidates.ts'
import { delayOf, outcomeOf, statePath } from '#workflows/model/read-chart.ts'
import { stateLabel, type Trace, traceMicrosteps } from '#workflows/model/step.ts'
import { settle } from '#workflows/model/stub.ts'
import type { Coverage } from './coverage.ts'
import type { ModelDescription } from './description.ts'
import type { Edge, Model, Path } from './explore.ts'
import { StepClock } from './step-clock.ts'

/** The steps that are printed before the one that failed. */
const MAX_PRINTED = 20

/**
 * A path in readable form: `1. credentials.submit (wrong password) → signingIn`.
 *
 * @param failedAt the index of the step that failed, which is marked; later steps are left out, and early ones of a long
 * path
 */
export function readablePath({ start, steps }: Path, failedAt?: number): string {
  const mark = (at: number) => (at === failedAt ? '✗' : ' ')
  const given = start.name ? ` (${start.name})` : ''
  const end = failedAt === undefined ? steps.length : failedAt + 1
  const first = failedAt === undefined ? 0 : Math.max(0, end - MAX_PRINTED)
  return [
    `${mark(-1)} 0. starts${given} in ${stateLabel(start.snapshot)}`,
    ...(first > 0 ? [`  … ${first} steps`] : []),
    ...steps
      .slice(first, end)
      .map((edge, at) => `${mark(first + at)} ${first + at + 1}. ${edge.label} → ${stateLabel(edge.after)}`),
  ].join('\n')
}

/** Runs a step; an error is rethrown with the whole path and the step where it happened. */
export async function atStep<T>(path: Path, at: number, work: () => T): Promise<Awaited<T>> {
  try {
    return await work()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`${reason}\n\nThe path:\n${readablePath(path, at)}`, { cause: error })
  }
}

/** A state table's entries that apply to the snapshot, outer states first. */
export function entriesFor<T>(states: Record<string, T> | undefined, snapshot: AnyMachineSnapshot): T[] {
  return snapshot._nodes.map((node) => states?.[statePath(node)]).filter((entry) => entry !== undefined)
}

/** Records what a step covered; a transient state is covered by the transition that leaves it. */
export function cover(
  covered: Coverage,
  { chart }: Model,
  snapshot: AnyMachineSnapshot,
  taken: string[],
  refused: string[],
): void {
  for (const id of taken) covered.states.add(chart.sourceOf.get(id) ?? '?')
  for (const node of snapshot._nodes) covered.states.add(statePath(node))
  for (const id of taken) covered.transitions.add(id)
  for (const id of refused) covered.refusals.add(id)
}

function isMachineOf(event: InspectionEvent): boolean {
  return event.actorRef.sessionId === event.rootId
}

/** Asserts that the actor matches the model. */
function assertSame(
  actual: AnyMachineSnapshot,
  expected: AnyMachineSnapshot,
  project: (context: never) => unknown,
): void {
  const view = (snapshot: AnyMachineSnapshot) => ({
    state: snapshot.value,
    status: snapshot.status,
    tags: [...snapshot.tags].sort(),
    context: project(snapshot.context as never),
    children: Object.keys(snapshot.children)
      .filter((id) => snapshot.children[id])
      .sort(),
  })
  assert.deepEqual(view(actual), view(expected))
}

/** Whether a case of the event gets its payload from the state. */
function hasComputedPayload({ cases, outcomes }: AnyExamples, type: string): boolean {
  const outcome = outcomeOf(type)
  const given = outcome ? outcomes?.[outcome.id]?.[outcome.kind] : cases[type]
  return typeof given === 'object' && Object.values(given).some((payload) => typeof payload === 'function')
}

/** The step's event. Its payload may depend on what an earlier step of this path left in the context. */
function eventOf(examples: AnyExamples, snapshot: AnyMachineSnapshot, { label, before, event }: Edge): AnyEventObject {
  if (!hasComputedPayload(examples, event.type)) return event
  const isRunning = (id: string) => snapshot.children[id]?.getSnapshot().status === 'active'
  const found = candidatesFor(examples, snapshot, isRunning).find((candidate) => candidate.label === label)
  assert.ok(found, `${label} can't happen in ${stateLabel(before)}`)
  return found.event
}

function perform(actor: AnyActorRef, clock: StepClock, event: AnyEventObject, { before }: Edge): void {
  const outcome = outcomeOf(event.type)
  if (outcome) {
    const child = (actor.getSnapshot() as AnyMachineSnapshot).children[outcome.id]
    assert.ok(child, `${outcome.id} is not running in ${stateLabel(before)}`)
    settle(child, outcome.kind, event)
  } else if (!clock.reach(event.type)) {
    assert.equal(delayOf(event.type), undefined, `no timer for ${event.type} is running in ${stateLabel(before)}`)
    actor.send(event)
  }
}

/**
 * Plays a path on a real actor, ending its invoked actors and advancing its clock as the path says. Asserts after every
 * step that it matches the model and that the description's states hold, and once in every state that `can` answers as in
 * the model.
 *
 * @param asked the states in which `can` was asked, for all paths of a run
 */
export async function playOnMachine<TMachine extends AnyStateMachine, TWorld>(
  description: ModelDescription<TMachine, TWorld>,
  model: Model,
  path: Path,
  covered: Coverage,
  asked = new Set<string>(),
): Promise<void> {
  const examples = description as AnyExamples
  const possible = description.possible as ((snapshot: unknown, event: unknown) => boolean) | undefined
  const clock = new StepClock()
  const trace: Trace = { microsteps: [], actions: [] }
  const actor = createActor(model.machine, {
    ...path.start.options,
    clock,
    logger: () => {},
    inspect: traceMicrosteps(trace, isMachineOf),
  })
  clock.watch(actor.system)
  const takenSince = () =>
    trace.microsteps.splice(0).flatMap((step) => step.map((definition) => model.chart.idOf.get(definition) ?? '?'))
  const holds = (expected: AnyMachineSnapshot) => {
    const actual: AnyMachineSnapshot = actor.getSnapshot()
    assertSame(actual, expected, description.project)
    for (const holds of entriesFor(description.states, actual)) holds(actual as Parameters<typeof holds>[0])
  }
  const canAsExpected = ({ to, after: expected }: Edge) => {
    const actual: AnyMachineSnapshot = actor.getSnapshot()
    if (actual.status !== 'active' || asked.has(to)) return
    asked.add(to)
    for (const { label, event } of candidatesFor(examples, actual, () => false))
      if (!event.type.startsWith('xstate.') && (possible?.(actual, event) ?? true))
        assert.equal(actual.can(event), expected.can(event), `the result of \`can\` for ${label}`)
  }
  let failure: unknown
  actor.subscribe({
    error: (error) => {
      failure = error
    },
  })
  try {
    await atStep(path, -1, () => {
      actor.start()
      holds(path.start.snapshot)
      cover(covered, model, path.start.snapshot, takenSince(), [])
    })
    for (const [at, edge] of path.steps.entries()) {
      await atStep(path, at, () => {
        perform(actor, clock, eventOf(examples, actor.getSnapshot(), edge), edge)
        if (failure !== undefined && edge.after.status !== 'error') throw failure
        holds(edge.after)
        const taken = takenSince()
        assert.deepEqual(new Set(taken), new Set(edge.taken))
        cover(covered, model, edge.after, taken, edge.refused)
        canAsExpected(edge)
      })
    }
  } finally {
    actor.stop()
  }
}
