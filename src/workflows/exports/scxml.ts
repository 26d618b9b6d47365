/**
 * A statechart as SCXML, the W3C's format, for other tools. What a guard checks is code of the portal, which no other tool
 * can run: each is a variable of the data model instead, to be set by hand, with its meaning next to it. Actions and
 * descriptions, which have no equivalent, are log entries and comments.
 */

import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate'
import { escapeMarkup } from '#domain/markup.ts'
import type { ChartNames } from '#workflows/model/chart-names.ts'
import { allNodes, delayOf, type GuardTree, guardTree, namesOf, outcomeOf } from '#workflows/model/read-chart.ts'

/** Attributes in order; undefined ones are left out. */
type Attributes = Readonly<Record<string, string | undefined>>

const element = (name: string, attributes: Attributes, lines: readonly string[] = []): string[] => {
  const given = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${escapeMarkup(value)}"`],
  )
  const start = `<${name}${given.join('')}`
  return lines.length === 0 ? [`${start}/>`] : [`${start}>`, ...lines.map((line) => `  ${line}`), `</${name}>`]
}

/** XML comments can't contain two hyphens in a row. */
const comment = (text: string | undefined): string[] =>
  text ? [`<!-- ${escapeMarkup(text).replaceAll(/--+/g, '–').replace(/-$/, '– ')} -->`] : []

const id = (name: string): string => name.replaceAll(/[^\w.-]/g, '_')

/** Ids are unique in the whole document; a call may be named like its machine, and be made in several states. */
const callId = (name: string, node: AnyStateNode): string => {
  const makes = (each: AnyStateNode) => each.invoke.some((call) => call.id === name)
  const isRepeated = makes(node) && allNodes(node.machine.root).filter(makes).length > 1
  return `call.${id(name)}${isRepeated ? `-in-${id(node.id)}` : ''}`
}

/** A guard as an expression over the data model's variables; a guard with a parameter is an object of variables. */
const condition = (tree: GuardTree, isInner = false): string => {
  if (tree.kind === 'named')
    return tree.params === undefined ? id(tree.name) : `${id(tree.name)}[${JSON.stringify(tree.params)}]`
  const parts = tree.parts.map((part) => condition(part, true))
  if (tree.kind === 'not') return `!${parts.join('')}`
  const text = parts.join(tree.kind === 'and' ? ' && ' : ' || ')
  return isInner ? `(${text})` : text
}

const guardsIn = (tree: GuardTree): { name: string; params: string | undefined }[] =>
  tree.kind === 'named' ? [tree] : tree.parts.flatMap(guardsIn)

/** The name of the event that a delayed transition waits for; the state sends it to itself. */
const delayedEvent = (delay: string, node: AnyStateNode): string => `after.${id(delay)}.${id(node.id)}`

/** XState's own events by their names in SCXML. */
const eventName = (event: string, node: AnyStateNode): string | undefined => {
  if (event === '') return undefined
  const delay = delayOf(event)
  if (delay !== undefined) return delayedEvent(delay, node)
  if (event.startsWith('xstate.done.state.')) return `done.state.${id(event.slice('xstate.done.state.'.length))}`
  const outcome = outcomeOf(event)
  if (!outcome) return event
  if (outcome.kind === 'done') return `done.invoke.${callId(outcome.id, node)}`
  return outcome.kind === 'error'
    ? `error.platform.${callId(outcome.id, node)}`
    : `snapshot.${callId(outcome.id, node)}`
}

const logs = (actions: readonly unknown[]): string[] =>
  namesOf(actions).flatMap((name) => element('log', { label: name, expr: `'${name}'` }))

const CONDITIONS =
  'The conditions of the transitions. What they check is code of the portal, so this file has none of it: all are false ' +
  'at first. To try a path, set those to true that should hold.'

/** What a variable of a guard stands for, in words. */
const meaningOf = (name: string, params: ReadonlySet<string>, { guard }: NonNullable<ScxmlOptions['words']>): string =>
  params.size === 0
    ? `${name}: ${guard(name)}`
    : [...params].map((param) => `${name}["${param}"]: ${guard({ type: name, params: param })}`).join('; ')

/** Whether it stays inside its state, which is then not left and entered again. */
const isInternal = ({ source, target, reenter }: AnyTransitionDefinition): boolean =>
  !reenter && target !== undefined && target.every((each) => each === source || each.id.startsWith(`${source.id}.`))

const transition = (
  event: string,
  node: AnyStateNode,
  definition: AnyTransitionDefinition,
  words: ScxmlOptions['words'],
): string[] => [
  ...comment(definition.guard === undefined || !words ? undefined : `If ${words.guard(definition.guard)}`),
  ...element(
    'transition',
    {
      event: eventName(event, node),
      cond: definition.guard === undefined ? undefined : condition(guardTree(definition.guard)),
      target: definition.target?.map((each) => id(each.id)).join(' '),
      type: isInternal(definition) ? 'internal' : undefined,
    },
    logs(definition.actions),
  ),
]

/** Milliseconds if they are known, otherwise an expression over a variable. */
const wait = (delay: string, machine: AnyStateMachine): Attributes => {
  const length: unknown = /^\d+$/.test(delay) ? Number(delay) : machine.implementations.delays[delay]
  return typeof length === 'number' ? { delay: `${length}ms` } : { delayexpr: id(delay) }
}

