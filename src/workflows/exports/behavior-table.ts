/** What a machine does, as tables for a spreadsheet: a row per transition and a row per state, in words and in code. */
import type { AnyStateNode, AnyTransitionDefinition } from 'xstate'
import type { Workflow } from '#machines/definition/workflow.ts'
import type { ChartTable } from '#workflows/model/chart-marks.ts'
import { codeNames, wordNamesOf } from '#workflows/model/chart-names.ts'
import { allNodes, namesOf, readChart, statePath } from '#workflows/model/read-chart.ts'

const ancestorsOf = (node: AnyStateNode): AnyStateNode[] => [node, ...(node.parent ? ancestorsOf(node.parent) : [])]

/** The state and those that are entered with it. */
const enteredWith = (node: AnyStateNode): AnyStateNode[] => {
  if (node.type === 'parallel') return [node, ...Object.values(node.states).flatMap(enteredWith)]
  return node.type === 'compound' ? [node, ...node.initial.target.flatMap(enteredWith)] : [node]
}

/** The states that a transition enters. */
const enteredBy = (source: AnyStateNode, { target = [] }: AnyTransitionDefinition): ReadonlySet<AnyStateNode> => {
  const around = new Set(ancestorsOf(source))
  return new Set(
    target.flatMap((each: AnyStateNode) => [
      ...ancestorsOf(each)
        .slice(1)
        .filter((outer) => !around.has(outer))
        .toReversed(),
      ...enteredWith(each),
    ]),
  )
}

/** Two columns each: the words, and the name in the code. */
const inBoth = (titles: readonly (readonly [string, number])[]) => [
  ...titles.map(([title, width]) => ({ title, width })),
  ...titles.map(([title, width]) => ({ title: `${title} (code)`, width: Math.ceil(width * 0.8) })),
]

const KINDS: Record<AnyStateNode['type'], string> = {
  atomic: 'State',
  compound: 'Box',
  parallel: 'Box with parallel parts',
  final: 'Final state',
  history: 'Back to the last state',
}

export const behaviorTables = (workflow: Workflow): readonly [ChartTable, ChartTable] => {
  const { machine, title } = workflow
  const words = wordNamesOf(workflow)
  const nameOf = (node: AnyStateNode): string => (node.parent ? node.path.map(words.state).join(' › ') : title)
  const codeOf = (node: AnyStateNode): string => (node.parent ? statePath(node) : machine.id)
  const list = (texts: readonly string[]): string => texts.join('; ')
  const callsOf = (nodes: Iterable<AnyStateNode>) => [...nodes].flatMap(({ invoke }) => invoke)
  const transitions = readChart(machine).transitions.map(({ source, event, definition }) => {
    const { guard, target = [], actions } = definition
    const calls = callsOf(enteredBy(source, definition))
    const names = namesOf(actions)
    return [
      nameOf(source),
      words.event(event),
      guard === undefined ? '' : words.guard(guard),
      target.length > 0 ? list(target.map(nameOf)) : 'Stays',
      list(names.map(words.action)),
      list(calls.map(({ src, id }) => words.actor(String(src), id))),
      codeOf(source),
      codeNames.event(event),
      guard === undefined ? '' : codeNames.guard(guard),
      list(target.map(codeOf)),
      list(names),
      list(calls.map(({ id }) => id)),
    ]
  })
  const states = allNodes(machine.root).map((node) => {
    const [entry, exit, calls] = [namesOf(node.entry), namesOf(node.exit), callsOf([node])]
    return [
      nameOf(node),
      list(entry.map(words.action)),
      list(exit.map(words.action)),
      list(calls.map(({ src, id }) => words.actor(String(src), id))),
      codeOf(node),
      list(entry),
      list(exit),
      list(calls.map(({ id }) => id)),
      KINDS[node.type],
      node.description ?? '',
      list(node.tags),
    ]
  })
  return [
    {
      name: 'Transitions',
      columns: inBoth([
        ['State', 28],
        ['Event', 32],
        ['Condition', 36],
        ['Leads to', 28],
        ['Actions', 36],
        ['Calls', 28],
      ]),
      rows: transitions,
    },
    {
      name: 'States',
      columns: [
        ...inBoth([
          ['State', 28],
          ['On entry', 28],
          ['On exit', 28],
          ['Calls', 28],
        ]),
        { title: 'Kind', width: 22 },
        { title: 'Description', width: 70 },
        { title: 'Tags', width: 16 },
      ],
      rows: states,
    },
  ]
}
