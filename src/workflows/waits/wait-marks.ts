/** The time that records spend in each state, as a heat map on the drawing. */
import type { AnyStateMachine } from 'xstate'
import type { StateWait, WorkflowWaits } from '#contract/workflow-counts.ts'
import { durationInWords, hoursCell } from '#domain/duration-words.ts'
import { counted } from '#domain/words.ts'
import type { ChartCaption, ChartMark, ChartMarks } from '#workflows/model/chart-marks.ts'

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

/** What a color, or none, says. */
export const HEAT_LEGEND = [...HEATS, { tone: 'muted', words: 'nothing waits, or no visits' }] as const

/**
 * For files and prints: the period, the colors' meaning, and the times as numbers.
 *
 * @param days of the period, in words
 */
export const waitCaption = (
  { waits, before }: Pick<Waits, 'waits' | 'before'>,
  days: string,
  nameOf: (state: string) => string,
): ChartCaption => ({
  text: `Waits, ${days}: median time in each state so far`,
  legend: HEAT_LEGEND,
  tables: [
    {
      name: 'Waits',
      columns: [
        { title: 'State', width: 28 },
        { title: 'Period', width: 26 },
        { title: 'Visits', width: 10 },
        { title: 'Still there', width: 12 },
        { title: 'Unknown length', width: 16 },
        { title: 'Median so far (hours)', width: 22 },
        { title: '90th percentile (hours)', width: 22 },
        { title: 'Median so far, period before (hours)', width: 34 },
        { title: 'Is waiting', width: 12 },
      ],
      rows: waits.map(({ state, isFinal, visits, open, unknown, medianSeconds, slowSeconds }) => [
        nameOf(state),
        days,
        visits,
        open,
        unknown,
        hoursCell(medianSeconds),
        hoursCell(slowSeconds),
        hoursCell(before.find((each) => each.state === state)?.medianSeconds ?? null),
        isFinal ? 'No' : 'Yes',
      ]),
    },
  ],
})

const markOf = (wait: StateWait, before: StateWait | undefined): ChartMark => {
  const { isFinal, visits, medianSeconds, slowSeconds } = wait
  if (medianSeconds === null || slowSeconds === null) return { tone: 'muted', title: 'No visits in this period' }
  const words = [
    counted(visits, 'visit'),
    `median ${changeInWords(medianSeconds, before?.medianSeconds ?? null)}`,
    `90th percentile ${changeInWords(slowSeconds, before?.slowSeconds ?? null)}`,
  ].join('; ')
  if (isFinal) return { tone: 'muted', title: `Nothing waits here. ${words}` }
  return { tone: heatOf(medianSeconds).tone, badge: durationInWords(medianSeconds), title: words }
}

export const waitMarks = (
  machine: AnyStateMachine,
  { waits, before }: Pick<Waits, 'waits' | 'before'>,
): ChartMarks => ({
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

/** A median of fewer visits is one record's luck. */
const ENOUGH_VISITS = 5

/**
 * The state with the longest median among those where something waits. States with few visits count only if all have
 * few.
 */
export const longestWait = ({ waits }: Pick<Waits, 'waits' | 'before'>): StateWait | undefined => {
  const known = waits.filter(({ isFinal, medianSeconds }) => !isFinal && medianSeconds !== null)
  const often = known.filter(({ visits }) => visits >= ENOUGH_VISITS)
  return (often.length > 0 ? often : known).reduce<StateWait | undefined>(
    (longest, wait) => ((longest?.medianSeconds ?? -1) < (wait.medianSeconds ?? -1) ? wait : longest),
    undefined,
  )
}

/** How many visits are the slowest tenth. */
export const slowestCount = ({ visits }: StateWait): number => Math.ceil(visits / 10)
