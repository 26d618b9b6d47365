import type { AnyStateMachine, EventFromLogic, SnapshotFrom } from 'xstate'
import type { Examples, UserEvent } from '#machines/chart/examples.ts'
import type { OutcomeKind } from '#machines/chart/read-chart.ts'

/** What a user meant, or what an actor or timer tells. */
type AnyEventOf<TMachine extends AnyStateMachine> = EventFromLogic<TMachine> | { type: `xstate.${string}` }

/** What one step of a path does, as an executor sees it. */
export interface Step<TMachine extends AnyStateMachine> {
  /** The event as the machine takes it. */
  event: EventFromLogic<TMachine>
  /** The case's name; empty for a bare event. */
  name: string
  /** The state that the step starts in. */
  before: SnapshotFrom<TMachine>
  /** The state that the step ends in. */
  after: SnapshotFrom<TMachine>
}

/** The run of the same paths in a browser: what a user does for each event, and sees in each state. */
export interface BrowserRun<TMachine extends AnyStateMachine, TWorld> {
  /** Opens a fresh page in the machine's initial state (of the input named so). One path is played in it. */
  open: (start: string) => Promise<TWorld>
  close: (world: TWorld) => Promise<void>
  /** The inputs that a page can be opened with, by name; all unless said. */
  starts?: readonly string[]
  /** Saves a picture of a page whose path failed. */
  screenshot?: (world: TWorld, file: string) => Promise<unknown>
  /** Per event type, what a user does to cause it. */
  events: { [TType in UserEvent<TMachine>]?: (world: TWorld, step: Step<TMachine>) => Promise<unknown> }
  /** Per invoked actor, how its calls come to the step's outcome (let through, a 500, cut off). */
  outcomes?: Record<string, (world: TWorld, step: Step<TMachine>, kind: OutcomeKind) => Promise<unknown>>
  /** Per delay (`after`, by the delay's name or milliseconds), how its time comes to pass. */
  delays?: Record<string, (world: TWorld, step: Step<TMachine>) => Promise<unknown>>
  /**
   * Per state, what a user sees there. Keys are paths of states (`signedIn.fresh`); every state needs an entry of its
   * own or of a state around it, and all that match are asked.
   */
  states: Record<string, (world: TWorld, snapshot: SnapshotFrom<TMachine>) => Promise<unknown>>
  /** Steps that a user cannot take in a state, although the machine would. */
  possible?: (snapshot: SnapshotFrom<TMachine>, event: AnyEventOf<TMachine>) => boolean
  /** Why a state or transition is not met in the browser; `*` stands for anything. */
  excuses?: Record<string, string>
  /** Steps after which a path ends and the next begins on a fresh page. Default 12. */
  maxSteps?: number
}

/** A machine, the cases worth trying and what has to hold: everything that the tests are generated from. */
export interface ModelDescription<TMachine extends AnyStateMachine, TWorld = unknown> extends Examples<TMachine> {
  /** The machine's folder and name, `session/sign-in`. */
  name: string
  machine: TMachine
  /**
   * The part of the context that guards and payloads depend on: states that differ in it are different states for the
   * search. Keep it small (numbers as "some or none", not as they are).
   */
  project: (context: SnapshotFrom<TMachine>['context']) => unknown
  /** Events that cannot happen in a state although the machine would take them (a timer that is not running). */
  possible?: (snapshot: SnapshotFrom<TMachine>, event: AnyEventOf<TMachine>) => boolean
  /** What must hold in a state whatever led there, in terms of context; keys as in `browser.states`. */
  states?: Record<string, (snapshot: SnapshotFrom<TMachine>) => unknown>
  /** Why a state or transition cannot be reached; `*` stands for anything. */
  excuses?: Record<string, string>
  /** Why a call need not be tried with a failure, by `saveNote error: 409`; `*` stands for anything. */
  untried?: Record<string, string>
  /** Why a mistake in the machine makes no difference that anybody could notice, by the mutant's name; `*` stands for anything. */
  equivalent?: Record<string, string>
  /** The most states that the search may visit before it gives up. Default 20,000. */
  limit?: number
  browser?: BrowserRun<TMachine, TWorld>
}
