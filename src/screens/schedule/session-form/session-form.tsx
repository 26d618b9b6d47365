import { Button, Divider, Group, Stack } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { sessionFormMessages } from '#domain/session-form.ts'
import { selectSaveLabel } from '#machines/schedule/session-form.machine.ts'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'
import { QuestionDialog } from '#ui/question-dialog/question-dialog.tsx'
import { PlaceFields } from './place-fields.tsx'
import { RecurrenceFields } from './recurrence-fields.tsx'
import { FormHead, SessionFields } from './session-fields.tsx'
import classes from './session-form.module.css'
import { StudentArea } from './student-area.tsx'
import type { SessionFormView } from './use-session-form.ts'

const Buttons = ({ actor }: SessionFormView) => {
  const saveLabel = useSelector(actor, selectSaveLabel)
  const isViewing = useSelector(actor, (snapshot) => snapshot.matches({ purpose: 'view' }))
  const isSaving = useSelector(actor, (snapshot) => snapshot.hasTag('busy'))
  const isOver = useSelector(actor, (snapshot) => snapshot.matches({ workflow: 'saved' }))
  if (isViewing) return null
  return (
    <Group justify="flex-end" className={classes.buttons}>
      <Button variant="default" disabled={isSaving || isOver} onClick={() => actor.send({ type: 'form.cancel' })}>
        Cancel
      </Button>
      {saveLabel && (
        <Button type="submit" loading={isSaving} disabled={isOver}>
          {saveLabel}
        </Button>
      )}
    </Group>
  )
}

/** The session form, wherever it stands: in the side panel or on a page of its own. */
export const SessionForm = ({ view }: { readonly view: SessionFormView }) => {
  const { actor, values } = view
  const message = useSelector(actor, ({ context }) => context.message)
  const isFailed = useSelector(actor, (snapshot) => snapshot.hasTag('failed'))
  const isLeaving = useSelector(actor, (snapshot) => snapshot.matches({ workflow: 'confirmingCancel' }))
  return (
    <>
      <form noValidate onSubmit={view.submit} className={classes.form}>
        <Stack gap="md">
          <FormHead {...view} />
          <SessionFields {...view} />
          <PlaceFields {...view} />
          {values.mode === 'advance' && <StudentArea {...view} />}
          <Divider />
          <RecurrenceFields {...view} />
        </Stack>
        <Buttons {...view} />
      </form>
      {isFailed && (
        <MessageDialog
          title="Not saved"
          message={message ?? 'The session could not be saved.'}
          onClose={() => actor.send({ type: 'failure.dismiss' })}
        />
      )}
      {isLeaving && (
        <QuestionDialog
          question={sessionFormMessages.cancel}
          onYes={() => actor.send({ type: 'cancel.confirm' })}
          onNo={() => actor.send({ type: 'cancel.dismiss' })}
        />
      )}
    </>
  )
}
