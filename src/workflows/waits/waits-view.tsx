import { Anchor, Stack, Text, Title } from '@mantine/core'
import { useMemo } from 'react'
import type { ListPlace } from '#contract/call.ts'
import type { SlowestFilters, StateWait, WorkflowWaits } from '#contract/workflow-counts.ts'
import { durationInWords } from '#domain/duration-words.ts'
import { requireValue } from '#domain/require-value.ts'
import { formatDate } from '#domain/time.ts'
import { periodBefore } from '#domain/workflow-period.ts'
import { PeriodPanel, useCountedPeriod } from '#workflows/counts/period-panel.tsx'
import { RECORD_WORDS } from '#workflows/counts/record-address.ts'
import { workflowWaitsMachine } from '#workflows/counts/workflow-records.ts'
import type { ChartViewProps } from '#workflows/drawing/chart-view.ts'
import { outerStateId, outerStateLabel } from '#workflows/model/chart-graph.ts'
import { SlowestDialog } from './slowest-dialog.tsx'
import { changeInWords, HEAT_LEGEND, heatOf, longestWait, slowestCount, waitCaption, waitMarks } from './wait-marks.ts'
import styles from './waits.module.css'

type Waits = NonNullable<WorkflowWaits['lifecycle']>
interface WaitsProps {
  readonly waits: Waits
  readonly nameOf: (state: string) => string
  readonly onChoose: (state: string) => void
  readonly onSlowest: (state: string) => void
}

const inNumbers = (count: number) => count.toLocaleString('en-US')

/** The bottleneck in words, for those who read nothing else. */
const Longest = ({ waits, nameOf, onChoose, onSlowest }: WaitsProps) => {
  const longest = longestWait(waits)
  if (longest?.medianSeconds == null) return <Text fz="sm">Nothing waited in this period.</Text>
  const { state, visits, open, medianSeconds, slowSeconds } = longest
  const before = waits.before.find((each) => each.state === state)
  return (
    <div>
      <Text fz="sm">
        Longest wait:{' '}
        <Anchor component="button" type="button" inherit fw={600} onClick={() => onChoose(state)}>
          {nameOf(state)}
        </Anchor>
        , median {changeInWords(medianSeconds, before?.medianSeconds ?? null)}. One in ten took over{' '}
        {durationInWords(requireValue(slowSeconds, 'The slowest tenth'))}. {inNumbers(visits)}{' '}
        {visits === 1 ? 'visit' : 'visits'}, {inNumbers(open)} still there.
      </Text>
      <Anchor component="button" type="button" fz="sm" ta="start" onClick={() => onSlowest(state)}>
        Show the slowest tenth
      </Anchor>
    </div>
  )
}

const Legend = () => (
  <ul className={styles.legend} aria-label="Colors by median time">
    {HEAT_LEGEND.map(({ tone, words }) => (
      <li key={tone} data-heat={tone}>
        {words}
      </li>
    ))}
  </ul>
)

/** '641, was 852' */
const countInWords = (count: number, before: number | undefined) =>
  before === undefined ? inNumbers(count) : `${inNumbers(count)}, was ${inNumbers(before)}`

/** States where something waits come first, the slowest on top. */
const bySlowness = (waits: readonly StateWait[]): StateWait[] =>
  [...waits].sort(
    (a, b) =>
      Number(a.isFinal) - Number(b.isFinal) || (a.isFinal ? 0 : (b.medianSeconds ?? -1) - (a.medianSeconds ?? -1)),
  )

