/** A record's way on the drawing. */
import type { AnyStateMachine } from 'xstate'
import { durationInWords } from '#domain/duration-words.ts'
import { counted } from '#domain/words.ts'
import type { ChartMark, ChartMarks } from '#workflows/model/chart-marks.ts'
import { readChart } from '#workflows/model/read-chart.ts'
import type { NumberedStep, ReadHistory, StateTime } from './record-history.ts'

const SHOWN = 3

/** '1, 4, 7 +2': the first numbers, and how many more. */
const firstNumbers = (numbers: readonly number[]): string => {
  const more = numbers.length - SHOWN
  return `${numbers.slice(0, SHOWN).join(', ')}${more > 0 ? ` +${more}` : ''}`
}

const keyOf = (from: string, event: string, to: string) => `${from} ${event} ${to}`

/** The ids of each transition of the drawing, by where it leads on which event; several if they differ in guards. */
const arrowIds = (machine: AnyStateMachine): ReadonlyMap<string, readonly string[]> => {
  const ids = new Map<string, string[]>()
  for (const { id, source, event, definition } of readChart(machine).transitions) {
    for (const target of definition.target ?? [source]) {
      const key = keyOf(source.key, event, target.key)
      ids.set(key, [...(ids.get(key) ?? []), id])
    }
  }
  return ids
}

/** Whether today's chart has the step, which may be older than the chart. */
export const stepsOnChart = (machine: AnyStateMachine): ((step: NumberedStep) => boolean) => {
  const ids = arrowIds(machine)
  return ({ fromState, event, toState }) => ids.has(keyOf(fromState, event, toState))
}

const timeMark = ({ visits, seconds, isComplete }: StateTime, isCurrent: boolean): ChartMark => {
  const time = durationInWords(seconds)
  const isUnknown = !isComplete && seconds === 0
  const words = isUnknown ? 'for an unknown time' : `${isComplete ? '' : 'at least '}${time}`
  return {
    tone: isCurrent ? 'now' : 'lit',
    badge: isUnknown ? '?' : `${isComplete ? '' : '≥ '}${time}`,
    title: `${isCurrent ? 'Current state; ' : ''}${counted(visits, 'visit')}, ${words}`,
  }
}

/** Numbered arrows, states with their times, the rest muted. */
export const historyMarks = (machine: AnyStateMachine, { steps, times, current }: ReadHistory): ChartMarks => {
  const numbers = new Map<string, number[]>()
  const all = arrowIds(machine)
  for (const { fromState, event, toState, number } of steps) {
    for (const id of all.get(keyOf(fromState, event, toState)) ?? []) {
      numbers.set(id, [...(numbers.get(id) ?? []), number])
    }
  }
  const idOf = (state: string) => machine.root.states[state]?.id ?? state
  const timeOf = new Map(times.map((time) => [time.state, time]))
  return {
    states: new Map(
      Object.keys(machine.root.states).map((state) => {
        const time = timeOf.get(state)
        const mark: ChartMark = time
          ? timeMark(time, current?.state === state)
          : { tone: 'muted', title: 'Not visited' }
        return [idOf(state), mark]
      }),
    ),
    transitions: new Map(
      [...all.values()].flat().map((id): [string, ChartMark] => {
        const taken = numbers.get(id)
        if (!taken) return [id, { tone: 'muted', title: 'Not taken' }]
        const title = `Step${taken.length > 1 ? 's' : ''} ${taken.join(', ')}`
        return [id, { tone: 'lit', badge: firstNumbers(taken), title }]
      }),
    ),
  }
}
