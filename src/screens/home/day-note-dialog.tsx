import { Alert, Button, Group, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useSelector } from '@xstate/react'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { type DayNote, MOST_NOTE_CHARACTERS } from '#contract/day.ts'
import { formatDayHeader } from '#domain/time.ts'
import type { DayNoteMachine } from '#machines/schedule/day-forms.ts'
import { RecordButtons, RecordDialog, useRefusedFields } from '#screens/form/record-dialog.tsx'

type Actor = ActorRefFrom<DayNoteMachine>

const selectDate = ({ context }: SnapshotFrom<DayNoteMachine>) => context.subject?.date

interface FieldsProps {
  readonly actor: Actor
  readonly stored: DayNote
  readonly label: string
  readonly isBusy: boolean
}

const NoteFields = ({ actor, stored, label, isBusy }: FieldsProps) => {
  const form = useForm({
    initialValues: { dayNote: stored.dayNote },
    onValuesChange: () => actor.send({ type: 'form.change' }),
  })
  useRefusedFields(actor, form.setErrors)
  const close = () => actor.send({ type: 'form.close' })
  if (stored.readOnlyReason) {
    return (
      <>
        <Alert color="yellow" variant="light" mb="sm">
          {stored.readOnlyReason}
        </Alert>
        {/* What was typed before the day was closed can still be read. */}
        <Textarea label={label} autosize minRows={5} maxRows={14} readOnly {...form.getInputProps('dayNote')} />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={close}>
            Close
          </Button>
        </Group>
      </>
    )
  }
  return (
    <form onSubmit={form.onSubmit(({ dayNote }) => actor.send({ type: 'form.submit', values: dayNote }))}>
      <Textarea
        data-autofocus
        label={label}
        autosize
        minRows={5}
        maxRows={14}
        maxLength={MOST_NOTE_CHARACTERS}
        readOnly={isBusy}
        {...form.getInputProps('dayNote')}
      />
      <RecordButtons isBusy={isBusy} onCancel={close} />
    </form>
  )
}

/** 'Daily Note': what is noted of a provider's day as a whole (spec 2, section 2.3). */
export const DayNoteDialog = ({ form }: { readonly form: Actor }) => {
  const date = useSelector(form, selectDate)
  return (
    <RecordDialog form={form} title="Daily Note">
      {(stored, isBusy) => (
        <NoteFields actor={form} stored={stored} label={date ? formatDayHeader(date) : 'Note'} isBusy={isBusy} />
      )}
    </RecordDialog>
  )
}
