import { Anchor, Stack, Text, Title } from '@mantine/core'
import type { StateCount, WorkflowCounts } from '#contract/workflow-counts.ts'
import { durationInWords } from '#domain/duration-words.ts'
import { type Column, DataTable } from '#ui/data-table/data-table.tsx'
import { type ChartGraph, outerStateId, outerStateLabel } from '#workflows/model/chart-graph.ts'
import type { CountedArrow } from './counted-arrows.ts'
import type { OpenedRecords } from './counts-place.ts'

const inWords = (count: number) => count.toLocaleString('en-US')

interface CountButtonProps {
  readonly count: number
  /** The button's accessible name: '3 in Pending'. */
  readonly label: string
  readonly onOpen: () => void
}

/** A count that opens its records; plain text if there are none. */
const CountButton = ({ count, label, onOpen }: CountButtonProps) =>
  count === 0 ? (
    inWords(count)
  ) : (
    <Anchor component="button" type="button" inherit aria-label={label} onClick={onOpen}>
      {inWords(count)}
    </Anchor>
  )

interface Props {
  readonly graph: ChartGraph
  readonly counted: NonNullable<WorkflowCounts['lifecycle']>
  readonly arrows: readonly CountedArrow[]
  readonly onOpen: (opened: OpenedRecords) => void
  readonly onChoose: (id: string) => void
}

/** The drawing's counts as tables; each count opens its records. */
export const CountsTables = ({ graph, counted, arrows, onOpen, onChoose }: Props) => {
  const idOf = (state: string) => outerStateId(graph, state)
  const nameOf = (state: string) => outerStateLabel(graph, state)
  const eventOf = ({ ids, event }: CountedArrow) => graph.edges.find(({ id }) => ids.includes(id))?.event ?? event
  const states: readonly Column<StateCount>[] = [
    {
      key: 'state',
      title: 'State',
      render: ({ state }) => (
        <Anchor component="button" type="button" inherit ta="start" onClick={() => onChoose(idOf(state))}>
          {nameOf(state)}
        </Anchor>
      ),
    },
    {
      key: 'now',
      title: 'Now',
      align: 'end',
      render: ({ state, records }) => (
        <CountButton
          count={records}
          label={`${inWords(records)} in ${nameOf(state)}`}
          onOpen={() => onOpen({ state, transition: null })}
        />
      ),
    },
    {
      key: 'median',
      title: 'Median when left',
      align: 'end',
      render: ({ medianSeconds }) => (medianSeconds === null ? '–' : durationInWords(medianSeconds)),
    },
  ]
  const taken: readonly Column<CountedArrow>[] = [
    {
      key: 'step',
      title: 'Step',
      render: (arrow) => (
        <div>
          {eventOf(arrow)}
          <Text fz="xs" c="dimmed">
            {nameOf(arrow.fromState)} → {nameOf(arrow.toState)}
            {arrow.ids.length > 1 && ` (${arrow.ids.length} transitions combined)`}
          </Text>
        </div>
      ),
    },
    {
      key: 'records',
      title: 'Records',
      align: 'end',
      render: (arrow) => {
        const { fromState, event, toState, records, times, isUncounted } = arrow
        if (isUncounted) return 'Not tracked'
        return (
          <>
            <CountButton
              count={records}
              label={`${inWords(records)} took ${eventOf(arrow)}, ${nameOf(fromState)} to ${nameOf(toState)}`}
              onOpen={() => onOpen({ state: null, transition: { fromState, event, toState } })}
            />
            {times > records && (
              <Text fz="xs" c="dimmed">
                {inWords(times)} times
              </Text>
            )}
          </>
        )
      },
    },
  ]
  const byRecords = [...arrows].sort((a, b) => b.records - a.records)
  return (
    <Stack gap="md">
      <section>
        <Title order={3} fz="md" mb={4}>
          Current states
        </Title>
        <DataTable
          ariaLabel="States"
          columns={states}
          rows={counted.states}
          keyOf={({ state }) => state}
          emptyText="No Data Found"
        />
      </section>
      <section>
        <Title order={3} fz="md" mb={4}>
          Transitions in this period
        </Title>
        <DataTable
          ariaLabel="Steps"
          columns={taken}
          rows={byRecords}
          keyOf={({ fromState, event, toState }) => `${fromState} ${event} ${toState}`}
          emptyText="No Data Found"
        />
      </section>
    </Stack>
  )
}
