import { Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useActorRef, useSelector } from '@xstate/react'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import type { Feedback } from '#contract/schedule.ts'
import { selectItems } from '#machines/common/lookup.machine.ts'
import { dayFormMessages, type FeedbackFormMachine } from '#machines/schedule/day-forms.ts'
import { labelsOf } from '#machines/schedule/feedback.machine.ts'
import { RecordButtons, RecordDialog, useRefusedFields } from '#screens/form/record-dialog.tsx'
import { useProvided } from '#screens/provided.tsx'
import { LabelSelect } from './label-select.tsx'

type Actor = ActorRefFrom<FeedbackFormMachine>

const selectName = ({ context }: SnapshotFrom<FeedbackFormMachine>) => context.subject?.name

/** The longest note that the calls take. */
const MAX_NOTE = 4000

interface FieldsProps {
  readonly actor: Actor
  readonly stored: Feedback
  readonly isBusy: boolean
}

const FeedbackFields = ({ actor, stored, isBusy }: FieldsProps) => {
  const known = useSelector(useActorRef(useProvided('trackingLabels')), selectItems)
  const form = useForm({
    initialValues: { trackingLabels: labelsOf(stored.trackingLabels), trackingFeedback: stored.trackingFeedback },
    validate: { trackingLabels: (labels) => (labels.length === 0 ? dayFormMessages.noLabel : null) },
    onValuesChange: () => actor.send({ type: 'form.change' }),
  })
  useRefusedFields(actor, form.setErrors)
  return (
    <form
      onSubmit={form.onSubmit(({ trackingLabels: labels, trackingFeedback: note }) =>
        actor.send({ type: 'form.submit', values: { labels, note } }),
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
        maxLength={MAX_NOTE}
        readOnly={isBusy}
        {...form.getInputProps('trackingFeedback')}
      />
      <RecordButtons isBusy={isBusy} onCancel={() => actor.send({ type: 'form.close' })} />
    </form>
  )
}

/** Labels and a note, of a session or of one student in it, from the details of the session (spec 2, section 2.2). */
export const FeedbackDialog = ({ form }: { readonly form: Actor }) => {
  const name = useSelector(form, selectName)
  return (
    <RecordDialog form={form} title={name ?? 'Tracking labels'}>
      {(stored, isBusy) => <FeedbackFields actor={form} stored={stored} isBusy={isBusy} />}
    </RecordDialog>
  )
}
