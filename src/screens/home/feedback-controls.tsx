import { Badge, Button, Group, Text, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { TrackingLabel } from '#contract/lookups.ts'
import type { Feedback } from '#contract/schedule.ts'
import { type FeedbackSnapshot, type FeedbackTarget, feedbackMachine } from '#machines/schedule/feedback.machine.ts'
import { useProvided } from '#screens/provided.tsx'
import { LabelSelect } from '#screens/schedule/label-select.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { IconNote } from '#ui/icons/note.ts'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'
import { SteadyButton } from '#ui/steady-button/steady-button.tsx'
import styles from './provider-home.module.css'

interface Props {
  readonly target: FeedbackTarget
  /** The name of the student, or of the session. */
  readonly name: string
  readonly feedback: Feedback
  readonly labels: readonly TrackingLabel[]
  readonly isReadOnly: boolean
}

const selectContext = ({ context }: FeedbackSnapshot) => context
const selectIsNoteOpen = (snapshot: FeedbackSnapshot) => !snapshot.matches({ note: 'closed' })
const selectIsNoteSaving = (snapshot: FeedbackSnapshot) => snapshot.matches({ note: 'saving' })

/** The longest note that the API accepts. */
const MAX_NOTE = 4000

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
export const FeedbackControls = ({ target, name, feedback, labels, isReadOnly }: Props) => {
  const actor = useActorRef(useProvided(feedbackMachine), { input: { target, feedback } })
  useEffect(() => {
    const { unsubscribe } = actor.on('feedback.saved', ({ message }) => notifications.show({ message }))
    return unsubscribe
  }, [actor])
  const { labels: chosen, note, storedNote, labelsFailure, noteFailure } = useSelector(actor, selectContext)
  const isNoteOpen = useSelector(actor, selectIsNoteOpen)
  const isNoteSaving = useSelector(actor, selectIsNoteSaving)
  const noteWord = target.kind === 'student' ? 'Student Note' : 'Session Note'
  const cancel = () => actor.send({ type: 'note.cancel' })
  return (
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
        variant={storedNote === '' ? 'default' : 'light'}
        leftSection={<IconNote size={14} aria-hidden />}
        aria-label={`${noteWord}, ${name}`}
        onClick={() => actor.send({ type: 'note.open' })}
        disabled={isReadOnly && storedNote === ''}
      >
        {noteWord}
      </Button>
      {labelsFailure !== undefined && (
        <MessageDialog title="Error" message={labelsFailure} onClose={() => actor.send({ type: 'failure.dismiss' })} />
      )}
      <Dialog
        opened={isNoteOpen}
        onClose={cancel}
        title={noteWord}
        closeOnClickOutside={false}
        closeOnEscape={note === storedNote}
      >
        <Textarea
          data-autofocus
          label={name}
          autosize
          minRows={5}
          maxRows={14}
          maxLength={MAX_NOTE}
          readOnly={isReadOnly || isNoteSaving}
          value={note}
          onChange={(event) => actor.send({ type: 'note.type', note: event.currentTarget.value })}
        />
        {noteFailure !== undefined && (
          <Text
            role="alert"
            c="var(--mantine-color-error)"
            size="sm"
            mt="xs"
            style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}
          >
            {noteFailure}
          </Text>
        )}
        <Group justify="flex-end" mt="md" gap="xs">
          <Button variant="default" onClick={cancel} disabled={isNoteSaving}>
            {isReadOnly ? 'Close' : 'Cancel'}
          </Button>
          {!isReadOnly && (
            <SteadyButton isBusy={isNoteSaving} onClick={() => actor.send({ type: 'note.save' })}>
              Save
            </SteadyButton>
          )}
        </Group>
      </Dialog>
    </div>
  )
}
