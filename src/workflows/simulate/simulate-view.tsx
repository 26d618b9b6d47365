import { Alert, Anchor, Button, CopyButton, Group, Stack, Text, Title } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { useEffect, useMemo, useRef } from 'react'
import type { ActorRefFrom } from 'xstate'
import { capitalized } from '#domain/words.ts'
import { useProvided } from '#screens/provided.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { FailedToRead } from '#ui/failed-to-read/failed-to-read.tsx'
import { IconArrowBackUp } from '#ui/icons/arrow-back-up.ts'
import { IconCheck } from '#ui/icons/check.ts'
import { IconLink } from '#ui/icons/link.ts'
import { IconPlayerSkipBack } from '#ui/icons/player-skip-back.ts'
import { LoadingMark } from '#ui/loading-mark/loading-mark.tsx'
import type { ChartViewProps } from '#workflows/drawing/chart-view.ts'
import { wordsOf } from '#workflows/model/chart-names.ts'
import { Offers } from './offers.tsx'
import { PathList } from './path-list.tsx'
import { SavedPaths } from './saved-paths.tsx'
import { type SimulateSnapshot, selectAddress, selectPlayed, simulateMachine } from './simulate.machine.ts'
import styles from './simulate.module.css'
import { marksOf } from './simulate-marks.ts'
import { SimulateWordsProvider, simulateWordsOf, useSimulateWords } from './simulate-words.ts'
import { isHeldBack, type Moment } from './simulation.ts'
import { ValueTree } from './value-tree.tsx'
import { Why } from './why.tsx'

const select = (snapshot: SimulateSnapshot) => snapshot

/** Browsers only offer the clipboard on secure pages. */
const canCopy = () => navigator.clipboard !== undefined

const Starts = ({
  starts,
  onChoose,
}: {
  readonly starts: readonly string[]
  readonly onChoose: (start: string) => void
}) => (
  <Stack gap="xs" component="section" aria-label="Choose a start">
    <Text component="h3" fw={600}>
      Choose a start
    </Text>
    {starts.map((start) => (
      <Button key={start} variant="light" size="compact-sm" justify="start" onClick={() => onChoose(start)}>
        {capitalized(start)}
      </Button>
    ))}
  </Stack>
)

/** The result of the last step. */
const Outcome = ({ moment }: { readonly moment: Moment }) => {
  const { momentWords, effectWords } = useSimulateWords()
  return (
    <Stack gap={4} component="section" aria-label="What happened" aria-live="polite">
      <Text component="h3" fw={600}>
        What happened
      </Text>
      <Text fz="sm">{momentWords(moment)}</Text>
      {moment.problem !== undefined && (
        <Alert color="red" p="xs" title="The workflow would fail here">
          {moment.problem}
        </Alert>
      )}
      {isHeldBack(moment) && <Text fz="sm">Refused: nothing changed.</Text>}
      {moment.sets.length > 0 && <Text fz="sm">Changes: {moment.sets.map(wordsOf).join(', ')}</Text>}
      {moment.effects.map((effect, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an effect may occur twice
        <div key={at}>
          {typeof effect.given === 'object' && effect.given !== null ? (
            <ValueTree name={effectWords(effect)} value={effect.given} />
          ) : (
            <Text fz="sm">{effectWords(effect)}</Text>
          )}
        </div>
      ))}
      <Why branches={moment.branches} />
    </Stack>
  )
}

const Where = ({ moment, onChoose }: { readonly moment: Moment; readonly onChoose: (id: string) => void }) => {
  const { leafWords } = useSimulateWords()
  return (
    <Text aria-label="Current state" role="group">
      Now in{' '}
      {leafWords(moment).map(({ id, words }, at) => (
        <span key={id}>
          {at > 0 && ' and '}
          <Anchor component="button" type="button" fw={600} onClick={() => onChoose(id)}>
            {words}
          </Anchor>
        </span>
      ))}
      {moment.snapshot.status === 'done' && ' (final)'}.
    </Text>
  )
}

