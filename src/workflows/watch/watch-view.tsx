import { Alert, Anchor, Stack, Switch, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useSelector } from '@xstate/react'
import { Fragment, useCallback, useEffect, useMemo } from 'react'
import type { ActorRefFrom } from 'xstate'
import { useProvided, useSession } from '#screens/provided.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { useTold } from '#screens/use-told.ts'
import { LoadingMark } from '#ui/loading-mark/loading-mark.tsx'
import { workflowOf } from '#workflows/catalog.ts'
import type { ChartViewProps } from '#workflows/drawing/chart-view.ts'
import { findState } from '#workflows/model/chart-graph.ts'
import type { SavedRun } from '#workflows/runs/recorded-run.ts'
import { type RecordedRunsSnapshot, recordedRunsMachine } from '#workflows/runs/recorded-runs.machine.ts'
import { ReplayPanel } from '#workflows/runs/replay-panel.tsx'
import { RunsPanel } from '#workflows/runs/runs-panel.tsx'
import { clockIn } from '#workflows/steps/clock.ts'
import { relatedSteps } from '#workflows/steps/related-steps.ts'
import { sequenceOf, toMermaidSequence } from '#workflows/steps/sequence-diagram.ts'
import { SequenceView } from '#workflows/steps/sequence-view.tsx'
import { StepFacts } from '#workflows/steps/step-facts.tsx'
import { StepList } from '#workflows/steps/step-list.tsx'
import { drawnMachine, innermost, statesThen, watchMarks } from '#workflows/steps/watch-marks.ts'
import { watchedNames } from '#workflows/steps/watched-names.ts'
import { selectListed, selectShownStep, type WatchEvent, type WatchSnapshot, watchMachine } from './watch.machine.ts'
import { WatchControls } from './watch-controls.tsx'
import { type RunPlace, readRunPlace, readWatchPlace, writeRunPlace, writeWatchPlace } from './watch-place.ts'
import { AlsoRunning, MachineChoice, TabChoice } from './watched-choice.tsx'

const selectContext = ({ context }: WatchSnapshot) => context
const selectIsJoining = (snapshot: WatchSnapshot) => snapshot.matches({ tab: { watched: 'joining' } })
const selectIsGone = (snapshot: WatchSnapshot) => snapshot.matches({ tab: 'gone' })
const selectIsLive = (snapshot: WatchSnapshot) => snapshot.matches({ view: 'live' })
const selectIsForgotten = (snapshot: WatchSnapshot) => snapshot.matches({ view: { paused: 'forgotten' } })

type WalkEvent = Extract<WatchEvent, { type: `step.${string}` }>

const copy = async (text: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text)
    notifications.show({ message: 'Mermaid diagram copied to the clipboard.' })
  } catch {
    notifications.show({ message: 'Clipboard access denied.' })
  }
}

const pauseText = (since: number): string => (since > 0 ? `Paused; ${since} newer. ` : 'Paused. ')

const selectRuns = ({ context }: RecordedRunsSnapshot) => context
const selectIsReading = (snapshot: RecordedRunsSnapshot) => snapshot.matches('reading')

/** Why a link to a run shows none. */
const unknownRunText = ({ name, isFromFile }: RunPlace): string =>
  isFromFile
    ? `The run “${name}” was opened from a file. Open the file again to replay it.`
    : `No run called “${name}” is saved in this browser. Ask the person who sent the link for the run's file, then open it below.`

