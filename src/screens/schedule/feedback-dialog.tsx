import { Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { z } from 'zod'
import { trackingLabelsKnown } from '#contract/options.ts'
import {
  type Feedback,
  feedbackSchema,
  getRecurrenceFeedback,
  getRecurrenceStudentFeedback,
  MAX_FEEDBACK_NOTE,
  updateRecurrenceFeedback,
  updateRecurrenceStudentFeedback,
} from '#contract/schedule.ts'
import type { RecordCalls } from '#machines/common/page-machines.ts'
import type { RecordFormMachine, RecordFormSnapshot } from '#machines/common/record-form.machine.ts'
import { dayFormMessages } from '#machines/schedule/day-forms.ts'
import { type FeedbackTarget, labelsOf } from '#machines/schedule/feedback.machine.ts'
import { type DraftedFields, DraftedForm, useKeepFields } from '#screens/form/drafted-form.tsx'
import { onInvalid } from '#screens/form/focus-first-invalid.ts'
import { RecordButtons, RecordDialog, useRefusedFields } from '#screens/form/record-dialog.tsx'
import { useLookup } from '#screens/use-calls.ts'
import { LabelSelect } from './label-select.tsx'

/** The session or student that the labels and note belong to, with its name. */
export interface FeedbackSubject extends FeedbackTarget {
  name: string
}

interface FeedbackValues {
  labels: readonly string[]
  note: string
}

const READINGS = { session: getRecurrenceFeedback, student: getRecurrenceStudentFeedback }
const SAVINGS = { session: updateRecurrenceFeedback, student: updateRecurrenceStudentFeedback }

export const feedbackForm: RecordCalls<FeedbackSubject, Feedback, FeedbackValues, Feedback> = {
  read: { run: (client, { kind, id }, options) => client.call(READINGS[kind], { body: { id } }, options) },
  save: {
    run: (client, { subject: { kind, id }, stored: seen, values: { labels, note } }) =>
      client.call(SAVINGS[kind], { body: { id, trackingLabels: labels.join(), trackingFeedback: note, seen } }),
  },
}

type Actor = ActorRefFrom<RecordFormMachine<FeedbackSubject, Feedback, FeedbackValues, Feedback>>

const selectSubject = ({ context }: RecordFormSnapshot<FeedbackSubject, Feedback, FeedbackValues, Feedback>) =>
  context.subject

const contentSchema = z.object({ trackingLabels: z.array(z.string()), trackingFeedback: z.string() })

/** Labels and notes have no version, so the stored values serve as one. */
const basisOf = ({ trackingLabels, trackingFeedback }: Feedback): string =>
  JSON.stringify({ trackingLabels, trackingFeedback })
const withBasis = (stored: Feedback, basis: string | null): Feedback =>
  basis === null ? stored : feedbackSchema.parse(JSON.parse(basis))

interface FieldsProps extends DraftedFields<z.output<typeof contentSchema>, FeedbackValues> {
  readonly actor: Actor
  readonly stored: Feedback
  readonly isBusy: boolean
}

const FeedbackFields = ({ actor, stored, isBusy, restored, draft, submit }: FieldsProps) => {
  const known = useLookup(trackingLabelsKnown)
  const form = useForm({
    initialValues: restored ?? {
      trackingLabels: labelsOf(stored.trackingLabels),
      trackingFeedback: stored.trackingFeedback,
    },
    validate: { trackingLabels: (labels) => (labels.length === 0 ? dayFormMessages.noLabel : null) },
    onValuesChange: () => actor.send({ type: 'form.change' }),
  })
  useKeepFields(actor, draft, form.values)
  useRefusedFields(actor, form.setErrors)
  return (
    <form
      onSubmit={form.onSubmit(
        ({ trackingLabels: labels, trackingFeedback: note }) => submit({ labels, note }),
        onInvalid,
      )}
    >
      <LabelSelect
        label="Tracking labels"
        labels={known}
        disabled={isBusy}
        mb="sm"
        {...form.getInputProps('trackingLabels')}
        value={form.values.trackingLabels}
      />
      <Textarea
        label="Note"
        autosize
        minRows={4}
        maxRows={12}
        maxLength={MAX_FEEDBACK_NOTE}
        readOnly={isBusy}
        {...form.getInputProps('trackingFeedback')}
      />
      <RecordButtons isBusy={isBusy} onCancel={() => actor.send({ type: 'form.close' })} />
    </form>
  )
}

/** Labels and a note of a session or one of its students, opened from the session's details (spec 2, section 2.2). */
export const FeedbackDialog = ({ form }: { readonly form: Actor }) => {
  const subject = useSelector(form, selectSubject)
  return (
    <RecordDialog form={form} title={subject?.name ?? 'Tracking labels'}>
      {(stored, isBusy) =>
        subject && (
          <DraftedForm
            actor={form}
            name={`feedback/${subject.kind}/${subject.id}`}
            noun="note"
            content={contentSchema}
            stored={stored}
            basisOf={basisOf}
            withBasis={withBasis}
            watched={{ read: feedbackForm.read, subject, follows: ['sessions'] }}
          >
            {(drafted) => <FeedbackFields actor={form} stored={stored} isBusy={isBusy} {...drafted} />}
          </DraftedForm>
        )
      }
    </RecordDialog>
  )
}
