import type { AnyStateMachine } from 'xstate'
import type { AnyChartTexts, ChartTexts } from './chart-texts.ts'
import type { AnyExamples } from './examples.ts'

/** The portal's areas, in the order in which workflows are listed. */
export const WORKFLOW_AREAS = [
  'Sign-in',
  'Schedule',
  'Sessions',
  'Days and hours',
  'Time off',
  'Permissions',
  'Providers',
  'Billing',
  'Schools',
  'Documents',
  'Lists and forms',
  'Notifications',
  'Workflows',
] as const

export type WorkflowArea = (typeof WORKFLOW_AREAS)[number]

/** A statechart of the portal, as listed on the workflows page. */
export interface Workflow {
  /**
   * Its id in addresses and file names: folder and file, `schedule/timesheet-row`. The tool's own workflows have its
   * folder alone: `workflows/watch`.
   */
  readonly name: string
  /** Shown to users. */
  readonly title: string
  readonly area: WorkflowArea
  readonly machine: AnyStateMachine
  /** Its names in plain language. */
  readonly texts: AnyChartTexts
  /** How it can start and what can happen to it. */
  readonly examples: () => Promise<{ readonly examples: AnyExamples }>
}

/** Beside the machine, in `<machine>.workflow.ts`. Its texts have all names that the machine declares, and no other. */
export const defineWorkflow = <Machine extends AnyStateMachine>(
  workflow: Workflow & { readonly machine: Machine; readonly texts: ChartTexts<Machine> },
) => workflow
