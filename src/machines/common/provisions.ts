import type { AnyStateMachine } from 'xstate'

/** Workflows by themselves, each with the actors that its area provides. */
export type Provisions = ReadonlyMap<AnyStateMachine, AnyStateMachine>

/** A workflow and its actors: `provide(calendarMachine, { actors: calendarActors(client) })`. */
export const provide = <Machine extends AnyStateMachine>(
  machine: Machine,
  implementations: Parameters<Machine['provide']>[0],
): readonly [AnyStateMachine, AnyStateMachine] => [machine, machine.provide(implementations)]
