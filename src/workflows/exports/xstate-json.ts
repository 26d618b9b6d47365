/**
 * A statechart as XState's own JSON, which Stately Studio and `createMachine` load. Guards, actions and actors appear by
 * name only.
 */
import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'
import { delayOf, guardLabel, namesOf, outcomeOf } from '#workflows/model/read-chart.ts'

interface NamedJson {
  type: string
}

interface TransitionJson {
  target?: string[]
  guard?: NamedJson
  actions?: NamedJson[]
  reenter?: true
}

interface InvokeJson {
  id: string
  src: string
  onDone?: TransitionJson[]
  onError?: TransitionJson[]
  onSnapshot?: TransitionJson[]
}

export interface StateJson {
  description?: string
  meta?: unknown
  type?: 'parallel' | 'final' | 'history'
  tags?: string[]
  initial?: string
  entry?: NamedJson[]
  exit?: NamedJson[]
  invoke?: InvokeJson[]
  always?: TransitionJson[]
  on?: Record<string, TransitionJson[]>
  after?: Record<string, TransitionJson[]>
  onDone?: TransitionJson[]
  states?: Record<string, StateJson>
}

export interface MachineJson extends StateJson {
  id: string
}

const namedJson = (actions: readonly unknown[]): NamedJson[] | undefined => {
  const names = namesOf(actions)
  return names.length > 0 ? names.map((type) => ({ type })) : undefined
}

/** Drops undefined fields, to keep the files short. */
const held = <Part extends object>(part: Part): Part =>
  Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined)) as Part

const transitionJson = ({ target, guard, actions, reenter }: AnyTransitionDefinition): TransitionJson =>
  held({
    target: target?.map(({ id }) => `#${id}`),
    guard: guard === undefined ? undefined : { type: guardLabel(guard) },
    actions: namedJson(actions),
    reenter: reenter ? true : undefined,
  })

const OUTCOMES = { done: 'onDone', error: 'onError', snapshot: 'onSnapshot' } as const

/** A state's transitions, each under the key where XState's JSON has it. */
const transitionsJson = (node: AnyStateNode): Pick<StateJson, 'on' | 'after' | 'onDone' | 'invoke'> => {
  const on: Record<string, TransitionJson[]> = {}
  const after: Record<string, TransitionJson[]> = {}
  const invoke = new Map<string, InvokeJson>(node.invoke.map(({ id, src }) => [id, { id, src: String(src) }]))
  let onDone: TransitionJson[] | undefined
  for (const [event, candidates] of node.transitions) {
    const json = candidates.map(transitionJson)
    const delay = delayOf(event)
    const outcome = outcomeOf(event)
    const invoked = outcome && invoke.get(outcome.id)
    if (delay !== undefined) after[delay] = json
    else if (outcome && invoked) invoked[OUTCOMES[outcome.kind]] = json
    else if (event.startsWith('xstate.done.state.')) onDone = json
    else on[event] = json
  }
  return {
    invoke: invoke.size > 0 ? [...invoke.values()] : undefined,
    on: Object.keys(on).length > 0 ? on : undefined,
    after: Object.keys(after).length > 0 ? after : undefined,
    onDone,
  }
}

const stateJson = (node: AnyStateNode): StateJson => {
  const children = Object.values(node.states)
  return held({
    description: node.description,
    meta: node.meta,
    type: node.type === 'parallel' || node.type === 'final' || node.type === 'history' ? node.type : undefined,
    tags: node.tags.length > 0 ? [...node.tags] : undefined,
    initial: node.type === 'compound' ? node.initial.target[0]?.key : undefined,
    entry: namedJson(node.entry),
    exit: namedJson(node.exit),
    always: node.always?.map(transitionJson),
    ...transitionsJson(node),
    states:
      children.length > 0 ? Object.fromEntries(children.map((child) => [child.key, stateJson(child)])) : undefined,
  })
}

export const toXStateJson = (machine: AnyStateMachine): MachineJson => ({ id: machine.id, ...stateJson(machine.root) })