const StateTimes = ({ waits: { waits, before }, nameOf, onChoose, onSlowest }: WaitsProps) => (
  <ul className={styles.states} aria-label="Time in each state">
    {bySlowness(waits).map((wait) => {
      const { state, isFinal, visits, open, unknown, medianSeconds, slowSeconds } = wait
      const earlier = before.find((each) => each.state === state)
      const slowest = isFinal ? 0 : slowestCount(wait)
      return (
        <li key={state} data-heat={isFinal || medianSeconds === null ? 'none' : heatOf(medianSeconds).tone}>
          <div className={styles.head}>
            <Anchor component="button" type="button" fz="sm" fw={600} ta="start" onClick={() => onChoose(state)}>
              {nameOf(state)}
            </Anchor>
            {isFinal && (
              <Text span fz="xs" c="dimmed">
                nothing waits here
              </Text>
            )}
            {slowest > 0 && (
              <Anchor
                component="button"
                type="button"
                fz="xs"
                ms="auto"
                aria-label={`${inNumbers(slowest)} slowest in ${nameOf(state)}`}
                onClick={() => onSlowest(state)}
              >
                {inNumbers(slowest)} slowest
              </Anchor>
            )}
          </div>
          {visits + unknown + (earlier?.visits ?? 0) === 0 ? (
            <Text fz="xs" c="dimmed">
              No visits
            </Text>
          ) : (
            <dl className={styles.times}>
              <dt>Median so far</dt>
              <dd>{changeInWords(medianSeconds, earlier?.medianSeconds ?? null)}</dd>
              <dt>90th percentile</dt>
              <dd>{changeInWords(slowSeconds, earlier?.slowSeconds ?? null)}</dd>
              <dt>Visits</dt>
              <dd>{countInWords(visits, earlier?.visits)}</dd>
              {open > 0 && (
                <>
                  <dt>Still there</dt>
                  <dd>{inNumbers(open)}</dd>
                </>
              )}
              {unknown > 0 && (
                <>
                  <dt>Unknown length</dt>
                  <dd>{inNumbers(unknown)}</dd>
                </>
              )}
            </dl>
          )}
        </li>
      )
    })}
  </ul>
)

/** When a record starts to wait, where that is not when it enters the state. */
const BEGINNINGS: Readonly<Record<string, string>> = {
  'schedule/occurrence': ' A scheduled session waits once it is over.',
  'schedule/provider-day': ' An open day waits from its midnight on.',
}

const Hint = ({ workflow, period }: { readonly workflow: string; readonly period: string }) => (
  <Text fz="xs" c="dimmed">
    A visit counts if the record was in the state at any time in the period. Its time runs from when it entered the
    state, even before the period, until it left; or until the end of the period, or now, if it had not left by then. So
    “Median so far” includes records that are still there; “Median when left” in Counts does not.
    {BEGINNINGS[workflow]} “Was” is {period}, the period before.
  </Text>
)

/** Where work waits: how long records stayed in each state in a period, compared with the period before. */
export const WaitsView = (props: ChartViewProps) => {
  const { workflow, graph, onChoose, onOpen, render } = props
  const { name, machine } = workflow
  const period = useCountedPeriod(workflowWaitsMachine, props)
  const {
    place,
    period: { from, to },
    isPeriod,
    data,
    go,
  } = period
  const waits = data?.lifecycle ?? undefined
  const days = `${formatDate(from)} to ${formatDate(to)}`
  const marks = useMemo(
    () =>
      waits && {
        ...waitMarks(machine, waits),
        caption: waitCaption(waits, days, (state) => outerStateLabel(graph, state)),
      },
    [machine, waits, days, graph],
  )
  const longest = waits && longestWait(waits)
  const { opened, page, size } = place
  const state = opened?.state ?? undefined
  const list = useMemo<ListPlace<SlowestFilters> | undefined>(
    () => (state === undefined ? undefined : { filters: { workflow: name, state, from, to }, page, size }),
    [state, name, from, to, page, size],
  )
  const idOf = (key: string) => outerStateId(graph, key)
  const nameOf = (key: string) => outerStateLabel(graph, key)
  const before = periodBefore({ from, to })
  const several = RECORD_WORDS[name]?.nouns[1] ?? 'records'
  return render({
    ...(marks && { marks }),
    place: longest && idOf(longest.state),
    panel: (
      <Stack gap="sm">
        <PeriodPanel counted={period} name="Waits" failed="The times could not be loaded." onOpen={onOpen}>
          {(lifecycle) => {
            const shown: WaitsProps = {
              waits: lifecycle,
              nameOf,
              onChoose: (key) => onChoose(idOf(key)),
              onSlowest: (key) => go({ opened: { state: key, transition: null }, page: 1 }),
            }
            return (
              <>
                <Longest {...shown} />
                <section>
                  <Title order={3} fz="md" mb={4}>
                    Time in each state
                  </Title>
                  <StateTimes {...shown} />
                </section>
                <Legend />
                <Hint workflow={name} period={`${formatDate(before.from)} to ${formatDate(before.to)}`} />
              </>
            )
          }}
        </PeriodPanel>
        {list && isPeriod && (
          <SlowestDialog
            key={JSON.stringify(list.filters)}
            title={`Slowest tenth in ${nameOf(list.filters.state)}: ${several}, ${days}`}
            place={list}
            onPlace={(next) => go({ page: next.page, size: next.size })}
            onClose={() => go({ opened: undefined })}
          />
        )}
      </Stack>
    ),
  })
}
