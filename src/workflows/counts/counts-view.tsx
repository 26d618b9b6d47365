import { Stack, Text } from '@mantine/core'
import { useMemo } from 'react'
import type { ListPlace } from '#contract/call.ts'
import type { RecordsFilters } from '#contract/workflow-counts.ts'
import { formatDate, formatInstant } from '#domain/time.ts'
import { useSession } from '#screens/provided.tsx'
import type { ChartViewProps } from '#workflows/drawing/chart-view.ts'
import { EmbedButton } from '#workflows/exports/embed-button.tsx'
import { outerStateLabel } from '#workflows/model/chart-graph.ts'
import { countCaption, countMarks } from './count-marks.ts'
import { countedArrows } from './counted-arrows.ts'
import { CountsTables } from './counts-tables.tsx'
import { PeriodPanel, useCountedPeriod } from './period-panel.tsx'
import { RECORD_WORDS } from './record-address.ts'
import { RecordsDialog } from './records-dialog.tsx'
import { workflowCountsMachine } from './workflow-records.ts'

const Hint = ({ keepsLoops, counted }: { readonly keepsLoops: boolean; readonly counted: string | undefined }) => (
  <Text fz="xs" c="dimmed">
    {counted !== undefined && `${counted} `}
    “Median when left” is how long records had been in a state when they left it in the period. Records that are still
    there are not included; “Median so far” in Waits includes them.
    {!keepsLoops && ' Transitions that stay in a state are not tracked. Future days are counted once they begin.'}
  </Text>
)

/** How many records are in each state, how many took each transition in a period, and which ones. */
export const CountsView = (props: ChartViewProps) => {
  const { workflow, graph, names, onChoose, onOpen, render } = props
  const { timeZone } = useSession()
  const { name, machine } = workflow
  const period = useCountedPeriod(workflowCountsMachine, props)
  const {
    place,
    period: { from, to },
    isPeriod,
    data,
    go,
  } = period
  const counted = data?.lifecycle ?? undefined
  const arrows = useMemo(() => (counted ? countedArrows(machine, counted) : []), [machine, counted])
  const days = `${formatDate(from)} to ${formatDate(to)}`
  const marks = useMemo(() => {
    if (!counted) return undefined
    const { states, asOf } = counted
    const words = { now: formatInstant(asOf, timeZone), days }
    return { ...countMarks(machine, states, arrows), caption: countCaption({ states, arrows }, words, names) }
  }, [machine, counted, arrows, days, timeZone, names])
  const { opened, order, longerThan, page, size } = place
  const list = useMemo<ListPlace<RecordsFilters> | undefined>(
    () =>
      opened && {
        filters: { workflow: name, from, to, ...opened, order, longerThan: longerThan ?? null },
        page,
        size,
      },
    [opened, name, from, to, order, longerThan, page, size],
  )
  const words = RECORD_WORDS[name]
  const nameOf = (state: string) => outerStateLabel(graph, state)
  const titleOf = (): string => {
    const several = words?.nouns[1] ?? 'records'
    if (!opened?.transition) return `${nameOf(opened?.state ?? '')}: ${several}`
    const { fromState, toState } = opened.transition
    return `${nameOf(fromState)} → ${nameOf(toState)}: ${several}, ${days}`
  }
  return render({
    ...(marks && { marks }),
    panel: (
      <Stack gap="sm">
        <PeriodPanel counted={period} name="Counts" failed="The counts could not be loaded." onOpen={onOpen}>
          {(lifecycle) => (
            <>
              <EmbedButton workflow={name} title={workflow.title} />
              <CountsTables
                graph={graph}
                counted={lifecycle}
                arrows={arrows}
                onOpen={(records) => go({ opened: records, order: 'newest', longerThan: undefined, page: 1 })}
                onChoose={onChoose}
              />
              <Hint keepsLoops={lifecycle.keepsLoops} counted={words?.counted} />
            </>
          )}
        </PeriodPanel>
        {list && words && isPeriod && (
          <RecordsDialog
            key={JSON.stringify([list.filters.workflow, opened])}
            title={titleOf()}
            place={list}
            address={words.address}
            onPlace={(next) => go({ page: next.page, size: next.size })}
            onChoose={(chosen) => go({ ...chosen, page: 1 })}
            onClose={() => go({ opened: undefined })}
          />
        )}
      </Stack>
    ),
  })
}
