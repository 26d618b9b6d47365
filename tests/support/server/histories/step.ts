/** Something that someone may do in a history. */
import type { EndpointName } from '#contract/api.ts'
import type { Random } from '#server/seed/random.ts'
import type { World } from './world.ts'

export interface Step {
  /** The writes that it may make. */
  readonly calls: readonly EndpointName[]
  /** How often it is chosen, beside others; default 1. */
  readonly weight?: number
  /** It may give a price to work that had none. */
  readonly mayRate?: true
  /** It exports payroll: what has changed since the last export is told no more. */
  readonly mayExport?: true
  /** It corrects a locked day: other amounts than what the period paid may change. */
  readonly mayCorrect?: true
  /** Does nothing if there is nothing to do it to. */
  readonly run: (world: World, random: Random) => Promise<void>
}

export const defineSteps = <Name extends string>(steps: Record<Name, Step>): Record<Name, Step> => steps
