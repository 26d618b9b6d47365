/**
 * Asks a statechart whether a stored state may move. The machine is the rule book: nothing is started and nothing runs,
 * the stored state is resolved, the event is put to it, and the answer is the next state or a refusal.
 */
import { type AnyStateMachine, type ContextFrom, type EventFromLogic, transition } from 'xstate'

/** What the machine makes of an event in a state. */
export type Move<State extends string> = { allowed: true; from: State; to: State } | { allowed: false; from: State }

/**
 * The state that `event` leads to from `from`, or that the machine refuses it. `can` is asked first: an event that a
 * state does not know returns the same snapshot, which looks like a move to where it stands.
 *
 * @param states the machine's states as they are stored; all at its top level
 * @throws RangeError when the machine leads to a state that is not stored: a mistake in the code
 */
export const askMachine = <State extends string, Machine extends AnyStateMachine>(
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
