import { Alert, Anchor, Stack, Text, Title } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { Link } from 'wouter'
import type { HistorySubject, RecordHistory, WorkflowHistory } from '#contract/workflow-counts.ts'
import { durationInWords } from '#domain/duration-words.ts'
import { formatInstant } from '#domain/time.ts'
import { counted } from '#domain/words.ts'
import type { DetailsSnapshot } from '#machines/common/details.machine.ts'
import { useProvided, useSession } from '#screens/provided.tsx'
import { ProviderLink } from '#screens/providers/provider-link.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { useNow } from '#screens/use-now.ts'
import { useTold } from '#screens/use-told.ts'
import { type Column, DataTable } from '#ui/data-table/data-table.tsx'
import { Facts } from '#ui/facts/facts.tsx'
import { KeptPanel } from '#workflows/counts/kept-panel.tsx'
import { fullNameOfRecord, nameOfRecord, RECORD_WORDS } from '#workflows/counts/record-address.ts'
import { workflowHistoryMachine } from '#workflows/counts/workflow-records.ts'
import type { ChartViewProps } from '#workflows/drawing/chart-view.ts'
import { findState, outerStateId } from '#workflows/model/chart-graph.ts'
import styles from './history.module.css'
import { historyMarks, stepsOnChart } from './history-marks.ts'
import { type NumberedStep, type ReadHistory, readRecordHistory, type StateTime } from './record-history.ts'

type Snapshot = DetailsSnapshot<HistorySubject, WorkflowHistory | null>

interface Names {
  readonly state: (state: string) => string
  readonly event: (event: string) => string
  /** An instant in the organization's time zone. */
  readonly when: (instant: string) => string
}

const ROLES = { Administrators: 'Administrator', Providers: 'Provider', SpecialProvider: 'Provider' } as const

/** Who made a step; a step without a user was made by the server. */
const byOf = ({ by, role }: NumberedStep): string => {
  if (by === null) return 'Homeroom'
  return role === null ? by : `${by}, ${ROLES[role]}`
}

interface StepProps {
  readonly step: NumberedStep
  readonly names: Names
  readonly isOnChart: boolean
  readonly onShow: (state: string) => void
}

const Step = ({ step, names, isOnChart, onShow }: StepProps) => {
  const { number, at, fromState, event, toState, note, secondsBefore, expected } = step
  const isMove = fromState !== toState
  return (
    <>
      {expected !== undefined && (
        <li className={styles.gap}>
          How it got from {names.state(expected)} to {names.state(fromState)} is not in the log.
        </li>
      )}
      <li className={styles.step} value={number}>
        <span className={styles.number} aria-hidden>
          {number}
        </span>
        <div className={styles.text}>
          <Anchor component="button" type="button" size="sm" fw={600} ta="start" onClick={() => onShow(toState)}>
            {names.event(event)}
          </Anchor>
          <Text size="sm">
            {isMove ? `${names.state(fromState)} → ${names.state(toState)}` : `stays in ${names.state(toState)}`}
            {secondsBefore !== null && ` after ${durationInWords(secondsBefore)}`}
          </Text>
          <Text size="xs" c="dimmed">
            {names.when(at)}, {byOf(step)}
          </Text>
          {note !== null && <Text size="xs">{note}</Text>}
          {!isOnChart && (
            <Text size="xs" c="dimmed">
              Today's chart has no such transition.
            </Text>
          )}
        </div>
      </li>
    </>
  )
}

/** What the log doesn't say. */
const Gaps = ({
  read,
  history,
  names,
}: {
  readonly read: ReadHistory
  readonly history: RecordHistory
  readonly names: Names
}) => {
  const { lastKnown, omitted, current } = read
  const words = [
    ...(history.record === null ? ['The record no longer exists; its steps are still in the log.'] : []),
    ...(omitted > 0 ? [`Only the latest ${history.steps.length} of its ${history.total} steps are shown.`] : []),
    ...(lastKnown !== undefined && current
      ? [
          history.steps.length > 0
            ? `The log ends in ${names.state(lastKnown)}. How and when it got to ${names.state(current.state)} was not logged.`
            : `The log has no steps of it. How and when it got to ${names.state(current.state)} was not logged.`,
        ]
      : []),
  ]
  if (words.length === 0) return null
  return (
    <Alert color="yellow" variant="light" py="xs">
      {words.map((sentence) => (
        <Text key={sentence} size="sm">
          {sentence}
        </Text>
      ))}
    </Alert>
  )
}

const currentInWords = ({ current }: ReadHistory, { state, when }: Names, beginsAt: string | null): string => {
  if (!current) return ''
  const { since, seconds } = current
  if (since !== null && seconds !== null)
    return `${state(current.state)} for ${durationInWords(seconds)}, since ${when(since)}`
  const isAhead = beginsAt !== null && new Date(beginsAt).getTime() > Date.now()
  return isAhead ? `${state(current.state)}, from ${when(beginsAt)}` : `${state(current.state)}, since an unknown time`
}

interface HistoryProps {
  readonly workflow: string
  readonly history: RecordHistory
  readonly read: ReadHistory
  readonly names: Names
  readonly isOnChart: (step: NumberedStep) => boolean
  readonly onShow: (state: string) => void
}

