import type { AnyStateMachine } from 'xstate'

/** Machines, each mapped to the same machine with its area's actors. */
export type Provisions = ReadonlyMap<AnyStateMachine, AnyStateMachine>

/** A machine and its actors: `provide(calendarMachine, { actors: calendarActors(client) })`. */
export const provide = <Machine extends AnyStateMachine>(
  machine: Machine,
  implementations: Parameters<Machine['provide']>[0],
): readonly [AnyStateMachine, AnyStateMachine] => [machine, machine.provide(implementations)]
