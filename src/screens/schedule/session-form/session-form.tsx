import { Button, Divider, Group, Stack } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { useEffect, useRef } from 'react'
import { formMessages } from '#domain/form-messages.ts'
import { selectSaveLabel } from '#machines/schedule/session-form.machine.ts'
import { QuestionDialog } from '#ui/question-dialog/question-dialog.tsx'
import { PlaceFields } from './place-fields.tsx'
import { RecurrenceFields } from './recurrence-fields.tsx'
import { SavingDialogs } from './saving-dialogs.tsx'
import { FormHead, SessionFields } from './session-fields.tsx'
import classes from './session-form.module.css'
import { StudentArea } from './student-area.tsx'
import type { SessionFormView } from './use-session-form.ts'

/** A button that is disabled meanwhile loses the focus: it gets it back, unless it is somewhere else by then. */
const useFocusAfter = (isUnderWay: boolean) => {
  const button = useRef<HTMLButtonElement>(null)
  const wasUnderWay = useRef(false)
  useEffect(() => {
    if (wasUnderWay.current && !isUnderWay && document.activeElement === document.body) button.current?.focus()
    wasUnderWay.current = isUnderWay
  }, [isUnderWay])
  return button
}

const Buttons = ({ actor }: SessionFormView) => {
  const saveLabel = useSelector(actor, selectSaveLabel)
  const isViewing = useSelector(actor, (snapshot) => snapshot.matches({ purpose: 'view' }))
  const saving = useSelector(actor, ({ children }) => children.saving)
  const isBusy = useSelector(saving, (snapshot) => snapshot?.hasTag('busy') ?? false)
  const isOver = useSelector(actor, (snapshot) => snapshot.matches({ workflow: 'saved' }))
  const saveButton = useFocusAfter(saving !== undefined)
  if (isViewing) return null
  return (
    <Group justify="flex-end" className={classes.buttons}>
      <Button
        variant="default"
        disabled={saving !== undefined || isOver}
        onClick={() => actor.send({ type: 'form.cancel' })}
      >
        Cancel
      </Button>
      {saveLabel && (
        <Button ref={saveButton} type="submit" loading={isBusy} disabled={saving !== undefined || isOver}>
          {saveLabel}
        </Button>
      )}
    </Group>
  )
}

/** The session form, wherever it stands: in the side panel or on a page of its own. */
export const SessionForm = ({ view }: { readonly view: SessionFormView }) => {
  const { actor, values } = view
  const saving = useSelector(actor, ({ children }) => children.saving)
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
      {saving && <SavingDialogs saving={saving} />}
      {isLeaving && (
        <QuestionDialog
          question={formMessages.cancel}
          onYes={() => actor.send({ type: 'cancel.confirm' })}
          onNo={() => actor.send({ type: 'cancel.dismiss' })}
        />
      )}
    </>
  )
}
