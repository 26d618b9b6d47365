import { Alert, Button, Group, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { z } from 'zod'
import { callOf } from '#contract/call.ts'
import { addDayNote, type DayNote, getDayNote, MAX_NOTE_LENGTH } from '#contract/day.ts'
import { formatDayHeader, type LocalDate } from '#domain/time.ts'
import type { RecordCalls } from '#machines/common/page-machines.ts'
import type { RecordFormMachine, RecordFormSnapshot } from '#machines/common/record-form.machine.ts'
import { type DraftedFields, DraftedForm, useKeepFields } from '#screens/form/drafted-form.tsx'
import { RecordButtons, RecordDialog, useRefusedFields } from '#screens/form/record-dialog.tsx'

/** Whose day. */
export interface NotedDay {
  providerId: number
  date: LocalDate
}

export const dayNote: RecordCalls<NotedDay, DayNote, string, DayNote> = {
  read: callOf(getDayNote, ({ providerId, date }) => ({ body: { id: providerId, startDateTimeUtc: date } })),
  save: callOf(addDayNote, ({ subject: { providerId, date }, stored: { entityCacheKey }, values }) => ({
    body: { id: providerId, startDateTimeUtc: date, dayNote: values, entityCacheKey },
  })),
}

type Actor = ActorRefFrom<RecordFormMachine<NotedDay, DayNote, string, DayNote>>

const selectDay = ({ context }: RecordFormSnapshot<NotedDay, DayNote, string, DayNote>) => context.subject

const contentSchema = z.object({ dayNote: z.string() })
type NoteContent = z.output<typeof contentSchema>

const withKey = (stored: DayNote, key: string | null): DayNote =>
  key === null ? stored : { ...stored, entityCacheKey: key }

interface FieldsProps extends DraftedFields<NoteContent, string> {
  readonly actor: Actor
  readonly stored: DayNote
  readonly label: string
  readonly isBusy: boolean
}

const NoteFields = ({ actor, stored, label, isBusy, restored, draft, submit }: FieldsProps) => {
  const form = useForm({
    initialValues: restored ?? { dayNote: stored.dayNote },
    onValuesChange: () => actor.send({ type: 'form.change' }),
  })
  useKeepFields(actor, draft, form.values)
  useRefusedFields(actor, form.setErrors)
  const close = () => actor.send({ type: 'form.close' })
  if (stored.readOnlyReason) {
    return (
      <>
        <Alert color="yellow" variant="light" mb="sm">
          {stored.readOnlyReason}
        </Alert>
        {/* A draft from before the day was closed stays readable. */}
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
    <form onSubmit={form.onSubmit(({ dayNote }) => submit(dayNote))}>
      <Textarea
        data-autofocus
        label={label}
        autosize
        minRows={5}
        maxRows={14}
        maxLength={MAX_NOTE_LENGTH}
        readOnly={isBusy}
        {...form.getInputProps('dayNote')}
      />
      <RecordButtons isBusy={isBusy} onCancel={close} />
    </form>
  )
}

/** 'Daily Note': the note on a provider's whole day (spec 2, section 2.3). */
export const DayNoteDialog = ({ form }: { readonly form: Actor }) => {
  const day = useSelector(form, selectDay)
  return (
    <RecordDialog form={form} title="Daily Note">
      {(stored, isBusy) =>
        day && (
          <DraftedForm
            actor={form}
            name={`day-note/${day.providerId}/${day.date}`}
            noun="note"
            content={contentSchema}
            stored={stored}
            basisOf={({ entityCacheKey }) => entityCacheKey}
            withBasis={withKey}
            watched={{
              read: dayNote.read,
              subject: day,
              follows: [{ topic: 'days', provider: day.providerId, from: day.date, to: day.date }],
            }}
          >
            {(drafted) => (
              <NoteFields actor={form} stored={stored} label={formatDayHeader(day.date)} isBusy={isBusy} {...drafted} />
            )}
          </DraftedForm>
        )
      }
    </RecordDialog>
  )
}
