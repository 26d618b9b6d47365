/** The time that records spend in each state, as a heat map on the drawing. */
import type { AnyStateMachine } from 'xstate'
import type { StateWait, WorkflowWaits } from '#contract/workflow-counts.ts'
import { durationInWords } from '#domain/duration-words.ts'
import { counted } from '#domain/words.ts'
import type { ChartMark, ChartMarks } from '#machines/chart/chart-marks.ts'

type Waits = NonNullable<WorkflowWaits['lifecycle']>

const HOUR = 3600
const DAY = 24 * HOUR

/** Fixed steps, so that a color means the same in every period and workflow. */
export const HEATS = [
  { tone: 'heat1', below: HOUR, words: 'under 1 h' },
  { tone: 'heat2', below: DAY, words: '1 h to 1 day' },
  { tone: 'heat3', below: 3 * DAY, words: '1 to 3 days' },
  { tone: 'heat4', below: 7 * DAY, words: '3 to 7 days' },
  { tone: 'heat5', below: Number.POSITIVE_INFINITY, words: 'over 7 days' },
] as const

export const heatOf = (seconds: number) => HEATS.find(({ below }) => seconds < below) ?? HEATS[4]

/** '2 days 4 h, was 1 day 2 h'; '–' where nothing is known. */
export const changeInWords = (seconds: number | null, before: number | null): string => {
  const words = seconds === null ? '–' : durationInWords(seconds)
  return before === null ? words : `${words}, was ${durationInWords(before)}`
}

const markOf = (wait: StateWait, before: StateWait | undefined): ChartMark => {
  const { isResting, visits, medianSeconds, slowSeconds } = wait
  if (medianSeconds === null || slowSeconds === null) return { tone: 'muted', title: 'No visits in this period' }
  const words = [
    counted(visits, 'visit'),
    `median ${changeInWords(medianSeconds, before?.medianSeconds ?? null)}`,
    `90th percentile ${changeInWords(slowSeconds, before?.slowSeconds ?? null)}`,
  ].join('; ')
  if (isResting) return { tone: 'muted', title: `Nothing waits here. ${words}` }
  return { tone: heatOf(medianSeconds).tone, badge: durationInWords(medianSeconds), title: words }
}

export const waitMarks = (machine: AnyStateMachine, { waits, before }: Waits): ChartMarks => ({
  states: new Map(
    waits.map((wait) => [
      machine.root.states[wait.state]?.id ?? wait.state,
      markOf(
        wait,
        before.find(({ state }) => state === wait.state),
      ),
    ]),
  ),
  transitions: new Map(),
})

/** The state with the longest median among those where something waits. */
export const longestWait = ({ waits }: Waits): StateWait | undefined =>
  waits
    .filter(({ isResting, medianSeconds }) => !isResting && medianSeconds !== null)
    .reduce<StateWait | undefined>(
      (longest, wait) => ((longest?.medianSeconds ?? -1) < (wait.medianSeconds ?? -1) ? wait : longest),
      undefined,
    )

/** How many visits are the slowest tenth. */
export const slowestCount = ({ visits }: StateWait): number => Math.ceil(visits / 10)
