import type { ActorLogic, AnyActorRef, AnyEventObject, AnyStateMachine, Snapshot } from 'xstate'
import type { OutcomeKind } from './read-chart.ts'

type StubEvent =
  | { type: 'stub.done'; output: unknown }
  | { type: 'stub.error'; error: unknown }
  | { type: 'stub.snapshot'; snapshot: object }

/** An actor that does nothing on its own and ends as the path says; it stands in for calls, timers and child machines. */
const stub: ActorLogic<Snapshot<unknown>, AnyEventObject> = {
  getInitialSnapshot: () => ({ status: 'active', output: undefined, error: undefined }),
  getPersistedSnapshot: (snapshot) => snapshot,
  transition: (snapshot, received) => {
    const event = received as StubEvent
    if (event.type === 'stub.done') return { status: 'done', output: event.output, error: undefined }
    if (event.type === 'stub.error') return { status: 'error', output: undefined, error: event.error }
    if (event.type === 'stub.snapshot')
      return { ...event.snapshot, status: 'active', output: undefined, error: undefined }
    return snapshot
  },
}

/** Machines already stubbed: stubbing one again would copy it and lose what was changed about it. */
const stubbed = new WeakSet<AnyStateMachine>()

/** The machine with every actor it can start replaced by a stub. */
export function withStubs<TMachine extends AnyStateMachine>(machine: TMachine): TMachine {
  if (stubbed.has(machine)) return machine
  const actors = Object.fromEntries(Object.keys(machine.implementations.actors).map((src) => [src, stub]))
  const copy = machine.provide({ actors }) as TMachine
  stubbed.add(copy)
  return copy
}

/** Ends a stub as the path's event says. */
export function settle(child: AnyActorRef, kind: OutcomeKind, event: AnyEventObject): void {
  if (kind === 'done') child.send({ type: 'stub.done', output: event.output })
  else if (kind === 'error') child.send({ type: 'stub.error', error: event.error })
  else child.send({ type: 'stub.snapshot', snapshot: event.snapshot })
}
