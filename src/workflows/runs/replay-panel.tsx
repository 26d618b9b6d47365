import { Button, Group, List, NativeSelect, Slider, Stack, Text, Title } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { useSession } from '#screens/provided.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { IconAction } from '#ui/icon-action/icon-action.tsx'
import { IconArrowLeft } from '#ui/icons/arrow-left.ts'
import { IconArrowRight } from '#ui/icons/arrow-right.ts'
import { IconPlayerPause } from '#ui/icons/player-pause.ts'
import { IconPlayerPlay } from '#ui/icons/player-play.ts'
import { workflowOf } from '#workflows/catalog.ts'
import type { ChartViewProps } from '#workflows/drawing/chart-view.ts'
import { findState, statesIn } from '#workflows/model/chart-graph.ts'
import { readChart } from '#workflows/model/read-chart.ts'
import { clockIn } from '#workflows/steps/clock.ts'
import { missingParts } from '#workflows/steps/related-steps.ts'
import { sequenceOf } from '#workflows/steps/sequence-diagram.ts'
import { SequenceView } from '#workflows/steps/sequence-view.tsx'
import { StepFacts } from '#workflows/steps/step-facts.tsx'
import { StepList } from '#workflows/steps/step-list.tsx'
import { drawnMachine, innermost, statesThen, watchMarks } from '#workflows/steps/watch-marks.ts'
import { watchedNames } from '#workflows/steps/watched-names.ts'
import type { SavedRun } from './recorded-run.ts'
import { type ReplaySnapshot, replayMachine, SPEEDS, type Speed } from './replay.machine.ts'

const selectContext = ({ context }: ReplaySnapshot) => context
const selectIsPlaying = (snapshot: ReplaySnapshot) => snapshot.matches('playing')

const dateIn = (timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'short' })

interface Props extends Pick<ChartViewProps, 'workflow' | 'graph' | 'names' | 'own' | 'onFollow' | 'render'> {
  readonly saved: SavedRun
  readonly onClose: () => void
}

const isSpeed = (speed: number): speed is Speed => SPEEDS.some((each) => each === speed)

/** What the run passed through that today's statechart doesn't have. */
const Missing = ({ states, transitions, names }: Pick<ChartViewProps, 'names'> & ReturnType<typeof missingParts>) => (
  <section aria-label="Not in this statechart">
    <Text fz="sm">
      This run was recorded with another version of the workflow. It passes through what this statechart does not have:
    </Text>
    <List size="sm">
      {states.map((id) => (
        <List.Item key={id}>{`State ${names.state(id.split('.').at(-1) ?? id)}`}</List.Item>
      ))}
      {transitions.map((id) => (
        <List.Item key={id}>{`Transition ${id}`}</List.Item>
      ))}
    </List>
  </section>
)

