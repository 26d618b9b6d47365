import { Button, Group, Text } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { formatDate, formatTime, localOf } from '#domain/time.ts'
import { selectIsOvertaken, selectOffered, selectRestored } from '#machines/common/draft.machine.ts'
import classes from './draft-notice.module.css'
import { useSession } from './provided.tsx'
import type { DraftActor } from './use-draft.ts'

/** '10:32 AM', with its date unless that is today; by the organisation's clocks. */
const useMoment = () => {
  const { timeZone } = useSession()
  return (instant: string) => {
    const { date, time } = localOf(instant, timeZone)
    const isToday = date === localOf(Date.now(), timeZone).date
    return isToday ? formatTime(time) : `${formatDate(date)}, ${formatTime(time)}`
  }
}

interface Props<Content> {
  readonly draft: DraftActor<Content>
  /** What the form is of: 'session'. */
  readonly noun: string
  /** The form shows other values now: the button that had the focus is gone. */
  readonly onChoice: () => void
}

/** Says that a draft was restored, or that there is one; read out when the reader of the screen has time for it. */
export const DraftNotice = <Content,>({ draft, noun, onChoice }: Props<Content>) => {
  const moment = useMoment()
  const restored = useSelector(draft, selectRestored)
  const isOvertaken = useSelector(draft, selectIsOvertaken)
  const offered = useSelector(draft, selectOffered)
  const choose = (type: 'draft.accept' | 'draft.discard') => {
    onChoice()
    draft.send({ type })
  }
  return (
    <div role="status">
      {restored && (
        <div className={classes.notice}>
          <Text size="sm" className={classes.text}>
            Your unsaved changes from {moment(restored.keptAt)} were restored.
            {isOvertaken && ` The ${noun} was changed meanwhile: saving says what changed before it replaces anything.`}
          </Text>
          <Button size="compact-sm" variant="default" onClick={() => choose('draft.discard')}>
            Start over
          </Button>
        </div>
      )}
      {offered && (
        <div className={classes.notice}>
          <Text size="sm" className={classes.text}>
            You have an unsaved {noun} from {moment(offered.keptAt)}.
          </Text>
          <Group gap="xs">
            <Button size="compact-sm" variant="default" onClick={() => choose('draft.accept')}>
              Continue it
            </Button>
            <Button size="compact-sm" variant="subtle" color="gray" onClick={() => choose('draft.discard')}>
              Discard it
            </Button>
          </Group>
        </div>
      )}
    </div>
  )
}
