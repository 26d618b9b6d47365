import { Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useSelector } from '@xstate/react'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { z } from 'zod'
import { reopenReasonSchema } from '#contract/day.ts'
import { formatDate } from '#domain/time.ts'
import type { DayReopeningMachine } from '#machines/schedule/day-forms.ts'
import { type DraftedFields, DraftedForm, useKeepFields } from '#screens/form/drafted-form.tsx'
import { RecordButtons, RecordDialog, useRefusedFields } from '#screens/form/record-dialog.tsx'

type Actor = ActorRefFrom<DayReopeningMachine>

const selectDay = ({ context }: SnapshotFrom<DayReopeningMachine>) => context.subject

const contentSchema = z.object({ reason: z.string() })

interface FieldsProps extends DraftedFields<z.output<typeof contentSchema>, string> {
  readonly actor: Actor
  readonly isBusy: boolean
}

const ReasonFields = ({ actor, isBusy, restored, draft, submit }: FieldsProps) => {
  const form = useForm({
    initialValues: restored ?? { reason: '' },
    validate: { reason: (reason) => reopenReasonSchema.safeParse(reason).error?.issues[0]?.message ?? null },
    onValuesChange: () => actor.send({ type: 'form.change' }),
  })
  useKeepFields(actor, draft, form.values)
  useRefusedFields(actor, form.setErrors)
  return (
    <form onSubmit={form.onSubmit(({ reason }) => submit(reason.trim()))}>
      <Textarea
        data-autofocus
        label="Reason"
        autosize
        minRows={3}
        readOnly={isBusy}
        {...form.getInputProps('reason')}
      />
      <RecordButtons isBusy={isBusy} saveLabel="Reopen" onCancel={() => actor.send({ type: 'form.close' })} />
    </form>
  )
}

/** Takes the approval of a provider's day back; it may be changed then, and approved again. */
export const ReopenDialog = ({ form }: { readonly form: Actor }) => {
  const day = useSelector(form, selectDay)
  return (
    <RecordDialog form={form} title="Reopen">
      {(stored, isBusy) =>
        day && (
          <>
            <Text size="sm" c="dimmed" mb="xs">
              <bdi>{day.providerName}</bdi>, {formatDate(day.date)}: hours and sessions can be changed again, and have
              to be approved again.
            </Text>
            <DraftedForm
              actor={form}
              name={`reopening/${day.providerId}/${day.date}`}
              noun="reason"
              content={contentSchema}
              stored={stored}
              basisOf={() => null}
              withBasis={(nothing) => nothing}
            >
              {(drafted) => <ReasonFields actor={form} isBusy={isBusy} {...drafted} />}
            </DraftedForm>
          </>
        )
      }
    </RecordDialog>
  )
}
