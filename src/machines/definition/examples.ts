import type { AnyStateMachine, EventFromLogic, InputFrom, SnapshotFrom, StateValue } from 'xstate'

/** A value, or a function of the path's current state (for an id the machine created, or a version it read). */
export type Given<TMachine extends AnyStateMachine, TValue> = TValue | ((snapshot: SnapshotFrom<TMachine>) => TValue)

type EventOf<TMachine extends AnyStateMachine, TType> = Extract<EventFromLogic<TMachine>, { type: TType }>
type Payload<TEvent> = Omit<TEvent, 'type'>
/**
 * Events that a user or a screen sends to a machine. The machine's union may also list its actors' and timers' events;
 * those come from `outcomes` and the clock.
 */
export type UserEvent<TMachine extends AnyStateMachine> = Exclude<EventFromLogic<TMachine>['type'], `xstate.${string}`>

/**
 * Payloads worth trying, by event type, each under the name that a path prints ("wrong password"). `bare` is the only
 * case of an event without payload; `unused` marks an event of the union that no state handles.
 */
export type Cases<TMachine extends AnyStateMachine> = {
  [TType in UserEvent<TMachine>]: keyof Payload<EventOf<TMachine, TType>> extends never
    ? 'bare' | 'unused'
    : 'unused' | Record<string, Given<TMachine, Payload<EventOf<TMachine, TType>>>>
}

/** How an invoked actor can end: outputs and errors, each under the name that a path prints. */
export interface Outcomes<TMachine extends AnyStateMachine> {
  readonly done?: Record<string, Given<TMachine, unknown>>
  readonly error?: Record<string, Given<TMachine, unknown>>
  /** Snapshots that the parent receives (`onSnapshot`). */
  readonly snapshot?: Record<string, Given<TMachine, unknown>>
}

/** How a machine can start and what can happen to it: used by the generated tests and the Simulate view. */
export interface Examples<TMachine extends AnyStateMachine> {
  /** What the machine can start with, each under the name that a path prints ("a new session"). */
  readonly inputs?: Record<string, InputFrom<TMachine>>
  /**
   * Additional stored states to start from, for a machine that guards records in the database: the facts in its context
   * are then those of a single check.
   */
  readonly stored?: Record<string, { readonly value: StateValue; readonly context: SnapshotFrom<TMachine>['context'] }>
  readonly cases: Cases<TMachine>
  /** Per invoke id. */
  readonly outcomes?: Record<string, Outcomes<TMachine>>
}

/** Every state a record may be stored in, combined with each set of facts. */
export const everyStored = <TFacts>(
  states: readonly string[],
  facts: Readonly<Record<string, TFacts>>,
): Record<string, { value: string; context: TFacts }> =>
  Object.fromEntries(
    states.flatMap((value) => Object.entries(facts).map(([by, context]) => [`${value}, ${by}`, { value, context }])),
  )

/** Examples of a machine that is only known at run time. */
export interface AnyExamples {
  readonly inputs?: Readonly<Record<string, unknown>>
  readonly stored?: Readonly<Record<string, { readonly value: StateValue; readonly context: unknown }>>
  readonly cases: Readonly<Record<string, 'bare' | 'unused' | Readonly<Record<string, unknown>>>>
  readonly outcomes?: Readonly<
    Record<string, Readonly<Partial<Record<'done' | 'error' | 'snapshot', Readonly<Record<string, unknown>>>>>>
  >
}