/** Whether a state can be finished. */
const canEnd = (node: AnyStateNode): boolean => {
  const children: AnyStateNode[] = Object.values(node.states)
  return node.type === 'parallel' ? children.every(canEnd) : children.some(({ type }) => type === 'final')
}

/** The final state that the document has in addition to the machine's. */
const endOf = (machine: string): string => `${id(machine)}.end`

/** Where a history state leads before its parent was ever left: ids. */
const defaultOf = ({ config, parent }: AnyStateNode): string[] => {
  const { target }: { target?: unknown } = config
  if (typeof target === 'string') return [target.startsWith('#') ? target.slice(1) : `${parent?.id}.${target}`]
  return parent?.type === 'compound' ? parent.initial.target.map((node: AnyStateNode) => node.id) : [parent?.id ?? '']
}

export interface ScxmlOptions {
  /** The file of a machine that another one invokes, by the machine's id; undefined for any other actor. */
  readonly fileOf?: (machine: string) => string | undefined
  /** What guards and delays are called in words. */
  readonly words?: Pick<ChartNames, 'guard'>
}

export const toScxml = (machine: AnyStateMachine, { fileOf, words }: ScxmlOptions = {}): string => {
  const guards = new Map<string, Set<string>>()
  const timers = new Set<string>()

  const invoked = (node: AnyStateNode, { id: invokeId, src }: AnyStateNode['invoke'][number]): string[] => {
    const logic: unknown = machine.implementations.actors[String(src)]
    const isMachine = typeof logic === 'object' && logic !== null && 'root' in logic && 'id' in logic
    const file = isMachine ? fileOf?.(String(logic.id)) : undefined
    return element('invoke', {
      type: isMachine ? 'http://www.w3.org/TR/scxml/' : 'urn:call',
      id: callId(invokeId, node),
      src: file ?? id(String(src)),
    })
  }

  const note = (definition: AnyTransitionDefinition): void => {
    if (definition.guard === undefined) return
    for (const { name, params } of guardsIn(guardTree(definition.guard))) {
      const known = guards.get(id(name)) ?? new Set()
      if (params !== undefined) known.add(params)
      guards.set(id(name), known)
    }
  }

  const content = (node: AnyStateNode): string[] => {
    const groups: [string, readonly AnyTransitionDefinition[]][] = [['', node.always ?? []], ...node.transitions]
    const delays = groups.flatMap(([event]) => delayOf(event) ?? [])
    for (const [, definitions] of groups) definitions.forEach(note)
    for (const delay of delays) if ('delayexpr' in wait(delay, machine)) timers.add(id(delay))
    const entry = [
      ...logs(node.entry),
      ...delays.flatMap((delay) =>
        element('send', { event: delayedEvent(delay, node), id: delayedEvent(delay, node), ...wait(delay, machine) }),
      ),
    ]
    const exit = [
      ...logs(node.exit),
      ...delays.flatMap((delay) => element('cancel', { sendid: delayedEvent(delay, node) })),
    ]
    return [
      ...comment(node.description),
      ...(entry.length > 0 ? element('onentry', {}, entry) : []),
      ...(exit.length > 0 ? element('onexit', {}, exit) : []),
      ...node.invoke.flatMap((call) => invoked(node, call)),
      ...groups.flatMap(([event, definitions]) =>
        definitions.flatMap((definition) => transition(event, node, definition, words)),
      ),
      ...Object.values(node.states).flatMap(state),
    ]
  }

  const state = (node: AnyStateNode): string[] => {
    if (node.type === 'parallel') return element('parallel', { id: id(node.id) }, content(node))
    if (node.type === 'final') return element('final', { id: id(node.id) }, content(node))
    if (node.type === 'history') {
      const type = node.history === 'deep' ? 'deep' : 'shallow'
      return element(
        'history',
        { id: id(node.id), type },
        element('transition', { target: defaultOf(node).map(id).join(' ') }),
      )
    }
    const initial = node.type === 'compound' ? node.initial.target.map((each) => id(each.id)).join(' ') : undefined
    return element('state', { id: id(node.id), initial }, content(node))
  }

  const { root } = machine
  const [open = '', ...rest] = state(root)
  const isEnding = canEnd(root)
  /** The chart ends when its outermost state does. In XState, that is the machine; in SCXML, the document. */
  const ending = isEnding
    ? element('transition', { event: `done.state.${id(root.id)}`, target: endOf(root.id) }).map((line) => `  ${line}`)
    : []
  const variables = [
    ...(guards.size > 0 ? comment(CONDITIONS) : []),
    ...[...guards].flatMap(([name, params]) => [
      ...comment(words && meaningOf(name, params, words)),
      ...element('data', {
        id: name,
        expr:
          params.size > 0 ? `{ ${[...params].map((param) => `${JSON.stringify(param)}: false`).join(', ')} }` : 'false',
      }),
    ]),
    ...[...timers].flatMap((name) => element('data', { id: name, expr: "'1s'" })),
  ]
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    ...element(
      'scxml',
      {
        xmlns: 'http://www.w3.org/2005/07/scxml',
        version: '1.0',
        name: id(machine.id),
        datamodel: 'ecmascript',
        initial: id(machine.id),
      },
      [
        ...(variables.length > 0 ? element('datamodel', {}, variables) : []),
        open,
        ...ending,
        ...rest,
        ...(isEnding ? element('final', { id: endOf(root.id) }) : []),
      ],
    ),
    '',
  ].join('\n')
}
