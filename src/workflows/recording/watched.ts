/**
 * What a tab reports about its running machines. All values are masked first: they may be sent to another tab, and no
 * viewer may see a student's name.
 */
import { z } from 'zod'

/** A value for display: its text, or its entries. */
export interface ShownValue {
  /** '••••' if masked. */
  readonly text: string
  readonly entries?: readonly { readonly key: string; readonly value: ShownValue }[]
  /** How many entries were left out. */
  readonly more?: number
}

export const shownValueSchema: z.ZodType<ShownValue> = z.object({
  text: z.string(),
  get entries() {
    return z.array(z.object({ key: z.string(), value: shownValueSchema })).optional()
  },
  more: z.number().int().optional(),
})

/** A machine that ran in a tab since page load, once per start. */
export const watchedMachineSchema = z.object({
  /** XState's session id, which steps and parents refer to. */
  id: z.string(),
  /** The statechart's id in the catalog. */
  machine: z.string(),
  /** The machine that started it; most are started by a page. */
  parent: z.string().optional(),
  /** Counts machines of the same statechart, from 1, since several may run at once. */
  count: z.number().int(),
  /** The path of the page that started it. */
  page: z.string(),
  hasEnded: z.boolean(),
  /** The ids of its current or final states. */
  states: z.array(z.string()),
})
export type WatchedMachine = z.output<typeof watchedMachineSchema>

const watchedCallSchema = z.object({
  /** The invocation's id, `loadEvent`. */
  name: z.string(),
  /** The machine's id, if the call is a machine. */
  machine: z.string().optional(),
  /** `stopped`: canceled before it ended. */
  what: z.enum(['started', 'done', 'failed', 'stopped']),
})
export type WatchedCall = z.output<typeof watchedCallSchema>

export const watchedStepSchema = z.object({
  /** Increases with every step of the tab, across machines. */
  number: z.number().int(),
  /** Milliseconds since 1970, within what a date can be. */
  at: z.number().min(0).max(8.64e15),
  /** The id of the machine that took it. */
  machine: z.string(),
  /** The event's type. */
  event: z.string(),
  /** The sender: a machine's id, a call's name, or undefined for the page. */
  sender: z.object({ machine: z.string().optional(), call: z.string().optional() }).optional(),
  /** Paths of the innermost states, `signedIn.token.fresh`; empty before the start. */
  from: z.array(z.string()),
  to: z.array(z.string()),
  /** The ids of all active states afterward. */
  states: z.array(z.string()),
  /** Ids of the transitions taken, as `readChart` gives them; empty if nothing changed. */
  transitions: z.array(z.string()),
  calls: z.array(watchedCallSchema),
  /** Types of the events emitted to the page. */
  emitted: z.array(z.string()),
})
export type WatchedStep = z.output<typeof watchedStepSchema>

/** New steps of a tab's machines; with `isAll`, everything recorded, which replaces earlier reports. */
export const watchReportSchema = z.object({
  isAll: z.boolean(),
  machines: z.array(watchedMachineSchema),
  steps: z.array(watchedStepSchema),
})
export type WatchReport = z.output<typeof watchReportSchema>

/** A step's details, loaded when someone selects it. */
export const stepDetailsSchema = z.object({
  number: z.number().int(),
  event: shownValueSchema,
  context: shownValueSchema,
  status: z.string(),
  /** The inputs of calls. */
  inputs: z.array(z.object({ name: z.string(), value: shownValueSchema })),
  /** The emitted events. */
  emitted: z.array(shownValueSchema),
})
export type StepDetails = z.output<typeof stepDetailsSchema>

/** A tab of this browser whose machines can be watched. */
export const watchedTabSchema = z.object({
  /** '' for this tab. */
  id: z.string(),
  /** The window title, which names the screen. */
  title: z.string(),
  page: z.string(),
  running: z.array(
    z.object({
      /** XState's session id. */
      id: z.string(),
      /** The statechart's id. */
      machine: z.string(),
      /** When it took its last step, in milliseconds since 1970. */
      activeAt: z.number(),
    }),
  ),
})
export type WatchedTab = z.output<typeof watchedTabSchema>