/** Replays a recorded run on the drawing. */
export const ReplayPanel = ({
  workflow,
  graph,
  names,
  own,
  saved: { name, run },
  onFollow,
  onClose,
  render,
}: Props) => {
  const { steps, machines, statechart, title } = run
  const replay = useActorRef(replayMachine, { input: { count: steps.length } })
  const { at, speed } = useSelector(replay, selectContext)
  const isPlaying = useSelector(replay, selectIsPlaying)
  const { timeZone } = useSession()
  const timeOf = useMemo(() => clockIn(timeZone), [timeZone])
  const watched = useMemo(() => watchedNames(machines, own.naming), [machines, own.naming])
  const details = useMemo(() => new Map(run.details.map((each) => [each.number, each])), [run])
  const sequence = useMemo(() => sequenceOf(steps, watched), [steps, watched])
  const shown = steps[at]
  const drawn = useMemo(
    () => drawnMachine({ machines, steps, machine: run.machine, shown }, workflow.machine.id),
    [machines, steps, run, shown, workflow],
  )
  const marks = useMemo(
    () =>
      drawn && {
        ...watchMarks(drawn, true),
        caption: { text: `Replay of ${name}: step ${at + 1} of ${steps.length}` },
      },
    [drawn, name, at, steps],
  )
  const isOfWorkflow = statechart === workflow.machine.id
  const missing = useMemo(
    () =>
      missingParts(
        steps,
        new Set(machines.filter((each) => each.machine === workflow.machine.id).map(({ id }) => id)),
        {
          states: new Set(statesIn(graph.root).map(({ id }) => id)),
          transitions: new Set(readChart(workflow.machine).transitions.map(({ id }) => id)),
        },
      ),
    [steps, machines, workflow, graph],
  )
  const [place] = drawn ? innermost(statesThen(drawn, true)).filter((id) => findState(graph, id)) : []
  const choose = (number: number) =>
    replay.send({ type: 'step.choose', at: steps.findIndex((step) => step.number === number) })
  const walk = (type: 'step.back' | 'step.forward') => {
    onFollow(true)
    replay.send({ type })
  }
  const first = steps[0]
  return render({
    marks,
    place,
    main: (
      <SequenceView
        sequence={sequence}
        chosen={shown?.number}
        onChoose={choose}
        onBack={() => walk('step.back')}
        onForward={() => walk('step.forward')}
      />
    ),
    panel: (
      <Stack gap="xs" component="section" aria-label="Replay">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <div>
            <Title order={3} fz="md">
              {name}
            </Title>
            <Text fz="sm" c="dimmed">
              {`${title}${first ? `, recorded ${dateIn(timeZone).format(first.at)}` : ''}`}
            </Text>
          </div>
          <Button size="compact-sm" variant="default" style={{ flexShrink: 0 }} onClick={onClose}>
            Close run
          </Button>
        </Group>
        {!isOfWorkflow && (
          <Text fz="sm">
            {workflowOf(statechart)
              ? `The run was recorded in “${title}”.`
              : `The run was recorded in “${title}”, a workflow that no longer exists. Its steps are listed, but not drawn.`}
          </Text>
        )}
        {missing.states.length + missing.transitions.length > 0 && <Missing {...missing} names={names} />}
        <Group gap={4} role="group" aria-label="Playback">
          <Button
            size="xs"
            leftSection={
              isPlaying ? <IconPlayerPause size={14} aria-hidden /> : <IconPlayerPlay size={14} aria-hidden />
            }
            onClick={() => {
              if (!isPlaying) onFollow(true)
              replay.send({ type: isPlaying ? 'replay.pause' : 'replay.play' })
            }}
          >
            {isPlaying ? 'Pause' : 'Play'}
          </Button>
          <IconAction label="Step back" icon={IconArrowLeft} disabled={at === 0} onClick={() => walk('step.back')} />
          <IconAction
            label="Step forward"
            icon={IconArrowRight}
            disabled={at >= steps.length - 1}
            onClick={() => walk('step.forward')}
          />
          <NativeSelect
            size="xs"
            aria-label="Speed"
            value={String(speed)}
            data={SPEEDS.map((each) => ({ value: String(each), label: `${each}×` }))}
            onChange={({ currentTarget: { value } }) => {
              const chosen = Number(value)
              if (isSpeed(chosen)) replay.send({ type: 'speed.choose', speed: chosen })
            }}
          />
        </Group>
        <Slider
          size="sm"
          min={1}
          max={Math.max(2, steps.length)}
          disabled={steps.length < 2}
          value={at + 1}
          label={null}
          thumbLabel="Step"
          onChange={(value) => replay.send({ type: 'step.choose', at: value - 1 })}
        />
        <Text fz="sm" c="dimmed" role={isPlaying ? undefined : 'status'}>
          {`Step ${at + 1} of ${steps.length}`}
        </Text>
        <StepList
          steps={steps}
          chosen={shown?.number}
          names={watched}
          timeOf={timeOf}
          isMixed={run.machine === undefined}
          onChoose={({ number }) => choose(number)}
          onBack={() => walk('step.back')}
          onForward={() => walk('step.forward')}
        />
        {shown && (
          <StepFacts
            step={shown}
            details={details.get(shown.number)}
            isForgotten={!details.has(shown.number)}
            names={watched}
            isInCode={own.naming === 'code'}
            time={timeOf(shown.at)}
          />
        )}
      </Stack>
    ),
  })
}
