/**
 * How each workflow was when the user last looked at it, in `localStorage`, one entry per user and workflow. The whole
 * statechart is kept, not the version's name, because a server may run what was never released.
 */
import type { AnyStateMachine } from 'xstate'
import { z } from 'zod'
import { fromCall } from '#machines/common/from-call.ts'
import type { MachineJson } from '#workflows/exports/xstate-json.ts'
import type { Looks } from './comparison.ts'
import { keptChart, parseChart } from './release.ts'

const seenSchema = z.object({
  /** Milliseconds since 1970. */
  at: z.number(),
  /** The statechart, as JSON text. */
  chart: z.string(),
})
const entrySchema = seenSchema.extend({ before: seenSchema.optional() })
type Entry = z.output<typeof entrySchema>

interface Surroundings {
  /** A function, because accessing `localStorage` throws if the browser blocks it. */
  readonly storage: () => Storage
  /** @throws Error if nobody is signed in */
  readonly userId: () => number
  readonly now: () => number
  readonly workflows: readonly { readonly name: string; readonly machine: AnyStateMachine }[]
}

/** A version of a workflow that the user has seen. */
export interface SeenChart {
  readonly at: number
  readonly chart: MachineJson
}

export const createLastLooks = ({ storage, userId, now, workflows }: Surroundings) => {
  const keyOf = (workflow: string) => `looked/${userId()}/${workflow}`
  const read = (workflow: string): Entry | undefined => {
    const text = storage().getItem(keyOf(workflow))
    if (text === null) return undefined
    try {
      return entrySchema.parse(JSON.parse(text))
    } catch {
      // An unreadable entry is overwritten by the next look.
      return undefined
    }
  }
  /** Statecharts don't change while the page is open, and writing all of them takes longer than the rest of a look. */
  const texts = new Map<AnyStateMachine, string>()
  const textOf = (machine: AnyStateMachine): string => {
    const text = texts.get(machine) ?? JSON.stringify(keptChart(machine))
    texts.set(machine, text)
    return text
  }
  const look = (workflow: string): Looks => {
    const changed = workflows.flatMap(({ name, machine }) => {
      if (name === workflow) return []
      const entry = read(name)
      return entry && entry.chart !== textOf(machine) ? [name] : []
    })
    const machine = workflows.find(({ name }) => name === workflow)?.machine
    if (!machine) return { changed, since: undefined }
    const entry = read(workflow)
    const chart = textOf(machine)
    const hasChanged = entry !== undefined && entry.chart !== chart
    const before = hasChanged ? { at: entry.at, chart: entry.chart } : entry?.before
    storage().setItem(keyOf(workflow), JSON.stringify({ at: now(), chart, before } satisfies Entry))
    return { changed, since: hasChanged ? entry.at : undefined }
  }
  return {
    /** The actor of `workflowLooksMachine`. */
    look: fromCall<{ data: Looks }, { subject: string }>(async ({ subject }, signal) => {
      // A look that is over at once, as in React's strict mode, doesn't count.
      await Promise.resolve()
      signal.throwIfAborted()
      return { data: look(subject) }
    }),
    /** The last version that differed from the one the user sees now. */
    seen: (workflow: string): SeenChart | undefined => {
      try {
        const before = read(workflow)?.before
        return before && { at: before.at, chart: parseChart(before.chart) }
      } catch {
        return undefined
      }
    },
  }
}
