import { Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useSelector } from '@xstate/react'
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { reopenReasonSchema } from '#contract/day.ts'
import { formatDate } from '#domain/time.ts'
import type { DayReopeningMachine } from '#machines/schedule/day-forms.ts'
import { RecordButtons, RecordDialog, useRefusedFields } from '#screens/form/record-dialog.tsx'

type Actor = ActorRefFrom<DayReopeningMachine>

const selectDay = ({ context }: SnapshotFrom<DayReopeningMachine>) => context.subject

const ReasonFields = ({ actor, isBusy }: { readonly actor: Actor; readonly isBusy: boolean }) => {
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: (reason) => reopenReasonSchema.safeParse(reason).error?.issues[0]?.message ?? null },
    onValuesChange: () => actor.send({ type: 'form.change' }),
  })
  useRefusedFields(actor, form.setErrors)
  return (
    <form onSubmit={form.onSubmit(({ reason }) => actor.send({ type: 'form.submit', values: reason.trim() }))}>
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
      {(_, isBusy) => (
        <>
          {day && (
            <Text size="sm" c="dimmed" mb="xs">
              {day.providerName}, {formatDate(day.date)}: hours and sessions can be changed again, and have to be
              approved again.
            </Text>
          )}
          <ReasonFields actor={form} isBusy={isBusy} />
        </>
      )}
    </RecordDialog>
  )
}
