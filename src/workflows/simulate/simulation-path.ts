/** A path through a simulated workflow, and its encoding in the address. */
import { z } from 'zod'
import type { Payload } from './payload-check.ts'

/** One event of a path: an example by name, or a custom payload. */
export type SimulationStep =
  | { readonly kind: 'example'; readonly event: string; readonly name: string }
  | { readonly kind: 'own'; readonly event: string; readonly payload: Payload }

export interface SimulationPath {
  /** The name of the input or stored state it starts with; '' if there is only one start. */
  readonly start: string
  readonly steps: readonly SimulationStep[]
}

// Addresses don't percent-encode either one: * starts a separator or an escape, _ is a space.
const NEXT = '*.'
const EXAMPLE = '*-'
const OWN = '*~'
const escaped = (text: string): string => text.replaceAll('*', '*a').replaceAll('_', '*u').replaceAll(' ', '_')
const unescaped = (text: string): string => text.replaceAll('_', ' ').replaceAll('*u', '_').replaceAll('*a', '*')

const writeStep = (step: SimulationStep): string => {
  const event = escaped(step.event)
  if (step.kind === 'own') return `${event}${OWN}${escaped(JSON.stringify(step.payload))}`
  return step.name === '' ? event : `${event}${EXAMPLE}${escaped(step.name)}`
}

/** `an_administrator*.event.open*-a_session*.modal.close`; '' for a path without start and steps. */
export const writePath = ({ start, steps }: SimulationPath): string =>
  [escaped(start), ...steps.map(writeStep)].join(NEXT)

const readStep = (text: string): unknown => {
  const own = text.indexOf(OWN)
  if (own >= 0)
    return {
      kind: 'own',
      event: unescaped(text.slice(0, own)),
      payload: JSON.parse(unescaped(text.slice(own + OWN.length))),
    }
  const [event = '', name = ''] = text.split(EXAMPLE)
  return { kind: 'example', event: unescaped(event), name: unescaped(name) }
}

const stepSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('example'), event: z.string().min(1), name: z.string() }),
  z.object({ kind: z.literal('own'), event: z.string().min(1), payload: z.record(z.string(), z.unknown()) }),
])

/** Parses any address text; undefined if it isn't a valid path. */
export const readPath = (text: string): SimulationPath | undefined => {
  try {
    const [start = '', ...steps] = text.split(NEXT)
    return { start: unescaped(start), steps: z.array(stepSchema).parse(steps.map(readStep)) }
  } catch {
    return undefined
  }
}
