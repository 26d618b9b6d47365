/**
 * What a statechart's names say in plain language, declared next to each machine (`<machine>.workflow.ts`). The types list
 * exactly the names that the machine declares: a missing or unknown one does not compile.
 */
import type { AnyStateMachine, StateMachine } from 'xstate'
import type { UserEvent } from './examples.ts'

/** A condition: "the server said why". Both ways if it is also used negated; by parameter if it has one. */
export type GuardText =
  | string
  | { readonly holds: string; readonly fails: string }
  | { readonly given: Readonly<Record<string, string>> }

/** What a call does ("load the rows") and what happens when it ends; only the former if its end changes nothing. */
export type CallText =
  | string
  | { readonly does: string; readonly done?: string; readonly error?: string; readonly snapshot?: string }

/** The parts of a machine's type that name things. */
type Declared<TMachine> =
  TMachine extends StateMachine<
    infer _Context,
    infer _Event,
    infer _Children,
    infer TActor,
    infer TAction,
    infer TGuard,
    infer TDelay,
    infer _Value,
    infer _Tag,
    infer _Input,
    infer _Output,
    infer _Emitted,
    infer _Meta,
    infer _Schema
  >
    ? { actors: TActor['src']; actions: TAction['type']; guards: TGuard['type']; delays: TDelay }
    : never

/** A text for each name; left out if there are none. */
type Group<TKey extends string, TName extends string, TText> = [TName] extends [never]
  ? { readonly [Key in TKey]?: never }
  : { readonly [Key in TKey]: Readonly<Record<TName, TText>> }

/** The texts of a machine whose names are known at compile time. */
export type ChartTexts<TMachine extends AnyStateMachine> = Group<'events', UserEvent<TMachine>, string> &
  Group<'guards', Declared<TMachine>['guards'], GuardText> &
  Group<'actions', Declared<TMachine>['actions'], string> &
  Group<'calls', Declared<TMachine>['actors'], CallText> &
  Group<'delays', Declared<TMachine>['delays'], string> & {
    /** An actor that a state invokes under another id than its own. */
    readonly callsById?: Readonly<Record<string, CallText>>
    /** States that users know by other words than their key's. */
    readonly states?: Readonly<Record<string, string>>
  }

/** The texts of a machine that is only known at run time. */
export interface AnyChartTexts {
  /** What a user does ("Save") or what happens ("Hours were saved"). */
  readonly events?: Readonly<Record<string, string>>
  readonly guards?: Readonly<Record<string, GuardText>>
  /** What the machine does: "keep the rows". */
  readonly actions?: Readonly<Record<string, string>>
  readonly calls?: Readonly<Record<string, CallText>>
  readonly callsById?: Readonly<Record<string, CallText>>
  readonly states?: Readonly<Record<string, string>>
  /** What is waited for, after "After": "a pause". The length is added. */
  readonly delays?: Readonly<Record<string, string>>
}
