import { Button, Group, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { z } from 'zod'
import {
  type Feedback,
  getRecurrenceFeedback,
  getRecurrenceStudentFeedback,
  MAX_FEEDBACK_NOTE,
  updateEventNote,
  updateStudentNote,
} from '#contract/schedule.ts'
import type { RecordCalls } from '#machines/common/page-machines.ts'
import type { RecordFormMachine, RecordFormSnapshot } from '#machines/common/record-form.machine.ts'
import type { FeedbackTarget } from '#machines/schedule/feedback.machine.ts'
import { type DraftedFields, DraftedForm, useKeepFields } from '#screens/form/drafted-form.tsx'
import { RecordButtons, RecordDialog, useRefusedFields } from '#screens/form/record-dialog.tsx'

/** The session or student that the note belongs to, with its name. */
export interface NoteSubject extends FeedbackTarget {
  readonly name: string
  readonly isReadOnly: boolean
}

const READINGS = { session: getRecurrenceFeedback, student: getRecurrenceStudentFeedback }
const SAVINGS = { session: updateEventNote, student: updateStudentNote }

export const noteForm: RecordCalls<NoteSubject, Feedback, string, Feedback> = {
  read: { run: (client, { kind, id }, options) => client.call(READINGS[kind], { body: { id } }, options) },
  save: {
    run: (client, { subject: { kind, id }, stored: { trackingFeedback: seen }, values: note }) =>
      client.call(SAVINGS[kind], { body: { id, trackingFeedback: note, seen: { trackingFeedback: seen } } }),
  },
}

export const noteName = ({ kind }: FeedbackTarget): string => (kind === 'student' ? 'Student Note' : 'Session Note')

/** The draft's name. */
export const noteDraft = ({ kind, id }: FeedbackTarget): string => `note/${kind}/${id}`

type Actor = ActorRefFrom<RecordFormMachine<NoteSubject, Feedback, string, Feedback>>

const selectSubject = ({ context }: RecordFormSnapshot<NoteSubject, Feedback, string, Feedback>) => context.subject

/** What a note's draft holds. */
export const noteContent = z.object({ note: z.string() })

/** Notes have no version, so the stored text serves as one. */
const basisOf = ({ trackingFeedback }: Feedback): string => trackingFeedback
const withBasis = (stored: Feedback, basis: string | null): Feedback =>
  basis === null ? stored : { ...stored, trackingFeedback: basis }

interface FieldsProps extends DraftedFields<z.output<typeof noteContent>, string> {
  readonly actor: Actor
  readonly subject: NoteSubject
  readonly stored: Feedback
  readonly isBusy: boolean
}

const NoteFields = ({ actor, subject: { name, isReadOnly }, stored, isBusy, restored, draft, submit }: FieldsProps) => {
  const form = useForm({
    initialValues: restored ?? { note: stored.trackingFeedback },
    onValuesChange: () => actor.send({ type: 'form.change' }),
  })
  useKeepFields(actor, draft, form.values)
  useRefusedFields(actor, form.setErrors)
  const close = () => actor.send({ type: 'form.close' })
  return (
    <form onSubmit={form.onSubmit(({ note }) => submit(note))}>
      <Textarea
        data-autofocus
        label={name}
        autosize
        minRows={5}
        maxRows={14}
        maxLength={MAX_FEEDBACK_NOTE}
        readOnly={isReadOnly || isBusy}
        {...form.getInputProps('note')}
      />
      {isReadOnly ? (
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={close}>
            Close
          </Button>
        </Group>
      ) : (
        <RecordButtons isBusy={isBusy} onCancel={close} />
      )}
    </form>
  )
}

/** 'Student Note', or 'Session Note' of a session without students (spec 2, section 2.3). */
export const NoteDialog = ({ form }: { readonly form: Actor }) => {
  const subject = useSelector(form, selectSubject)
  return (
    <RecordDialog form={form} title={subject ? noteName(subject) : ''}>
      {(stored, isBusy) =>
        subject && (
          <DraftedForm
            actor={form}
            name={noteDraft(subject)}
            noun="note"
            content={noteContent}
            stored={stored}
            basisOf={basisOf}
            withBasis={withBasis}
            watched={{ read: noteForm.read, subject, follows: ['sessions'] }}
          >
            {(drafted) => <NoteFields actor={form} subject={subject} stored={stored} isBusy={isBusy} {...drafted} />}
          </DraftedForm>
        )
      }
    </RecordDialog>
  )
}
