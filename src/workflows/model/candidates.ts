import type { AnyMachineSnapshot, EventObject } from 'xstate'
import type { AnyExamples } from '#machines/definition/examples.ts'
import { eventLabel, isMatch, outcomeOf } from './read-chart.ts'

/** An event that may happen in a state, with its label. */
export interface Candidate {
  event: EventObject
  label: string
  name: string
}

/**
 * Every event with every case, for a state: payloads may depend on the state.
 * @param isRunning whether an invoked actor is still running
 */
export function candidatesFor(
  { cases: allOf, outcomes }: AnyExamples,
  snapshot: AnyMachineSnapshot,
  isRunning: (id: string) => boolean,
): Candidate[] {
  const descriptors = new Set(snapshot._nodes.flatMap((node) => [...node.transitions.keys()]))
  const candidates: Candidate[] = []
  const add = (event: EventObject, name: string) => {
    const label = name ? `${eventLabel(event.type)} (${name})` : eventLabel(event.type)
    candidates.push({ event, name, label })
  }
  const given = (value: unknown): unknown => (typeof value === 'function' ? value(snapshot) : value)
  for (const [type, cases] of Object.entries(allOf)) {
    if (![...descriptors].some((descriptor) => isMatch(descriptor, type))) continue
    if (cases === 'bare') add({ type }, '')
    else if (cases !== 'unused')
      for (const [name, payload] of Object.entries(cases)) add({ ...(given(payload) as object), type }, name)
  }
  for (const descriptor of descriptors) {
    const outcome = outcomeOf(descriptor)
    if (!outcome || !isRunning(outcome.id)) continue
    const { id, kind } = outcome
    const payloadKey = kind === 'done' ? 'output' : kind
    for (const [name, value] of Object.entries(outcomes?.[id]?.[kind] ?? {}))
      add({ type: descriptor, [payloadKey]: given(value), actorId: id } as EventObject, name)
  }
  for (const type of nextTimers(snapshot)) add({ type }, '')
  return candidates
}

/** The delay of a timer in milliseconds, in a state. */
function delayIn(snapshot: AnyMachineSnapshot, delay: unknown): number {
  if (typeof delay === 'number') return delay
  const given = typeof delay === 'string' ? snapshot.machine.implementations.delays[delay] : delay
  if (typeof given === 'function')
    return Number(given({ context: snapshot.context, event: { type: 'xstate.init' } }, undefined))
  return Number(given ?? delay)
}

/**
 * The events of the timers that fire first. If several states have one, a path in which a longer timer overtakes a
 * shorter one is one that no clock can play.
 */
function nextTimers(snapshot: AnyMachineSnapshot): string[] {
  const timers = snapshot._nodes.flatMap((node) =>
    node.after.map(({ eventType, delay }) => ({ type: eventType, delay: delayIn(snapshot, delay) })),
  )
  const shortest = Math.min(...timers.map(({ delay }) => delay))
  return [...new Set(timers.filter(({ delay }) => delay === shortest).map(({ type }) => type))]
}

/** The labels of all cases that the examples give. */
export function allCases({ cases: allOf, outcomes }: AnyExamples): string[] {
  const endings = Object.entries(outcomes ?? {}).flatMap(([id, kinds]) =>
    Object.entries(kinds).flatMap(([kind, cases]) => Object.keys(cases).map((name) => `${id} ${kind} (${name})`)),
  )
  return [
    ...Object.entries(allOf).flatMap(([type, cases]) =>
      cases === 'unused' ? [] : cases === 'bare' ? [type] : Object.keys(cases).map((name) => `${type} (${name})`),
    ),
    ...endings,
  ]
}
