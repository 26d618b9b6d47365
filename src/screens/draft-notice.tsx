import { Button, Group, Text } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { useState } from 'react'
import type { z } from 'zod'
import { formatDate, formatTime, localOf } from '#domain/time.ts'
import { isPlural } from '#domain/words.ts'
import { selectIsStale, selectOffered, selectRestored } from '#machines/common/draft.machine.ts'
import classes from './draft-notice.module.css'
import { usePageApi, useSession } from './provided.tsx'
import { type DraftActor, useDraft } from './use-draft.ts'

/** No form has this basis, so any draft is offered. */
const ELSEWHERE = 'elsewhere'

/** '10:32 AM', with its date unless that is today; by the organization's time zone. */
const useMoment = () => {
  const { timeZone } = useSession()
  return (instant: string) => {
    const { date, time } = localOf(instant, timeZone)
    const isToday = date === localOf(Date.now(), timeZone).date
    return isToday ? formatTime(time) : `${formatDate(date)}, ${formatTime(time)}`
  }
}

interface OfferProps {
  readonly noun: string
  readonly keptAt: string
  readonly onContinue: () => void
  readonly onDiscard: () => void
}

const DraftOffer = ({ noun, keptAt, onContinue, onDiscard }: OfferProps) => {
  const moment = useMoment()
  return (
    <div className={classes.notice}>
      <Text size="sm" className={classes.text}>
        You have an unsaved {noun} from {moment(keptAt)}.
      </Text>
      <Group gap="xs">
        <Button size="compact-sm" variant="default" onClick={onContinue}>
          Resume draft
        </Button>
        <Button size="compact-sm" variant="subtle" color="gray" onClick={onDiscard}>
          Discard draft
        </Button>
      </Group>
    </div>
  )
}

interface UnsavedProps<Content> {
  /** What the form holds. */
  readonly content: z.ZodType<Content>
  /** The form's name in its drafts. */
  readonly name: string
  readonly noun: string
  /** Opens the form, which restores the draft. */
  readonly onContinue: () => void
}

/** Offers a form's draft on another screen. Checks for one only when it mounts. */
export const UnsavedDraft = <Content,>(props: UnsavedProps<Content>) => {
  const { userId } = useSession()
  const { hasDraft } = usePageApi()
  const { name } = props
  // A page has dozens of notes, and hardly any draft: only a draft that is there gets an actor.
  const [isThere] = useState(() => hasDraft({ userId, name }))
  return isThere && <StoredDraft {...props} />
}

const StoredDraft = <Content,>({ content, name, noun, onContinue }: UnsavedProps<Content>) => {
  const { userId } = useSession()
  const draft = useDraft(content, { place: { userId, name }, basis: ELSEWHERE, isOpen: true, offersOther: true })
  const offered = useSelector(draft, selectOffered)
  return (
    offered && (
      <div role="status">
        <DraftOffer
          noun={noun}
          keptAt={offered.keptAt}
          onContinue={onContinue}
          onDiscard={() => draft.send({ type: 'draft.discard' })}
        />
      </div>
    )
  )
}

interface Props<Content> {
  readonly draft: DraftActor<Content>
  /** The record's name in messages: 'session'. */
  readonly noun: string
  /** What a restored draft is without. */
  readonly missing?: string | undefined
  /** The form now shows other values, and the button that had the focus is gone. */
  readonly onChoice: () => void
}

/** Says that a draft was restored, or offers it; announced politely. */
export const DraftNotice = <Content,>({ draft, noun, missing, onChoice }: Props<Content>) => {
  const moment = useMoment()
  const restored = useSelector(draft, selectRestored)
  const isStale = useSelector(draft, selectIsStale)
  const offered = useSelector(draft, selectOffered)
  const choose = (type: 'draft.accept' | 'draft.discard') => {
    onChoice()
    draft.send({ type })
  }
  return (
    <div role="status" className={classes.aboveForm}>
      {restored && (
        <div className={classes.notice}>
          <Text size="sm" className={classes.text}>
            Your unsaved changes from {moment(restored.keptAt)} were restored.
            {isStale &&
              ` The ${noun} ${isPlural(noun) ? 'have' : 'has'} changed since then. When you save, you will see what changed before anything is replaced.`}
            {missing !== undefined && ` ${missing}`}
          </Text>
          <Button size="compact-sm" variant="default" onClick={() => choose('draft.discard')}>
            Start over
          </Button>
        </div>
      )}
      {offered && (
        <DraftOffer
          noun={noun}
          keptAt={offered.keptAt}
          onContinue={() => choose('draft.accept')}
          onDiscard={() => choose('draft.discard')}
        />
      )}
    </div>
  )
}
