import type { AnyStateMachine } from 'xstate'
import type { AnyExamples } from './examples.ts'

/** The areas of the portal, in the order in which its workflows are listed. */
export const WORKFLOW_AREAS = [
  'Signing in',
  'Schedule',
  'Sessions',
  'The day and its hours',
  'Time off',
  'Schools',
  'Documents',
  'Lists and forms',
  'Workflows',
] as const

export type WorkflowArea = (typeof WORKFLOW_AREAS)[number]

/** A statechart of the portal, as it is looked at. */
export interface Workflow {
  /** What it goes by in addresses and files: its folder's and its file's name, `schedule/timesheet-row`. */
  readonly name: string
  /** In the users' words. */
  readonly title: string
  readonly area: WorkflowArea
  readonly machine: AnyStateMachine
  /** What it can begin with and what can happen to it. */
  readonly examples: () => Promise<{ readonly examples: AnyExamples }>
}
