import { Button, Group } from '@mantine/core'
import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { IconAction } from '#ui/icon-action/icon-action.tsx'
import { IconArrowBarToRight } from '#ui/icons/arrow-bar-to-right.ts'
import { IconArrowLeft } from '#ui/icons/arrow-left.ts'
import { IconArrowRight } from '#ui/icons/arrow-right.ts'
import { IconCopy } from '#ui/icons/copy.ts'
import { IconPlayerPause } from '#ui/icons/player-pause.ts'
import { IconPlayerPlay } from '#ui/icons/player-play.ts'
import { IconTrash } from '#ui/icons/trash.ts'
import { oneTabStopAcross } from '#ui/one-tab-stop.ts'
import type { WatchSnapshot, watchMachine } from './watch.machine.ts'

interface Props {
  readonly watch: ActorRefFrom<typeof watchMachine>
  readonly onWalk: (way: 'step.back' | 'step.forward' | 'step.last') => void
  readonly onCopy: () => void
}

const selectIsLive = (snapshot: WatchSnapshot) => snapshot.matches({ view: 'live' })
const selectCanGoBack = (snapshot: WatchSnapshot) => snapshot.can({ type: 'step.back' })
const selectCanGoForward = (snapshot: WatchSnapshot) => snapshot.can({ type: 'step.forward' })
const selectCanGoToLast = (snapshot: WatchSnapshot) => snapshot.can({ type: 'step.last' })
const selectCanClear = (snapshot: WatchSnapshot) => snapshot.can({ type: 'steps.clear' })

/** Pause and resume, move through the steps, copy and clear them. */
export const WatchControls = ({ watch, onWalk, onCopy }: Props) => {
  const isLive = useSelector(watch, selectIsLive)
  const canGoBack = useSelector(watch, selectCanGoBack)
  const canGoForward = useSelector(watch, selectCanGoForward)
  const canGoToLast = useSelector(watch, selectCanGoToLast)
  const canClear = useSelector(watch, selectCanClear)
  return (
    <Group gap={4} role="toolbar" aria-label="Playback" ref={oneTabStopAcross}>
      <Button
        size="xs"
        variant={isLive ? 'default' : 'filled'}
        leftSection={isLive ? <IconPlayerPause size={14} aria-hidden /> : <IconPlayerPlay size={14} aria-hidden />}
        onClick={() => watch.send({ type: isLive ? 'watch.pause' : 'watch.goOn' })}
      >
        {isLive ? 'Pause' : 'Resume'}
      </Button>
      <IconAction label="Back" icon={IconArrowLeft} disabled={!canGoBack} onClick={() => onWalk('step.back')} />
      <IconAction
        label="Forward"
        icon={IconArrowRight}
        disabled={!canGoForward}
        onClick={() => onWalk('step.forward')}
      />
      <IconAction
        label="Go to latest"
        icon={IconArrowBarToRight}
        disabled={!canGoToLast}
        onClick={() => onWalk('step.last')}
      />
      <IconAction label="Copy as sequence diagram" icon={IconCopy} disabled={!canClear} onClick={onCopy} />
      <IconAction
        label="Clear"
        icon={IconTrash}
        disabled={!canClear}
        onClick={() => watch.send({ type: 'steps.clear' })}
      />
    </Group>
  )
}