/** The machines that run in a tab and their steps, or a recorded run. */
export const WatchView = (props: ChartViewProps) => {
  const { workflow, detail, onOpen, onDetail, render } = props
  const actor = useActorRef(useProvided(recordedRunsMachine))
  const { runs, fromFile } = useSelector(actor, selectRuns)
  const isReading = useSelector(actor, selectIsReading)
  const place = useMemo(() => readRunPlace(detail), [detail])
  const open = useCallback(
    ({ name, run }: SavedRun, isFromFile: boolean) => {
      const next = writeRunPlace({ name, isFromFile })
      const other = workflowOf(run.statechart)
      if (other && other !== workflow) onOpen(other.name, next)
      else onDetail(next)
    },
    [workflow, onOpen, onDetail],
  )
  useEffect(() => {
    const { unsubscribe } = actor.on('run.opened', ({ opened }) => open(opened, true))
    return unsubscribe
  }, [actor, open])
  if (place && isReading && !place.isFromFile) return render({ panel: <LoadingMark /> })
  const saved = place && (place.isFromFile ? [fromFile] : runs).find((each) => each?.name === place.name)
  if (place && saved)
    return <ReplayPanel {...props} key={writeRunPlace(place)} saved={saved} onClose={() => onDetail('')} />
  return (
    <LiveView
      {...props}
      detail={place ? '' : detail}
      notice={place && unknownRunText(place)}
      runs={actor}
      onReplay={(run) => open(run, false)}
    />
  )
}

interface LiveProps extends ChartViewProps {
  readonly runs: ActorRefFrom<typeof recordedRunsMachine>
  readonly notice: string | undefined
  readonly onReplay: (run: SavedRun) => void
}

