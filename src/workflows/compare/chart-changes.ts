/** The differences between two versions of a statechart as sentences, each with its place on the drawing. */
import type { AnyStateNode } from 'xstate'
import { capitalized } from '#domain/words.ts'
import type { ChartNames } from '#workflows/model/chart-names.ts'
import { statePath } from '#workflows/model/read-chart.ts'
import {
  type ChangeKind,
  type ChartComparison,
  type ComparedState,
  type ComparedTransition,
  type NameChange,
  stateChange,
  transitionChange,
  type VersionedTransition,
} from './compare-charts.ts'

export interface ChartChange {
  readonly kind: ChangeKind
  /** Descriptions and tags change what a reader sees, but not what the workflow does. */
  readonly isText: boolean
  /** Without its kind: 'Cancel from Saving to Editing when nothing was entered'. */
  readonly text: string
  /** The path of the state where it is drawn; '' for the outermost box. */
  readonly state: string
  /** The drawn transition, if it is one; a removed one's id is that of the older version. */
  readonly transition: string | undefined
}

const PARTS = {
  call: ['call in', 'calls in'],
  entry: ['action on entry to', 'actions on entry to'],
  exit: ['action on exit from', 'actions on exit from'],
  tag: ['tag of', 'tags of'],
} as const satisfies Record<NameChange['part'], readonly [string, string]>

const KINDS = {
  atomic: 'a plain state',
  compound: 'a state with states inside',
  parallel: 'a state whose parts run at the same time',
  final: 'a final state',
  history: 'a history state',
} as const satisfies Record<AnyStateNode['type'], string>

const listOf = (items: readonly string[]): string =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`

const pathOf = (node: AnyStateNode): string => node.path.join('.')

const labelOf = (node: AnyStateNode, names: ChartNames): string => names.state(node.key)

/** The state, with its surrounding box if it has one of its own. */
const placeOf = (node: AnyStateNode, names: ChartNames): string => {
  const label = labelOf(node, names)
  return node.parent?.parent ? `${label} in ${labelOf(node.parent, names)}` : label
}

const targetsOf = (targets: readonly string[], names: ChartNames): string =>
  listOf(targets.map((path) => names.state(path.split('.').at(-1) ?? path)))

/** Guards read as questions about the workflow: `isComplete`, in words 'it is complete'. */
const guardOf = ({ definition }: VersionedTransition, names: ChartNames): string | undefined =>
  definition.guard === undefined
    ? undefined
    : names.guard(definition.guard).replace(/^(?=(is|has|was|can|asks|needs|holds|tells) )/, 'it ')

/** 'Cancel from Saving to Editing'. */
const headOf = ({ source, event, targets }: VersionedTransition, names: ChartNames): string => {
  const said = capitalized(names.event(event))
  const isAnywhere = source.parent === undefined
  if (targets.length === 0) return isAnywhere ? `${said} in any state` : `${said} in ${labelOf(source, names)}`
  const from = isAnywhere ? 'any state' : labelOf(source, names)
  return `${said} from ${from} to ${targetsOf(targets, names)}`
}

const transitionText = (transition: VersionedTransition, names: ChartNames): string => {
  const guard = guardOf(transition, names)
  const actions = transition.actions.map(names.action)
  return [
    headOf(transition, names),
    guard === undefined ? '' : ` when ${guard}`,
    actions.length > 0 ? ` (${listOf(actions)})` : '',
  ].join('')
}

const changedTransitionText = (
  { hasNewGuard, hasNewTarget, hasNewReentry, lostActions, gainedActions }: ComparedTransition,
  before: VersionedTransition,
  after: VersionedTransition,
  names: ChartNames,
): string => {
  const [was, is] = [guardOf(before, names), guardOf(after, names)]
  const facts = [
    hasNewTarget
      ? `${after.targets.length > 0 ? `now leads to ${targetsOf(after.targets, names)}` : 'now stays in its state'}, before ${
          before.targets.length > 0 ? `to ${targetsOf(before.targets, names)}` : 'it stayed in its state'
        }`
      : '',
    hasNewGuard
      ? `now ${is === undefined ? 'always' : `when ${is}`}, before ${was === undefined ? 'always' : `when ${was}`}`
      : '',
    gainedActions.length > 0 ? `now also: ${listOf(gainedActions.map(names.action))}` : '',
    lostActions.length > 0 ? `no longer: ${listOf(lostActions.map(names.action))}` : '',
    hasNewReentry
      ? after.definition.reenter
        ? 'now leaves its state and enters it again'
        : 'no longer leaves its state and enters it again'
      : '',
  ].filter((fact) => fact !== '')
  const guard = hasNewGuard || is === undefined ? '' : ` when ${is}`
  return `${headOf(hasNewTarget ? before : after, names)}${guard}: ${facts.join('; ')}`
}

const nameWords = (part: NameChange['part'], all: readonly string[], names: ChartNames): string[] => {
  if (part === 'call') return all.map((name) => names.actor(name))
  return part === 'tag' ? all.map((tag) => `#${tag}`) : all.map(names.action)
}

