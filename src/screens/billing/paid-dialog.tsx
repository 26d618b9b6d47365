import { Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { z } from 'zod'
import { ApiError } from '#contract/failures.ts'
import { getInvoiceHistory, type InvoiceRecord, markInvoicePaid } from '#contract/invoice-history.ts'
import { invoiceMessages, paidSchema } from '#domain/billing/invoice-rules.ts'
import { formatMoney } from '#domain/money.ts'
import { localDateSchema } from '#domain/time.ts'
import type { RecordCalls } from '#machines/common/page-machines.ts'
import { type DraftedFields, DraftedForm, useKeepFields } from '#screens/form/drafted-form.tsx'
import { RecordButtons, RecordDialog, type RecordFormActor, useRefusedFields } from '#screens/form/record-dialog.tsx'
import { useCheckedForm } from '#screens/form/use-checked-form.ts'
import { useRecordForm } from '#screens/use-calls.ts'
import { useNow } from '#screens/use-now.ts'
import { DateField } from '#ui/date-field/date-field.tsx'

type Payment = z.output<ReturnType<typeof paidSchema>>
type PaidForm = RecordFormActor<InvoiceRecord, InvoiceRecord, Payment, InvoiceRecord>

const calls: RecordCalls<InvoiceRecord, InvoiceRecord, Payment, InvoiceRecord> = {
  read: {
    run: async (client, { id, invoiceNumber }, options) => {
      const { rows } = await client.call(getInvoiceHistory, { body: { invoiceNumber } }, options)
      const found = rows.find((invoice) => invoice.id === id)
      if (!found) throw new ApiError(404, invoiceMessages.notFound)
      return found
    },
  },
  save: {
    run: (client, { stored: { id, entityCacheKey }, values: paid }) =>
      client.call(markInvoicePaid, { body: { id, paid, entityCacheKey } }),
  },
}

const contentSchema = z.object({ paidOn: localDateSchema.or(z.literal('')), reference: z.string() })

interface FieldsProps extends DraftedFields<z.output<typeof contentSchema>, Payment> {
  readonly actor: PaidForm
  readonly invoice: InvoiceRecord
  readonly isBusy: boolean
}

const Fields = ({ actor, invoice, isBusy, restored, draft, submit: save }: FieldsProps) => {
  const { date: today } = useNow()
  const { paid, invoiceNumber, schoolName, total, money } = invoice
  const form = useForm({
    initialValues: restored ?? { paidOn: paid?.on ?? today, reference: paid?.reference ?? '' },
    onValuesChange: () => actor.send({ type: 'form.change' }),
  })
  useKeepFields(actor, draft, form.values)
  useRefusedFields(actor, form.setErrors)
  const { errorOf, submit } = useCheckedForm(form, paidSchema(today).safeParse(form.values), {
    onValid: save,
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {invoiceNumber}, {schoolName}, {formatMoney(total, money)}
        </Text>
        <Group grow align="flex-start" preventGrowOverflow={false} wrap="wrap">
          <DateField
            label="Paid On"
            required
            maxDate={today}
            readOnly={isBusy}
            value={form.values.paidOn}
            onChange={(paidOn) => form.setFieldValue('paidOn', paidOn)}
            error={errorOf('paidOn')}
          />
          <TextInput
            label="Reference"
            description="Such as the number of the check"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            data-autofocus
            autoComplete="off"
            maxLength={100}
            readOnly={isBusy}
            {...form.getInputProps('reference')}
            error={errorOf('reference')}
          />
        </Group>
      </Stack>
      <RecordButtons isBusy={isBusy} onCancel={() => actor.send({ type: 'form.close' })} />
    </form>
  )
}

/** Marks an invoice as paid, or changes the mark. @param onSaved called when the list is out of date */
export const usePaidDialog = (onSaved: () => void) => {
  const actor = useRecordForm(calls)
  useEffect(() => {
    const listeners = [
      actor.on('record.saved', ({ subject }) => {
        onSaved()
        notifications.show({ message: invoiceMessages.paidMarked(subject.invoiceNumber) })
      }),
      // Someone else may have changed it in the meantime.
      actor.on('form.closed', onSaved),
    ]
    return () => {
      for (const { unsubscribe } of listeners) unsubscribe()
    }
  }, [actor, onSaved])
  return {
    open: (invoice: InvoiceRecord) => actor.send({ type: 'form.open', subject: invoice }),
    dialog: (
      <RecordDialog form={actor} title="Mark as Paid">
        {(invoice, isBusy) => (
          <DraftedForm
            actor={actor}
            name={`paid/${invoice.id}`}
            noun="payment"
            content={contentSchema}
            stored={invoice}
            basisOf={({ entityCacheKey }) => entityCacheKey}
            withBasis={(stored, key) => (key === null ? stored : { ...stored, entityCacheKey: key })}
          >
            {(drafted) => <Fields actor={actor} invoice={invoice} isBusy={isBusy} {...drafted} />}
          </DraftedForm>
        )}
      </RecordDialog>
    ),
  }
}
