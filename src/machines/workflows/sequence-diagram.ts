/** A watched tab's steps as a Mermaid sequence diagram. */
import type { ChartNames } from '../chart/chart-names.ts'
import type { WatchedCall, WatchedMachine, WatchedStep } from './watched.ts'

/**
 * Machine names by id: the statechart's title, numbered if several run.
 *
 * @param titleOf the title of a statechart, by its id
 */
export const machineTitles = (
  machines: readonly WatchedMachine[],
  titleOf: (statechart: string) => string,
): ReadonlyMap<string, string> =>
  new Map(
    machines.map(({ id, machine, count }) => {
      const isOneOfMany = machines.some((other) => other.id !== id && other.machine === machine)
      return [id, isOneOfMany ? `${titleOf(machine)} ${count}` : titleOf(machine)]
    }),
  )

/** The names of the states it left and entered; empty if it stayed in its state. */
export const changeText = ({ from, to }: Pick<WatchedStep, 'from' | 'to'>, names: ChartNames): string => {
  const nameOf = (path: string) => names.state(path.split('.').at(-1) ?? path)
  const left = from.filter((path) => !to.includes(path)).map(nameOf)
  const entered = to.filter((path) => !from.includes(path)).map(nameOf)
  if (left.length + entered.length === 0) return ''
  return from.length === 0 ? entered.join(', ') : `${left.join(', ')} → ${entered.join(', ')}`
}

/** XState's own events in plain words; others as the drawing labels them. */
export const eventText = (event: string, names: ChartNames): string => {
  if (event === 'xstate.init') return 'starts'
  return event === 'xstate.stop' ? 'ends' : names.event(event)
}

/** Mermaid ends a message at these characters. */
const textOf = (text: string): string => text.replaceAll(/[;#\n]/g, ' ').replaceAll(':', ' ')

const ARROWS = { started: '->>', done: '-->>', failed: '--x', stopped: '-x' } as const satisfies Record<
  WatchedCall['what'],
  string
>

const PAGE = 'page'
const CALLS = 'calls'

/** @param steps oldest first */
export const toSequenceDiagram = (
  steps: readonly WatchedStep[],
  titles: ReadonlyMap<string, string>,
  names: ChartNames,
): string => {
  const participants = new Map<string, string>()
  const lines: string[] = []
  const idOf = (key: string, title: string): string => {
    const id = key === PAGE || key === CALLS ? key : key.replaceAll(/[^A-Za-z0-9]/g, '')
    if (!participants.has(id)) participants.set(id, textOf(title))
    return id
  }
  const machineId = (id: string): string => idOf(id, titles.get(id) ?? 'Machine')
  const pageId = (): string => idOf(PAGE, 'Page')
  const callsId = (): string => idOf(CALLS, 'Calls')

  for (const { machine, event, sender, calls, emitted, transitions, ...step } of steps) {
    const to = machineId(machine)
    const said = textOf(eventText(event, names))
    const ending = calls.find(({ what, name }) => (what === 'done' || what === 'failed') && name === sender?.call)
    if (event === 'xstate.init' || event === 'xstate.stop') lines.push(`Note over ${to}: ${said}`)
    else if (sender?.machine !== undefined) lines.push(`${machineId(sender.machine)}->>${to}: ${said}`)
    else if (sender?.call !== undefined) lines.push(`${callsId()}${ARROWS[ending?.what ?? 'started']}${to}: ${said}`)
    else lines.push(`${pageId()}->>${to}: ${said}`)
    const change = changeText(step, names)
    if (change !== '') lines.push(`Note over ${to}: ${textOf(change)}`)
    else if (transitions.length === 0 && !event.startsWith('xstate.')) lines.push(`Note over ${to}: no change`)
    for (const call of calls) {
      if (call === ending || call.what === 'done' || call.what === 'failed') continue
      const callee = call.machine === undefined ? callsId() : machineId(call.machine)
      lines.push(
        `${to}${ARROWS[call.what]}${callee}: ${textOf(names.actor(call.name))}${call.what === 'stopped' ? ' canceled' : ''}`,
      )
    }
    for (const type of emitted) lines.push(`${to}-->>${pageId()}: ${textOf(names.event(type))}`)
  }
  return [
    'sequenceDiagram',
    ...[...participants].map(([id, title]) => `  participant ${id} as ${title}`),
    ...lines.map((line) => `  ${line}`),
    '',
  ].join('\n')
}
