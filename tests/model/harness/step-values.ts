import type { AnyMachineSnapshot } from 'xstate'
import { delayOf } from '#workflows/model/read-chart.ts'
import { effectsOf, effectWord, type Stepped, type Trace } from '#workflows/model/step.ts'
import { brief } from './readable.ts'

/** What a step sets, passes on and returns, by name: 'sets date', 'starts saveNote', 'emits row.saved', 'returns'. */
export type StepValues = ReadonlyMap<string, string>

/** What is passed, without the event's type, which is part of the name; '' for nothing. */
const passed = (given: unknown): string => {
  if (given === undefined) return ''
  if (typeof given !== 'object' || given === null || !('type' in given)) return brief(given)
  const { type: _, ...payload } = given
  return Object.keys(payload).length === 0 ? '' : brief(payload)
}

/** Timers that the step starts: 'waits filterDelay', in milliseconds. */
const timers = ({ actions }: Trace): [string, string][] =>
  actions.flatMap(({ type, params }): [string, string][] => {
    if (type !== 'xstate.raise') return []
    const { event, delay } = params as { event: { type: string }; delay?: number }
    const name = delayOf(event.type)
    return name === undefined || delay === undefined ? [] : [[`waits ${name}`, `${delay} ms`]]
  })

/**
 * The values of a step.
 *
 * @param before undefined at the start, where every field is set
 */
export function valuesOf(before: AnyMachineSnapshot | undefined, { snapshot: after, trace }: Stepped): StepValues {
  const values = new Map<string, string>()
  const was: Record<string, unknown> = before?.context ?? {}
  const is: Record<string, unknown> = after.context
  for (const key of Object.keys({ ...was, ...is }))
    if (!before || !Object.is(was[key], is[key])) values.set(`sets ${key}`, brief(is[key]))
  for (const effect of effectsOf(trace)) {
    const name = effectWord(effect)
    const known = values.get(name)
    values.set(name, [...(known === undefined ? [] : [known]), passed(effect.given)].join(' then '))
  }
  for (const [name, delay] of timers(trace)) values.set(name, delay)
  if (after.status === 'done' && after.output !== undefined) values.set('returns', brief(after.output))
  return values
}
