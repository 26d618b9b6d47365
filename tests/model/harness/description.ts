import type { AnyStateMachine, EventFromLogic, SnapshotFrom } from 'xstate'
import type { Examples, UserEvent } from '#machines/definition/examples.ts'
import type { OutcomeKind } from '#workflows/model/read-chart.ts'
import type { HeldCalls } from './held-calls.ts'

/** A user event, or an event from an actor or timer. */
type AnyEventOf<TMachine extends AnyStateMachine> = EventFromLogic<TMachine> | { type: `xstate.${string}` }

/** One step of a path, as passed to an executor. */
export interface Step<TMachine extends AnyStateMachine> {
  /** The event sent to the machine. */
  event: EventFromLogic<TMachine>
  /** The case's name; empty for a bare event. */
  name: string
  /** The state before the step. */
  before: SnapshotFrom<TMachine>
  /** The state after the step. */
  after: SnapshotFrom<TMachine>
}

/** The browser run of the same paths: what a user does for each event, and sees in each state. */
export interface BrowserRun<TMachine extends AnyStateMachine, TWorld> {
  /** Opens a page in the machine's initial state (for the named input). */
  open: (start: string) => Promise<TWorld>
  /**
   * Brings the page of a path that has ended back to a start, which takes less time than opening another page. Undefined
   * if this page can't get there.
   */
  reopen?: (world: TWorld, start: string) => Promise<TWorld | undefined>
  close: (world: TWorld) => Promise<void>
  /** The calls whose requests go into the table of requests. */
  calls?: (world: TWorld) => HeldCalls
  /** Its dates are the same whenever it runs; by default the table of requests lists them relative to this week. */
  hasFixedDates?: boolean
  /** Names of the inputs that a page can be opened with; defaults to all. */
  starts?: readonly string[]
  /** Saves a screenshot of a page whose path failed. */
  screenshot?: (world: TWorld, file: string) => Promise<unknown>
  /** How a user causes each event type. */
  events: { [TType in UserEvent<TMachine>]?: (world: TWorld, step: Step<TMachine>) => Promise<unknown> }
  /** How the calls of each invoked actor are brought to the step's outcome (let through, a 500, cut off). */
  outcomes?: Record<string, (world: TWorld, step: Step<TMachine>, kind: OutcomeKind) => Promise<unknown>>
  /** How to let each delay (`after`, by name or milliseconds) pass. */
  delays?: Record<string, (world: TWorld, step: Step<TMachine>) => Promise<unknown>>
  /**
   * What a user sees in each state. Keys are state paths (`signedIn.fresh`); every state needs its own entry or one for an
   * ancestor, and all entries that match are checked.
   */
  states: Record<string, (world: TWorld, snapshot: SnapshotFrom<TMachine>) => Promise<unknown>>
  /** Steps that a user cannot take in a state although the machine would allow them. */
  possible?: (snapshot: SnapshotFrom<TMachine>, event: AnyEventOf<TMachine>) => boolean
  /** Why a state or transition is not covered in the browser; `*` matches anything. */
  excuses?: Record<string, string>
}

/** A machine, the cases to try and what must hold: everything the tests are generated from. */
export interface ModelDescription<TMachine extends AnyStateMachine, TWorld = unknown> extends Examples<TMachine> {
  /** The machine's folder and name, `session/sign-in`. */
  name: string
  machine: TMachine
  /**
   * The part of the context that guards and payloads depend on: states that differ in it count as different states in the
   * search. Keep it small (numbers as "some or none", not their values).
   */
  project: (context: SnapshotFrom<TMachine>['context']) => unknown
  /** Events that cannot happen in a state although the machine would take them (a timer that is not running). */
  possible?: (snapshot: SnapshotFrom<TMachine>, event: AnyEventOf<TMachine>) => boolean
  /** What must hold in a state, however it was reached, in terms of context; keys as in `browser.states`. */
  states?: Record<string, (snapshot: SnapshotFrom<TMachine>) => unknown>
  /** Why a state or transition cannot be reached; `*` matches anything. */
  excuses?: Record<string, string>
  /** Why a call need not be tried with a failure, keyed like `saveNote error: 409`; `*` matches anything. */
  untried?: Record<string, string>
  /** Why a mutation makes no observable difference, by the mutant's name; `*` matches anything. */
  equivalent?: Record<string, string>
  /** The same for a mutation of a value. */
  equivalentValues?: Record<string, string>
  /** The most states that the search may visit before it aborts. Default 20,000. */
  limit?: number
  browser?: BrowserRun<TMachine, TWorld>
}
