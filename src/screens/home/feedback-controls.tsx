import { Badge, Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { TrackingLabel } from '#contract/lookups.ts'
import type { Feedback } from '#contract/schedule.ts'
import { type FeedbackSnapshot, type FeedbackTarget, feedbackMachine } from '#machines/schedule/feedback.machine.ts'
import { UnsavedDraft } from '#screens/draft-notice.tsx'
import { textContent } from '#screens/form/text-dialog.tsx'
import { useProvided } from '#screens/provided.tsx'
import { LabelSelect } from '#screens/schedule/label-select.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { IconNote } from '#ui/icons/note.ts'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'
import styles from './provider-home.module.css'
import { noteDraft, noteName, sessionNote } from './session-note.ts'
import type { SessionActions } from './use-day-forms.tsx'

const noteContent = textContent(sessionNote.field)

interface Props {
  readonly target: FeedbackTarget
  /** The name of the student, or of the session. */
  readonly name: string
  readonly feedback: Feedback
  readonly labels: readonly TrackingLabel[]
  readonly isReadOnly: boolean
  readonly actions: Pick<SessionActions, 'openNote' | 'isNoteOpen'>
}

const selectContext = ({ context }: FeedbackSnapshot) => context

const ChosenLabels = ({ labels }: { readonly labels: readonly string[] }) => (
  <Group gap={4} className={styles.labels}>
    {labels.map((label) => (
      <Badge key={label} variant="default" tt="none">
        {label}
      </Badge>
    ))}
  </Group>
)

/** 'Select TL' and the note of one student, or of a session without students. */
export const FeedbackControls = ({ target, name, feedback, labels, isReadOnly, actions }: Props) => {
  const actor = useActorRef(useProvided(feedbackMachine), { input: { target, feedback } })
  useEffect(() => {
    const { unsubscribe } = actor.on('feedback.saved', ({ message }) => notifications.show({ message }))
    return unsubscribe
  }, [actor])
  const { labels: chosen, labelsFailure } = useSelector(actor, selectContext)
  const noteWord = noteName(target)
  const openNote = () => actions.openNote({ ...target, name, isReadOnly })
  return (
    <>
      <div className={styles.feedback}>
        {isReadOnly ? (
          <ChosenLabels labels={chosen} />
        ) : (
          <LabelSelect
            className={styles.labels}
            classNames={{ inputField: styles.labelSearch }}
            data-chosen={chosen.length > 0}
            aria-label={`Select TL, ${name}`}
            size="xs"
            labels={labels}
            value={chosen}
            onChange={(next) => actor.send({ type: 'labels.choose', labels: next })}
            comboboxProps={{ shadow: 'md', width: 260, position: 'bottom-start' }}
          />
        )}
        <Button
          size="xs"
          variant={feedback.trackingFeedback === '' ? 'default' : 'light'}
          leftSection={<IconNote size={14} aria-hidden />}
          aria-label={`${noteWord}, ${name}`}
          onClick={openNote}
          disabled={isReadOnly && feedback.trackingFeedback === ''}
        >
          {noteWord}
        </Button>
        {labelsFailure !== undefined && (
          <MessageDialog
            title="Error"
            message={labelsFailure}
            onClose={() => actor.send({ type: 'failure.dismiss' })}
          />
        )}
      </div>
      {!isReadOnly && !actions.isNoteOpen && (
        <UnsavedDraft content={noteContent} name={noteDraft(target)} noun="note" onContinue={openNote} />
      )}
    </>
  )
}