const History = ({ workflow, history, read, names, isOnChart, onShow }: HistoryProps) => {
  const { timeZone } = useSession()
  const { record } = history
  const words = RECORD_WORDS[workflow]
  const times: readonly Column<StateTime>[] = [
    {
      key: 'state',
      title: 'State',
      render: ({ state }) => (
        <Anchor component="button" type="button" inherit ta="start" onClick={() => onShow(state)}>
          {names.state(state)}
        </Anchor>
      ),
    },
    { key: 'visits', title: 'Visits', align: 'end', render: ({ visits }) => visits },
    {
      key: 'time',
      title: 'Time',
      align: 'end',
      render: ({ seconds, isComplete }) => {
        if (isComplete) return durationInWords(seconds)
        return seconds > 0 ? `at least ${durationInWords(seconds)}` : 'Unknown'
      },
    },
  ]
  return (
    <Stack gap="sm">
      {record && (
        <div>
          <Title order={3} fz="md" mb={4}>
            {words ? (
              <Anchor component={Link} href={words.address(record)} inherit>
                {nameOfRecord(record)}
              </Anchor>
            ) : (
              nameOfRecord(record)
            )}
          </Title>
          <Facts
            facts={[
              [
                'Provider',
                record.providerId === null ? (
                  ''
                ) : (
                  <ProviderLink key="provider" id={record.providerId} name={record.providerName} />
                ),
              ],
              ['What', record.label],
            ]}
          />
          <Text fz="sm" mt={4}>
            Now: {currentInWords(read, names, history.beginsAt)}
          </Text>
        </div>
      )}
      <Gaps read={read} history={history} names={names} />
      <section>
        <Title order={3} fz="md" mb={4}>
          {history.total === 0 ? 'Steps' : counted(history.total, 'step')}
        </Title>
        {history.total === 0 ? (
          <Text size="sm">Nothing has happened yet.</Text>
        ) : (
          <ol className={styles.steps} aria-label="Steps">
            {history.beginsAt !== null && read.omitted === 0 && (
              <li className={styles.begin}>
                {record || history.steps[0] ? `Began ${names.when(history.beginsAt)}` : ''}
              </li>
            )}
            {read.steps.map((step) => (
              <Step key={step.number} step={step} names={names} isOnChart={isOnChart(step)} onShow={onShow} />
            ))}
          </ol>
        )}
      </section>
      {read.times.length > 0 && (
        <section>
          <Title order={3} fz="md" mb={4}>
            Time in each state
          </Title>
          <DataTable
            ariaLabel="Time in each state"
            columns={times}
            rows={read.times}
            keyOf={({ state }) => state}
            emptyText="No Data Found"
          />
        </section>
      )}
      <Text size="xs" c="dimmed">
        Times are in {timeZone.replaceAll('_', ' ')}. Roles are those of today.
      </Text>
    </Stack>
  )
}

/** Where to find records whose history can be shown. */
const NoRecord = ({ workflow }: { readonly workflow: string }) => (
  <Stack gap="xs">
    <Text fz="sm">
      The history of one record: its way through the chart, who took it there, and how long each state took.
    </Text>
    <Text fz="sm">
      Open it with History on the record's own page, or from a number in{' '}
      <Anchor component={Link} href={`/workflows?${new URLSearchParams({ chart: workflow, view: 'counts' })}`} inherit>
        Counts
      </Anchor>
      .
    </Text>
  </Stack>
)

/** One record's way through the chart. The address has its id in the log. */
export const HistoryView = ({ workflow, graph, names: labels, detail, onChoose, onOpen, render }: ChartViewProps) => {
  const { name, machine } = workflow
  const { timeZone } = useSession()
  const now = useNow()
  const details = useActorRef(useProvided(workflowHistoryMachine))
  useTold(details, { type: 'details.open', subject: { workflow: name, entity: detail } })
  const data = useSelector(details, ({ context }: Snapshot) =>
    context.subject?.workflow === name && context.subject.entity === detail ? context.data : undefined,
  )
  const kept = data?.lifecycle ?? undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again each minute, as time goes on
  const read = useMemo(
    () => (kept?.history ? readRecordHistory(kept.history, kept.initial, Date.now()) : undefined),
    [kept, now],
  )
  const record = kept?.history?.record
  const marks = useMemo(
    () =>
      read && {
        ...historyMarks(machine, read),
        caption: {
          text: `History${record ? ` of ${fullNameOfRecord(record)}` : ''}. On states: time there. On arrows: numbers of the steps`,
        },
      },
    [machine, read, record],
  )
  const isOnChart = useMemo(() => stepsOnChart(machine), [machine])
  const idOf = (state: string) => outerStateId(graph, state)
  const names: Names = {
    state: (state) => findState(graph, idOf(state))?.label ?? labels.state(state),
    event: labels.event,
    when: (instant) => formatInstant(instant, timeZone),
  }
  const noun = RECORD_WORDS[name]?.nouns[0] ?? 'record'
  return render({
    ...(marks && { marks }),
    place: read?.current && idOf(read.current.state),
    panel: (
      <KeptPanel details={details} name="History" failed="The history could not be loaded." onOpen={onOpen}>
        {({ history }) => {
          if (detail === '') return <NoRecord workflow={name} />
          if (history === null || !read) {
            return <Text fz="sm">There is no such {noun}. The address may be incomplete.</Text>
          }
          return (
            <History
              workflow={name}
              history={history}
              read={read}
              names={names}
              isOnChart={isOnChart}
              onShow={(state) => onChoose(idOf(state))}
            />
          )
        }}
      </KeptPanel>
    ),
  })
}
