/** Two versions of a workflow, compared and drawn. */

import { details } from '#machines/common/details.machine.ts'
import type { ChartNaming } from '#workflows/drawing/chart-viewer.machine.ts'
import type { ChartDrawing } from '#workflows/layout/layout.ts'
import type { ChartChange } from './chart-changes.ts'
import type { DrawnChanges } from './overlay.ts'

/** The running code. */
export const NOW = 'now'
/** As the user last saw it, in this browser. */
export const SEEN = 'seen'

export interface ComparisonSubject {
  /** The workflow's name in the catalog. */
  readonly workflow: string
  /** A release's version, `NOW`, or `SEEN`. */
  readonly from: string
  readonly to: string
  readonly isSideBySide: boolean
  readonly naming: ChartNaming
  /** Ids of collapsed boxes. */
  readonly closed: readonly string[]
}

/** One version of the workflow. */
export interface ComparedVersion {
  /** Its title in that version; undefined if it didn't exist. */
  readonly title: string | undefined
  /** Its name, if it had another one. */
  readonly otherName: string | undefined
  /** When the user saw it, in milliseconds since 1970; only of `SEEN`. */
  readonly seenAt: number | undefined
}

export interface DrawnVersion {
  readonly drawing: ChartDrawing
  readonly changes: DrawnChanges
  /** Its outermost box, which the ids of its states start with. */
  readonly root: string
}

/** A workflow that differs between the two versions. */
export interface ChangedWorkflow {
  readonly name: string
  readonly title: string
  readonly kind: 'added' | 'removed' | 'changed'
  /** How many changes other than in descriptions and tags; only of a changed one. */
  readonly count: number
}

export interface Comparison {
  readonly from: ComparedVersion
  readonly to: ComparedVersion
  readonly changes: readonly ChartChange[]
  /** Both in one, or side by side; a version without the workflow has no drawing. */
  readonly overlay: DrawnVersion | undefined
  readonly sides: { readonly from: DrawnVersion | undefined; readonly to: DrawnVersion | undefined } | undefined
  /** All workflows of the portal that differ; undefined if a version has only this one. */
  readonly workflows: readonly ChangedWorkflow[] | undefined
}

export const workflowComparisonMachine = details<ComparisonSubject, Comparison>()

/** What changed since the user last looked. */
export interface Looks {
  /** Names of the workflows that changed since, this one excluded. */
  readonly changed: readonly string[]
  /** When the user last looked at this one, if it has changed since. */
  readonly since: number | undefined
}

/** Notes that the user looks at the workflow of this name. */
export const workflowLooksMachine = details<string, Looks>()
