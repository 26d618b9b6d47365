import { Stack, Text } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { useCallback, useEffect, useMemo } from 'react'
import type { ListPlace } from '#contract/call.ts'
import type { CountsSubject, RecordsFilters, WorkflowCounts } from '#contract/workflow-counts.ts'
import { formatDate } from '#domain/time.ts'
import { periodProblem } from '#domain/workflow-period.ts'
import { findState } from '#machines/chart/chart-graph.ts'
import type { DetailsSnapshot } from '#machines/common/details.machine.ts'
import { countedArrows } from '#machines/workflows/counted-arrows.ts'
import { workflowCountsMachine } from '#machines/workflows/workflow-records.ts'
import { DetailsPanel } from '#screens/details-panel.tsx'
import { useProvided } from '#screens/provided.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { useNow } from '#screens/use-now.ts'
import type { ChartViewProps } from '../chart-view.ts'
import { EmbedButton } from '../embed/embed-button.tsx'
import { countMarks } from './count-marks.ts'
import { type CountsPlace, periodOfPlace, readCountsPlace, writeCountsPlace } from './counts-place.ts'
import { CountsTables } from './counts-tables.tsx'
import { NotKept } from './not-kept.tsx'
import { PeriodChoice } from './period-choice.tsx'
import { RECORD_WORDS } from './record-address.ts'
import { RecordsDialog } from './records-dialog.tsx'

type Snapshot = DetailsSnapshot<CountsSubject, WorkflowCounts | null>

const Hint = ({ keepsLoops }: { readonly keepsLoops: boolean }) => (
  <Text fz="xs" c="dimmed">
    The median time covers stays in a state that ended in the period, whenever they started. Records that are still in a
    state are not included.
    {!keepsLoops && ' Transitions that stay in a state are not tracked. Future days are counted once they begin.'}
  </Text>
)

/** How many records are in each state, how many took each transition in a period, and which ones. */
export const CountsView = ({ workflow, graph, detail, onDetail, onChoose, onOpen, render }: ChartViewProps) => {
  const { name, machine } = workflow
  const { date: today } = useNow()
  const place = useMemo(() => readCountsPlace(detail), [detail])
  const { from, to } = periodOfPlace(place, today)
  const isPeriod = periodProblem({ from, to }) === undefined
  const counts = useActorRef(useProvided(workflowCountsMachine))
  useEffect(() => {
    if (isPeriod) counts.send({ type: 'details.open', subject: { workflow: name, from, to } })
  }, [counts, name, from, to, isPeriod])
  const data = useSelector(counts, ({ context }: Snapshot) =>
    // Hide the previous workflow's or period's counts while loading.
    context.subject?.workflow === name ? context.data : undefined,
  )
  const counted = data?.lifecycle ?? undefined
  const arrows = useMemo(() => (counted ? countedArrows(machine, counted) : []), [machine, counted])
  const marks = useMemo(() => counted && countMarks(machine, counted, arrows), [machine, counted, arrows])

  const go = useCallback(
    (changed: Partial<CountsPlace>) => onDetail(writeCountsPlace({ ...readCountsPlace(detail), ...changed })),
    [detail, onDetail],
  )
  const { opened, page, size } = place
  const list = useMemo<ListPlace<RecordsFilters> | undefined>(
    () => opened && { filters: { workflow: name, from, to, ...opened }, page, size },
    [opened, name, from, to, page, size],
  )
  const words = RECORD_WORDS[name]
  const nameOf = (state: string) => findState(graph, `${graph.root.id}.${state}`)?.label ?? state
  const titleOf = (): string => {
    const several = words?.nouns[1] ?? 'records'
    if (!opened?.transition) return `${nameOf(opened?.state ?? '')}: ${several}`
    const { fromState, toState } = opened.transition
    const days = `${formatDate(from)} to ${formatDate(to)}`
    return `${nameOf(fromState)} → ${nameOf(toState)}: ${several}, ${days}`
  }
  return render({
    ...(marks && { marks }),
    panel: (
      <Stack gap="sm">
        {data !== null && data?.lifecycle !== null && (
          <PeriodChoice
            chosen={place.period}
            period={{ from, to }}
            onChoose={(period) => go({ period, opened: undefined })}
          />
        )}
        <DetailsPanel details={counts} name="Counts" failed="The counts could not be loaded." height={320}>
          {(shown) =>
            shown === null ? (
              <Text fz="sm">This server has no workflow counts.</Text>
            ) : shown.lifecycle === null ? (
              <NotKept kept={shown.lifecycles.map((each) => each.name)} onOpen={onOpen} />
            ) : (
              <Stack gap="sm">
                <EmbedButton workflow={name} title={workflow.title} />
                <CountsTables
                  graph={graph}
                  counted={shown.lifecycle}
                  arrows={arrows}
                  onOpen={(records) => go({ opened: records, page: 1 })}
                  onChoose={onChoose}
                />
                <Hint keepsLoops={shown.lifecycle.keepsLoops} />
              </Stack>
            )
          }
        </DetailsPanel>
        {list && words && isPeriod && (
          <RecordsDialog
            key={JSON.stringify(list.filters)}
            title={titleOf()}
            place={list}
            address={words.address}
            onPlace={(next) => go({ page: next.page, size: next.size })}
            onClose={() => go({ opened: undefined })}
          />
        )}
      </Stack>
    ),
  })
}