const Stepping = ({
  actor,
  snapshot,
  onChoose,
}: {
  readonly actor: ActorRefFrom<typeof simulateMachine>
  readonly snapshot: SimulateSnapshot
  readonly onChoose: (id: string) => void
}) => {
  const { names } = useSimulateWords()
  const { simulation, done, written, path } = snapshot.context
  const played = selectPlayed(snapshot)
  const moment = played?.moments[done] ?? played?.moments.at(-1)
  const offers = useMemo(() => (moment ? (simulation?.offers(moment) ?? []) : []), [simulation, moment])
  const happened = useRef<HTMLDivElement>(null)
  // The button that was pressed may be gone in the new state.
  // biome-ignore lint/correctness/useExhaustiveDependencies: buttons only go away with a new moment
  useEffect(() => {
    if (document.activeElement === document.body) happened.current?.focus()
  }, [moment])
  if (!simulation || !played || !moment) return null
  const running = simulation.running(moment)
  return (
    <>
      <Where moment={moment} onChoose={onChoose} />
      {running.length > 0 && <Text fz="sm">Calls: {running.map((id) => names.actor(id)).join(', ')}</Text>}
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          disabled={!snapshot.can({ type: 'step.visit', done: done - 1 })}
          onClick={() => actor.send({ type: 'step.visit', done: done - 1 })}
        >
          Back
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconPlayerSkipBack size={16} aria-hidden />}
          disabled={!snapshot.can({ type: 'path.rewind' })}
          onClick={() => actor.send({ type: 'path.rewind' })}
        >
          Restart
        </Button>
        {simulation.starts.length > 1 && (
          <Button size="compact-sm" variant="default" onClick={() => actor.send({ type: 'start.leave' })}>
            Change start
          </Button>
        )}
        {canCopy() && (
          <CopyButton value={window.location.href} timeout={3000}>
            {({ copied, copy }) => (
              <Button
                size="compact-sm"
                variant="default"
                leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconLink size={16} aria-hidden />}
                onClick={copy}
              >
                {copied ? 'Copied' : 'Copy link'}
              </Button>
            )}
          </CopyButton>
        )}
      </Group>
      {path.start !== '' && (
        <Text fz="sm" c="dimmed">
          Start: {path.start}
        </Text>
      )}
      <div ref={happened} tabIndex={-1} className={styles.happened}>
        {done > 0 && <Outcome moment={moment} />}
      </div>
      {offers.length === 0 && moment.problem === undefined && (
        <Text fz="sm">
          {moment.snapshot.status === 'done' ? 'The workflow has ended.' : 'Nothing else can happen here.'}
        </Text>
      )}
      <Offers offers={offers} written={written} send={(event) => actor.send(event)} />
      <Stack gap="xs" component="section" aria-label="Path">
        <Text component="h3" fw={600}>
          Path
        </Text>
        <PathList played={played} done={done} onVisit={(at) => actor.send({ type: 'step.visit', done: at })} />
      </Stack>
      <Stack gap="xs" component="section" aria-label="Data">
        <Text component="h3" fw={600}>
          Data
        </Text>
        <div className={styles.tree}>
          <ValueTree name="All fields" value={moment.snapshot.context} isOpen />
        </div>
      </Stack>
    </>
  )
}

const Simulating = ({ workflow, detail, onDetail, onChoose, render }: ChartViewProps) => {
  const actor = useActorRef(useProvided(simulateMachine), { input: { workflow: workflow.name, address: detail } })
  const snapshot = useSelector(actor, select)
  const address = selectAddress(snapshot)
  const isPlaced = snapshot.matches('stepping') || snapshot.matches('choosing')
  // The page sends the last reported address back as `detail`, which is not a visit.
  const shownAddress = useRef(detail)
  useEffect(() => {
    if (detail === shownAddress.current) return
    shownAddress.current = detail
    actor.send({ type: 'address.visit', address: detail })
  }, [actor, detail])
  // biome-ignore lint/correctness/useExhaustiveDependencies: report path changes only, not a new callback
  useEffect(() => {
    if (!isPlaced || address === shownAddress.current) return
    shownAddress.current = address
    onDetail(address)
  }, [address, isPlaced])

  const played = selectPlayed(snapshot)
  const moment = played?.moments[snapshot.context.done] ?? played?.moments.at(-1)
  const { simulation, notice } = snapshot.context
  const words = useMemo(() => simulateWordsOf(workflow), [workflow])
  const marks = useMemo(
    () => moment && { ...marksOf(moment), caption: { text: `Simulate: ${words.stateWords(moment)}` } },
    [moment, words],
  )
  return render({
    ...(marks && { marks }),
    panel: (
      <SimulateWordsProvider value={words}>
        <Stack gap="md">
          <div>
            <Title order={3} fz="lg">
              Step by step
            </Title>
            <Text fz="sm" c="dimmed">
              Try things out: nothing is sent to the server, and nothing is changed.
            </Text>
          </div>
          {snapshot.hasTag('busy') && <LoadingMark />}
          {snapshot.hasTag('failed') && (
            <FailedToRead
              message="The examples could not be loaded."
              onRetry={() => actor.send({ type: 'simulation.retry' })}
            />
          )}
          {notice !== undefined && (
            <Alert color="yellow" p="xs">
              {notice}
            </Alert>
          )}
          {snapshot.matches('choosing') && simulation && (
            <Starts starts={simulation.starts} onChoose={(start) => actor.send({ type: 'start.choose', start })} />
          )}
          {snapshot.matches('stepping') && <Stepping actor={actor} snapshot={snapshot} onChoose={onChoose} />}
          {isPlaced && (
            <SavedPaths
              workflow={workflow.name}
              path={snapshot.matches('stepping') ? address : undefined}
              onOpen={(path) => actor.send({ type: 'address.visit', address: path })}
            />
          )}
        </Stack>
      </SimulateWordsProvider>
    ),
  })
}

/** Simulates a workflow; switching workflows starts over. */
export const SimulateView = (props: ChartViewProps) => <Simulating key={props.workflow.name} {...props} />
