/**
 * Asks a statechart whether a stored state may change. The machine is the rule book, but does not run: the stored state
 * is resolved, given the event, and the result is the next state or a refusal.
 */
import { type AnyStateMachine, type ContextFrom, type EventFromLogic, type StateValueFrom, transition } from 'xstate'

/** The machine's answer to an event in a state. */
export type Move<State extends string> = { allowed: true; from: State; to: State } | { allowed: false; from: State }

/**
 * The next state after `event`, or the machine's refusal. `can` is checked first: for an unknown event the machine
 * returns the same snapshot, which looks like a move to the same state.
 *
 * @param states the machine's stored states; all at its top level
 * @throws RangeError if the machine moves to a state that is not stored: a bug in the code
 */
export const askMachine = <Machine extends AnyStateMachine, State extends string & StateValueFrom<Machine>>(
  machine: Machine,
  states: readonly State[],
  from: State,
  facts: ContextFrom<Machine>,
  event: EventFromLogic<Machine>,
): Move<State> => {
  const chart: AnyStateMachine = machine
  const snapshot = chart.resolveState({ value: from, context: facts })
  if (!snapshot.can(event)) return { allowed: false, from }
  const [next] = transition(chart, snapshot, event)
  const to = states.find((state) => next.matches(state))
  if (to === undefined) throw new RangeError(`${machine.id} went from ${from} to a state that is not stored`)
  return { allowed: true, from, to }
}
