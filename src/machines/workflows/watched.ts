/**
 * What is told of machines that run in a tab. All of it is masked before it is told: it may travel to another tab, and
 * whoever reads it may see no student's name.
 */
import { z } from 'zod'

/** A value as it is shown: its text, or what is in it. */
export interface ShownValue {
  /** '••••' where it is masked. */
  readonly text: string
  readonly entries?: readonly { readonly key: string; readonly value: ShownValue }[]
  /** How many more entries there are than are told. */
  readonly more?: number
}

export const shownValueSchema: z.ZodType<ShownValue> = z.object({
  text: z.string(),
  get entries() {
    return z.array(z.object({ key: z.string(), value: shownValueSchema })).optional()
  },
  more: z.number().int().optional(),
})

/** A machine that ran in a tab since its page was loaded, once for each time that it was started. */
const watchedMachineSchema = z.object({
  /** XState's session id, by which steps and parents name it. */
  id: z.string(),
  /** The statechart's id, by which the catalogue knows it. */
  machine: z.string(),
  /** The machine that started it; a page starts most. */
  parent: z.string().optional(),
  /** Which one of this statechart it is, counted from 1: several may run side by side. */
  count: z.number().int(),
  /** The path of the page on which it was started. */
  page: z.string(),
  hasEnded: z.boolean(),
  /** The ids of the states that it is in, or was in at its end. */
  states: z.array(z.string()),
})
export type WatchedMachine = z.output<typeof watchedMachineSchema>

const watchedCallSchema = z.object({
  /** The invocation's id, `loadEvent`. */
  name: z.string(),
  /** The machine that it is, where it is one. */
  machine: z.string().optional(),
  /** `stopped`: given up before it ended. */
  what: z.enum(['started', 'done', 'failed', 'stopped']),
})
export type WatchedCall = z.output<typeof watchedCallSchema>

const watchedStepSchema = z.object({
  /** Grows with every step of the tab, whichever machine took it. */
  number: z.number().int(),
  /** Milliseconds since 1970. */
  at: z.number(),
  /** The id of the machine that took it. */
  machine: z.string(),
  /** The event's type. */
  event: z.string(),
  /** Who sent it: the id of a machine, the name of a call, or undefined for the page. */
  sender: z.object({ machine: z.string().optional(), call: z.string().optional() }).optional(),
  /** Paths of the innermost states, `signedIn.token.fresh`; nothing before its beginning. */
  from: z.array(z.string()),
  to: z.array(z.string()),
  /** The ids of all states that it was in afterwards. */
  states: z.array(z.string()),
  /** Ids of the transitions taken, as of `readChart`; none where the event changed nothing. */
  transitions: z.array(z.string()),
  calls: z.array(watchedCallSchema),
  /** Types of the events that it told the page. */
  told: z.array(z.string()),
})
export type WatchedStep = z.output<typeof watchedStepSchema>

/** News of a tab's machines; with `isAll` everything that is remembered, in place of what was told before. */
export const watchReportSchema = z.object({
  isAll: z.boolean(),
  machines: z.array(watchedMachineSchema),
  steps: z.array(watchedStepSchema),
})
export type WatchReport = z.output<typeof watchReportSchema>

/** What one step held, read when somebody looks at it. */
export const stepDetailsSchema = z.object({
  number: z.number().int(),
  event: shownValueSchema,
  context: shownValueSchema,
  status: z.string(),
  /** What calls were given. */
  inputs: z.array(z.object({ name: z.string(), value: shownValueSchema })),
  /** What the page was told. */
  told: z.array(shownValueSchema),
})
export type StepDetails = z.output<typeof stepDetailsSchema>

/** A tab of this browser in which machines can be watched. */
export const watchedTabSchema = z.object({
  /** '' in the tab itself. */
  id: z.string(),
  /** Its window's title, which names the screen. */
  title: z.string(),
  page: z.string(),
})
export type WatchedTab = z.output<typeof watchedTabSchema>