const sinceText = (text: string): string => (text === '' ? 'nothing' : `“${text}”`)

/** The changes of a state that both versions have. */
const partChanges = (
  state: ComparedState,
  before: AnyStateNode,
  after: AnyStateNode,
  names: ChartNames,
): ChartChange[] => {
  const where = after.parent ? placeOf(after, names) : 'the whole workflow'
  const change = (kind: ChangeKind, text: string, isText = false): ChartChange => ({
    kind,
    isText,
    text: capitalized(text),
    state: state.path,
    transition: undefined,
  })
  return [
    ...(state.hasNewKind
      ? [change('changed', `${where}: now ${KINDS[after.type]}, before ${KINDS[before.type]}`)]
      : []),
    ...(state.hasNewInitial && after.type === 'compound' && before.type === 'compound'
      ? [
          change(
            'changed',
            `${where}: now starts in ${names.state(after.initial.target[0]?.key ?? '')}, before in ${names.state(before.initial.target[0]?.key ?? '')}`,
          ),
        ]
      : []),
    ...state.names.flatMap(({ part, lost, gained }) => {
      const item = (kind: ChangeKind, all: readonly string[]) =>
        all.length === 0
          ? []
          : [
              change(
                kind,
                `${PARTS[part][all.length > 1 ? 1 : 0]} ${where}: ${listOf(nameWords(part, all, names))}`,
                part === 'tag',
              ),
            ]
      return [...item('added', gained), ...item('removed', lost)]
    }),
    ...state.reordered.map((event) =>
      change('changed', `${where}: the cases of ${names.event(event)} are checked in another order`),
    ),
    ...(state.hasNewDescription
      ? [
          change(
            'changed',
            `description of ${where}: now ${sinceText(after.description ?? '')}, before ${sinceText(before.description ?? '')}`,
            true,
          ),
        ]
      : []),
  ]
}

const transitionChanges = (transition: ComparedTransition, names: ChartNames): ChartChange[] => {
  const { before, after } = transition
  const shown = after ?? before
  const kind = transitionChange(transition)
  if (!shown || !kind) return []
  const text = before && after ? changedTransitionText(transition, before, after, names) : transitionText(shown, names)
  return [{ kind, isText: false, text, state: pathOf(shown.source), transition: shown.id }]
}

/** State by state in the newer version's order; a state's own changes come before those of its transitions. */
export const chartChanges = ({ states, transitions }: ChartComparison, names: ChartNames): readonly ChartChange[] =>
  states.flatMap((state) => {
    const { path, before, after } = state
    const kind = stateChange(state)
    const shown = after ?? before
    const own =
      before && after
        ? partChanges(state, before, after, names)
        : kind && shown
          ? [{ kind, isText: false, text: `State ${placeOf(shown, names)}`, state: path, transition: undefined }]
          : []
    const leaving = transitions.filter(({ before: was, after: is }) => {
      const source = is?.source ?? was?.source
      return source && (path === '' ? statePath(source) === '(machine)' : statePath(source) === path)
    })
    return [...own, ...leaving.flatMap((each) => transitionChanges(each, names))]
  })
