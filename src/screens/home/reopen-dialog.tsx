import { Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import { z } from 'zod'
import { reopenDay, reopenReasonSchema } from '#contract/day.ts'
import { formatDate } from '#domain/time.ts'
import type { RecordCalls } from '#machines/common/page-machines.ts'
import type { RecordFormMachine, RecordFormSnapshot } from '#machines/common/record-form.machine.ts'
import type { ProviderStatus } from '#machines/schedule/day-status.ts'
import { type DraftedFields, DraftedForm, useKeepFields } from '#screens/form/drafted-form.tsx'
import { onInvalid } from '#screens/form/focus-first-invalid.ts'
import { RecordButtons, RecordDialog, useRefusedFields } from '#screens/form/record-dialog.tsx'

/** Loads nothing; sends the reason. */
export const reopening: RecordCalls<ProviderStatus, null, string, null> = {
  read: { run: async () => null },
  save: {
    run: (client, { subject: { providerId, date }, values: reason }) =>
      client.call(reopenDay, { body: { providerId, date, reason } }),
  },
}

type Actor = ActorRefFrom<RecordFormMachine<ProviderStatus, null, string, null>>

const selectDay = ({ context }: RecordFormSnapshot<ProviderStatus, null, string, null>) => context.subject

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
    <form onSubmit={form.onSubmit(({ reason }) => submit(reason.trim()), onInvalid)}>
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

/** Reopens an approved day of a provider, so that it can be changed and approved again. */
export const ReopenDialog = ({ form }: { readonly form: Actor }) => {
  const day = useSelector(form, selectDay)
  return (
    <RecordDialog form={form} title="Reopen">
      {(stored, isBusy) =>
        day && (
          <>
            <Text size="sm" c="dimmed" mb="xs">
              <bdi>{day.providerName}</bdi>, {formatDate(day.date)}: hours and sessions can be edited again and must
              then be approved again.
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
