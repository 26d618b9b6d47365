import { Group, Progress } from '@mantine/core'
import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { type AnyRun, type RunMachine, type RunSnapshot, selectIsFollowed } from '#machines/common/run.machine.ts'
import { SteadyButton } from '#ui/steady-button/steady-button.tsx'

interface Props {
  /** Percent. */
  readonly value: number
  readonly color: string
  /** What the bar says. */
  readonly label: string
}

export const RunProgress = ({ value, color, label }: Props) => (
  <Progress.Root size="lg" style={{ flex: '1 1 12rem' }}>
    <Progress.Section value={value} color={color} aria-label={label} />
  </Progress.Root>
)

interface CancelableProps<Order, Run extends AnyRun> extends Props {
  readonly actor: ActorRefFrom<RunMachine<Order, Run>>
}

/** How far a run is, with Cancel while it is under way. */
export const CancelableProgress = <Order, Run extends AnyRun>({ actor, ...bar }: CancelableProps<Order, Run>) => {
  const isFollowed = useSelector(actor, selectIsFollowed)
  const isCanceling = useSelector(actor, (snapshot: RunSnapshot<Order, Run>) => snapshot.matches('canceling'))
  return (
    <Group gap="sm" align="center">
      <RunProgress {...bar} />
      {isFollowed && (
        <SteadyButton
          variant="default"
          size="xs"
          isBusy={isCanceling}
          onClick={() => actor.send({ type: 'run.cancel' })}
        >
          Cancel
        </SteadyButton>
      )}
    </Group>
  )
}
