import { Button, Group, List, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { InvoiceSending } from '#contract/invoice-history.ts'
import { periodSchema } from '#domain/billing/invoice-rules.ts'
import { latestHalfMonths, type Period, periodInWords, suggestedEnd } from '#domain/billing/period.ts'
import { counted } from '#domain/words.ts'
import { type InvoiceSendingSnapshot, invoiceSendingMachine } from '#machines/billing/invoice-sending.machine.ts'
import { RecordButtons } from '#screens/form/record-dialog.tsx'
import { useCheckedForm } from '#screens/form/use-checked-form.ts'
import { useProvided } from '#screens/provided.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { useNow } from '#screens/use-now.ts'
import { DateField } from '#ui/date-field/date-field.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { IconMailForward } from '#ui/icons/mail-forward.ts'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'
import { SteadyButton } from '#ui/steady-button/steady-button.tsx'

type Actor = ActorRefFrom<typeof invoiceSendingMachine>

const TITLE = 'Email All Invoices of a Period'

const selectState = ({ value }: InvoiceSendingSnapshot) => value
const selectContext = ({ context }: InvoiceSendingSnapshot) => context
const selectIsBusy = (snapshot: InvoiceSendingSnapshot) => snapshot.hasTag('busy')
const selectCanSend = (snapshot: InvoiceSendingSnapshot) => snapshot.can({ type: 'sending.confirm' })

const PeriodForm = ({ actor, initial }: { readonly actor: Actor; readonly initial: Period }) => {
  const form = useForm<Period>({ initialValues: initial })
  const isBusy = useSelector(actor, selectIsBusy)
  const { errorOf, submit } = useCheckedForm(form, periodSchema.safeParse(form.values), {
    onValid: (period) => actor.send({ type: 'period.submit', period }),
  })
  return (
    <form onSubmit={submit} noValidate>
      <Group grow align="flex-start">
        <DateField
          label="Start Date"
          required
          readOnly={isBusy}
          value={form.values.startDate}
          error={errorOf('startDate')}
          onChange={(startDate) => {
            const endDate = startDate === '' ? undefined : suggestedEnd(startDate)
            form.setValues({ startDate, ...(endDate !== undefined && { endDate }) })
          }}
        />
        <DateField
          label="End Date"
          required
          readOnly={isBusy}
          value={form.values.endDate}
          error={errorOf('endDate')}
          onChange={(endDate) => form.setValues({ endDate })}
        />
      </Group>
      <RecordButtons isBusy={isBusy} saveLabel="Continue" onCancel={() => actor.send({ type: 'dialog.close' })} />
    </form>
  )
}

const Skipped = ({ skipped }: Pick<InvoiceSending, 'skipped'>) =>
  skipped.length > 0 && (
    <section aria-label="Left out">
      <Text size="sm" fw={600}>
        Left out: {counted(skipped.length, 'invoice')}
      </Text>
      <List size="sm" spacing={4} style={{ overflowWrap: 'anywhere' }}>
        {skipped.map(({ invoiceNumber, schoolName, reason }) => (
          <List.Item key={invoiceNumber}>
            {invoiceNumber}, {schoolName}: {reason}
          </List.Item>
        ))}
      </List>
    </section>
  )

/** '2 invoices will be emailed' */
const willBeEmailed = (count: number) =>
  count === 0 ? 'No invoice will be emailed.' : `${counted(count, 'invoice')} will be emailed.`

/**
 * The button and its dialog.
 *
 * @param period what was searched for; by default the latest half-month
 * @param onQueued called when the list is out of date
 */
export const SendAllButton = ({
  period,
  onQueued,
}: {
  readonly period: Period | undefined
  readonly onQueued: () => void
}) => {
  const actor = useActorRef(useProvided(invoiceSendingMachine))
  const { date: today } = useNow()
  const state = useSelector(actor, selectState)
  const { sending, message, period: chosen } = useSelector(actor, selectContext)
  const canSend = useSelector(actor, selectCanSend)
  useEffect(() => {
    const { unsubscribe } = actor.on('invoices.queued', onQueued)
    return unsubscribe
  }, [actor, onQueued])
  const close = () => actor.send({ type: 'dialog.close' })
  const isFailed = state === 'unplanned' || state === 'refused'
  const [latest = { startDate: '', endDate: '' }] = latestHalfMonths(today, 1)
  const isChoosing = state === 'choosing' || state === 'planning' || state === 'unplanned'
  const isSending = state === 'sending'
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconMailForward size={16} aria-hidden />}
        onClick={() => actor.send({ type: 'dialog.open' })}
      >
        Email All
      </Button>
      <Dialog opened={state !== 'closed'} onClose={close} title={TITLE} isCovered={isFailed}>
        {isChoosing && <PeriodForm actor={actor} initial={chosen ?? period ?? latest} />}
        {!isChoosing && sending && chosen && (
          <Stack gap="sm">
            <Text role={state === 'told' ? 'status' : undefined}>
              {periodInWords(chosen)}: {willBeEmailed(sending.count)}
            </Text>
            <Skipped skipped={sending.skipped} />
            <Group justify="flex-end" gap="xs">
              {state === 'told' ? (
                <Button data-autofocus onClick={close}>
                  OK
                </Button>
              ) : (
                <>
                  <Button variant="default" disabled={isSending} onClick={() => actor.send({ type: 'period.change' })}>
                    Back
                  </Button>
                  <SteadyButton
                    data-autofocus
                    isBusy={isSending}
                    disabled={!canSend && !isSending}
                    onClick={() => actor.send({ type: 'sending.confirm' })}
                  >
                    Send
                  </SteadyButton>
                </>
              )}
            </Group>
          </Stack>
        )}
      </Dialog>
      {isFailed && (
        <MessageDialog
          title="Not sent"
          message={message ?? ''}
          onClose={() => actor.send({ type: 'failure.dismiss' })}
        />
      )}
    </>
  )
}
