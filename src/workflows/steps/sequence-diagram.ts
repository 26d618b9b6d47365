/** A watched tab's steps as a sequence diagram: lifelines, and the arrows between them in order of time. */
import { Tally } from '#domain/tally.ts'
import type { ChartNames } from '#workflows/model/chart-names.ts'
import type { WatchedCall, WatchedMachine, WatchedStep } from '#workflows/recording/watched.ts'

/**
 * Machine names by id: the statechart's title, numbered if several run.
 *
 * @param titleOf the title of a statechart, by its id
 */
export const machineTitles = (
  machines: readonly WatchedMachine[],
  titleOf: (statechart: string) => string,
): ReadonlyMap<string, string> => {
  const totals = new Tally(machines.map(({ machine }) => machine))
  return new Map(
    machines.map(({ id, machine, count }) => [
      id,
      totals.of(machine) > 1 ? `${titleOf(machine)} ${count}` : titleOf(machine),
    ]),
  )
}

/** How watched machines are called. */
export interface WatchedNames {
  /** By machine id. */
  readonly titles: ReadonlyMap<string, string>
  /** @param machine the id of the machine whose parts are named */
  readonly of: (machine: string) => ChartNames
}

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
  if (event === 'xstate.init') return 'Starts'
  return event === 'xstate.stop' ? 'Ends' : names.event(event)
}

export interface Lifeline {
  readonly id: string
  readonly title: string
  readonly kind: 'page' | 'machine' | 'call'
}

/** A line of the diagram, which belongs to a step. */
export type SequenceRow =
  | {
      readonly kind: 'arrow'
      readonly step: number
      readonly from: string
      readonly to: string
      readonly text: string
      /** An event, or what happened to a call. */
      readonly what: 'event' | WatchedCall['what']
    }
  | { readonly kind: 'note'; readonly step: number; readonly at: string; readonly text: string }

export interface Sequence {
  /** The page, then in order of first appearance, each call next to the machine that makes it. */
  readonly lifelines: readonly Lifeline[]
  readonly rows: readonly SequenceRow[]
}

const PAGE = 'page'

const callId = (machine: string, name: string): string => `${machine} ${name}`

const OUTCOMES = {
  started: 'starts',
  done: 'succeeds',
  failed: 'fails',
  stopped: 'canceled',
} as const satisfies Record<WatchedCall['what'], string>

/** @param steps oldest first */
export const sequenceOf = (steps: readonly WatchedStep[], { titles, of: namesOf }: WatchedNames): Sequence => {
  const lifelines: Lifeline[] = []
  const rows: SequenceRow[] = []
  const seen = new Set<string>()
  const line = (lifeline: Lifeline, after?: string): string => {
    if (seen.has(lifeline.id)) return lifeline.id
    seen.add(lifeline.id)
    if (lifeline.kind === 'page') {
      lifelines.unshift(lifeline)
      return lifeline.id
    }
    const last = lifelines.findLastIndex(
      ({ id }) => after !== undefined && (id === after || id.startsWith(`${after} `)),
    )
    lifelines.splice(last < 0 ? lifelines.length : last + 1, 0, lifeline)
    return lifeline.id
  }
  const machineLine = (id: string) => line({ id, title: titles.get(id) ?? 'Machine', kind: 'machine' })
  const pageLine = () => line({ id: PAGE, title: 'Page', kind: 'page' })
  const callLine = (machine: string, name: string) =>
    line({ id: callId(machine, name), title: namesOf(machine).actor(name), kind: 'call' }, machine)

  for (const { number: step, machine, event, sender, calls, emitted, transitions, ...change } of steps) {
    const names = namesOf(machine)
    const text = eventText(event, names)
    const ending = calls.find(({ what, name }) => (what === 'done' || what === 'failed') && name === sender?.call)
    const arrow = (from: string, to: string, said: string, what: 'event' | WatchedCall['what']) =>
      rows.push({ kind: 'arrow', step, from, to, text: said, what })
    const isOwn = event === 'xstate.init' || event === 'xstate.stop'
    if (!isOwn && sender === undefined && !event.startsWith('xstate.')) pageLine()
    const to = machineLine(machine)
    const note = (said: string) => rows.push({ kind: 'note', step, at: to, text: said })

    if (isOwn) note(text)
    else if (sender?.machine !== undefined) arrow(machineLine(sender.machine), to, text, 'event')
    else if (sender?.call !== undefined)
      arrow(callLine(machine, sender.call), to, ending ? OUTCOMES[ending.what] : text, ending?.what ?? 'event')
    else if (event.startsWith('xstate.')) arrow(to, to, text, 'event')
    else arrow(pageLine(), to, text, 'event')
    const changed = changeText(change, names)
    if (changed !== '') note(changed)
    else if (transitions.length === 0 && !event.startsWith('xstate.')) note('No change')
    for (const call of calls) {
      if (call === ending || call.what === 'done' || call.what === 'failed') continue
      const callee = call.machine === undefined ? callLine(machine, call.name) : machineLine(call.machine)
      const verb = OUTCOMES[call.what]
      arrow(to, callee, call.machine === undefined ? verb : `${verb}: ${names.actor(call.name)}`, call.what)
    }
    for (const type of emitted) arrow(to, pageLine(), names.event(type), 'event')
  }
  return { lifelines, rows }
}

/** Mermaid ends a message at these characters. */
const textOf = (text: string): string => text.replaceAll(/\s*[;#:\n]\s*/g, ' ')

const ARROWS = {
  event: '->>',
  started: '->>',
  done: '-->>',
  failed: '--x',
  stopped: '-x',
} as const satisfies Record<'event' | WatchedCall['what'], string>

/** The diagram as Mermaid text, for documents. */
export const toMermaidSequence = ({ lifelines, rows }: Sequence): string => {
  const idOf = (id: string): string => id.replaceAll(/[^A-Za-z0-9]/g, '')
  return [
    'sequenceDiagram',
    ...lifelines.map(({ id, title }) => `  participant ${idOf(id)} as ${textOf(title)}`),
    ...rows.map((row) =>
      row.kind === 'note'
        ? `  Note over ${idOf(row.at)}: ${textOf(row.text)}`
        : `  ${idOf(row.from)}${ARROWS[row.what]}${idOf(row.to)}: ${textOf(row.text)}`,
    ),
    '',
  ].join('\n')
}
