import type { AnyStateMachine, EventFromLogic, InputFrom, SnapshotFrom, StateValue } from 'xstate'

/** A value, or one that depends on the state the path is in (an id that the machine made, a version that it read). */
export type Given<TMachine extends AnyStateMachine, TValue> = TValue | ((snapshot: SnapshotFrom<TMachine>) => TValue)

type EventOf<TMachine extends AnyStateMachine, TType> = Extract<EventFromLogic<TMachine>, { type: TType }>
type Payload<TEvent> = Omit<TEvent, 'type'>
/**
 * What a user or a screen tells a machine. It may also list the events of its actors and timers in its union; those come
 * from `outcomes` and the clock.
 */
export type UserEvent<TMachine extends AnyStateMachine> = Exclude<EventFromLogic<TMachine>['type'], `xstate.${string}`>

/**
 * Per event type, the payloads worth trying, each under the words that a path prints ("wrong password"). `bare` is
 * the one case of an event without payload, `unused` stands for an event of the union that no state takes.
 */
export type Cases<TMachine extends AnyStateMachine> = {
  [TType in UserEvent<TMachine>]: keyof Payload<EventOf<TMachine, TType>> extends never
    ? 'bare' | 'unused'
    : 'unused' | Record<string, Given<TMachine, Payload<EventOf<TMachine, TType>>>>
}

/** How an invoked actor can end: outputs and errors, each under the words that a path prints. */
export interface Outcomes<TMachine extends AnyStateMachine> {
  readonly done?: Record<string, Given<TMachine, unknown>>
  readonly error?: Record<string, Given<TMachine, unknown>>
  /** Snapshots that the parent hears of (`onSnapshot`). */
  readonly snapshot?: Record<string, Given<TMachine, unknown>>
}

/** What a machine can begin with and what can happen to it: the generated tests and the Simulate view step it by these. */
export interface Examples<TMachine extends AnyStateMachine> {
  /** What the machine can start with, each under the words that a path prints ("a new session"). */
  readonly inputs?: Record<string, InputFrom<TMachine>>
  /**
   * Stored states to start from besides, for a machine that is asked about what is in the database: the facts in its
   * context are then those of one question.
   */
  readonly stored?: Record<string, { readonly value: StateValue; readonly context: SnapshotFrom<TMachine>['context'] }>
  readonly cases: Cases<TMachine>
  /** Per invoke id. */
  readonly outcomes?: Record<string, Outcomes<TMachine>>
}

/** Every state as it may be stored, asked with each of the facts. */
export const everyStored = <TFacts>(
  states: readonly string[],
  facts: Readonly<Record<string, TFacts>>,
): Record<string, { value: string; context: TFacts }> =>
  Object.fromEntries(
    states.flatMap((value) => Object.entries(facts).map(([by, context]) => [`${value}, ${by}`, { value, context }])),
  )

/** Examples whose machine is known at run time alone. */
export interface AnyExamples {
  readonly inputs?: Readonly<Record<string, unknown>>
  readonly stored?: Readonly<Record<string, { readonly value: StateValue; readonly context: unknown }>>
  readonly cases: Readonly<Record<string, 'bare' | 'unused' | Readonly<Record<string, unknown>>>>
  readonly outcomes?: Readonly<
    Record<string, Readonly<Partial<Record<'done' | 'error' | 'snapshot', Readonly<Record<string, unknown>>>>>>
  >
}