/** The machines that run in a tab, and their steps. */
const LiveView = ({
  workflow,
  graph,
  own,
  detail,
  isFollowing,
  onFollow,
  onDetail,
  onOpen,
  onShow,
  render,
  runs,
  notice,
  onReplay,
}: LiveProps) => {
  const statechart = workflow.machine.id
  const wanted = readWatchPlace(detail)
  const watch = useActorRef(useProvided(watchMachine), { input: { ...wanted, statechart } })
  const { isAutomatic: isWantedAutomatic } = wanted
  useTold(watch, { type: 'workflow.show', statechart, isAutomatic: isWantedAutomatic })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another chart or machine is followed again
  useEffect(() => onFollow(true), [statechart, isWantedAutomatic, onFollow])
  const { timeZone } = useSession()
  const { tabs, tab, isAutomatic, machines, machine, steps, chosen, until, details } = useSelector(watch, selectContext)
  const isJoining = useSelector(watch, selectIsJoining)
  const isGone = useSelector(watch, selectIsGone)
  const isLive = useSelector(watch, selectIsLive)
  const isForgotten = useSelector(watch, selectIsForgotten)
  const shown = useSelector(watch, selectShownStep)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list only depends on these three
  const listed = useMemo(() => selectListed(watch.getSnapshot()), [watch, steps, machine, until])
  const names = useMemo(() => watchedNames(machines, own.naming), [machines, own.naming])
  const timeOf = useMemo(() => clockIn(timeZone), [timeZone])
  const drawn = useMemo(
    () => drawnMachine({ machines, steps, machine, shown }, workflow.machine.id),
    [machines, steps, machine, shown, workflow],
  )
  const hasSteps = drawn !== undefined && steps.some((step) => step.machine === drawn.machine.id)
  const marks = useMemo(
    () =>
      drawn && {
        ...watchMarks(drawn, hasSteps),
        caption: {
          text: `Watch: ${names.titles.get(drawn.machine.id)}${drawn.last ? ` at ${timeOf(drawn.last.at)}` : ''}`,
        },
      },
    [drawn, hasSteps, names, timeOf],
  )
  const places = drawn ? innermost(statesThen(drawn, hasSteps)) : []
  const related = useMemo(
    () => relatedSteps(steps, machines, machine).filter(({ number }) => until === undefined || number <= until),
    [steps, machines, machine, until],
  )
  const sequence = useMemo(() => sequenceOf(related, names), [related, names])

  /** Draws a machine's workflow. */
  const draw = (id: string | undefined) => {
    const statechart = machines.find((each) => each.id === id)?.machine
    const other = statechart === undefined ? undefined : workflowOf(statechart)
    if (!other || other === workflow) return
    onOpen(other.name, writeWatchPlace(tab))
  }
  const walk = (event: WalkEvent) => {
    watch.send(event)
    const step = selectShownStep(watch.getSnapshot())
    const [place] = innermost(step?.states ?? [])
    draw(step?.machine)
    if (place !== undefined) onShow(place)
  }
  const since =
    until === undefined
      ? 0
      : steps.filter(({ number, machine: of }) => number > until && (machine === undefined || of === machine)).length

  return render({
    ...(marks && { marks }),
    place: isLive ? places[0] : undefined,
    main: (
      <SequenceView
        sequence={sequence}
        chosen={chosen}
        onChoose={(number) => walk({ type: 'step.choose', number })}
        onBack={() => walk({ type: 'step.back' })}
        onForward={() => walk({ type: 'step.forward' })}
      />
    ),
    panel: (
      <Stack gap="xs">
        {notice !== undefined && (
          <Alert color="yellow" variant="light" py="xs" role="status">
            {notice}
          </Alert>
        )}
        <TabChoice
          tabs={tabs}
          tab={tab}
          isAutomatic={isAutomatic}
          onChoose={(id) => {
            if (id !== undefined) watch.send({ type: 'tab.choose', tab: id, machine: undefined })
            onDetail(id === undefined ? '' : writeWatchPlace(id))
          }}
        />
        <MachineChoice
          machines={machines}
          titles={names.titles}
          machine={machine}
          onChoose={(id) => {
            watch.send({ type: 'machine.choose', machine: id })
            onDetail(writeWatchPlace(tab))
            draw(id)
          }}
        />
        <AlsoRunning
          tabs={tabs}
          statechart={statechart}
          title={workflow.title}
          watched={{ tab, machine: drawn?.machine.id }}
          onChoose={(id, session) => {
            watch.send({ type: 'tab.choose', tab: id, machine: session })
            onDetail(writeWatchPlace(id))
          }}
        />
        {isGone && (
          <Alert color="yellow" variant="light" py="xs">
            The tab was closed or its user signed out. Its recorded steps stay here.
          </Alert>
        )}
        <WatchControls
          watch={watch}
          onWalk={(type) => walk({ type })}
          onCopy={() => void copy(toMermaidSequence(sequence))}
        />
        <Text fz="sm" c="dimmed" role="status">
          {!isLive && pauseText(since)}
          {drawn
            ? `${names.titles.get(drawn.machine.id)}${drawn.machine.hasEnded && isLive ? ', ended in: ' : ': '}`
            : isAutomatic
              ? `“${workflow.title}” is not running in any of your tabs. It shows here as soon as it starts.`
              : `“${workflow.title}” is not running in this tab.`}
          {places.map((id, index) => (
            <Fragment key={id}>
              {index > 0 && ', '}
              <Anchor component="button" type="button" fz="sm" onClick={() => onShow(id)}>
                {findState(graph, id)?.label ?? id}
              </Anchor>
            </Fragment>
          ))}
        </Text>
        <Switch
          label="Follow"
          description="Keeps the current state in view"
          checked={isFollowing}
          onChange={({ currentTarget: { checked } }) => onFollow(checked)}
        />
        {isJoining ? (
          <LoadingMark />
        ) : (
          <StepList
            steps={listed}
            chosen={chosen}
            names={names}
            timeOf={timeOf}
            isMixed={machine === undefined}
            onChoose={({ number }) => walk({ type: 'step.choose', number })}
            onBack={() => walk({ type: 'step.back' })}
            onForward={() => walk({ type: 'step.forward' })}
          />
        )}
        {chosen !== undefined && shown && (
          <StepFacts
            step={shown}
            details={details}
            isForgotten={isForgotten}
            names={names}
            isInCode={own.naming === 'code'}
            time={timeOf(shown.at)}
          />
        )}
        {isLive && (
          <Text fz="sm" c="dimmed">
            Select a step to see its details and to show that moment in the drawing. Everything is recorded except this
            view, which would watch itself forever.
          </Text>
        )}
        <RunsPanel
          runs={runs}
          onReplay={onReplay}
          source={
            related.length === 0
              ? undefined
              : { tab, statechart, title: workflow.title, machine, machines, steps: related }
          }
        />
      </Stack>
    ),
  })
}
