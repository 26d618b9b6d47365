import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { ActorRefFrom } from 'xstate'
import { lockOutMessages, lockOutPeriodSchema } from '#domain/billing/lock-out.ts'
import { type Period, periodInWords, suggestedEnd } from '#domain/billing/period.ts'
import { addDays, type LocalDate } from '#domain/time.ts'
import { type LockOutSnapshot, lockOutMachine } from '#machines/billing/lock-out.machine.ts'
import { RecordButtons, useRefusedFields } from '#screens/form/record-dialog.tsx'
import { useCheckedForm } from '#screens/form/use-checked-form.ts'
import { useProvided } from '#screens/provided.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { useNow } from '#screens/use-now.ts'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { DateField } from '#ui/date-field/date-field.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { IconLock } from '#ui/icons/lock.ts'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'
import { HalfMonths } from './half-months.tsx'
import { LeftOutInWords } from './left-out.tsx'

type Actor = ActorRefFrom<typeof lockOutMachine>

const selectMessage = ({ context }: LockOutSnapshot) => context.message
const selectLeftOut = ({ context }: LockOutSnapshot) => context.leftOut
const selectPeriod = ({ context }: LockOutSnapshot) => context.period
const selectIsOpen = (snapshot: LockOutSnapshot) => !snapshot.matches('closed')
const selectIsBusy = (snapshot: LockOutSnapshot) => snapshot.hasTag('busy')
const selectIsForcing = (snapshot: LockOutSnapshot) => snapshot.matches('forcing')
const selectIsAsking = (snapshot: LockOutSnapshot) => snapshot.matches('confirmingForce') || snapshot.matches('forcing')
const selectIsRefused = (snapshot: LockOutSnapshot) => snapshot.matches('refused')
const selectIsNothing = (snapshot: LockOutSnapshot) => snapshot.matches('nothingToLock')

const isSame = (one: Period, other: Period) => one.startDate === other.startDate && one.endDate === other.endDate

interface FormProps {
  readonly actor: Actor
  readonly today: LocalDate
  /** What the form opens with; otherwise it is empty. */
  readonly suggested: Period | undefined
  /** The days of the suggested half-month that are not locked yet. */
  readonly rest: Period | undefined
}

const PeriodForm = ({ actor, today, suggested, rest }: FormProps) => {
  const form = useForm<Period>({
    initialValues: { startDate: suggested?.startDate ?? '', endDate: suggested?.endDate ?? '' },
  })
  const isBusy = useSelector(actor, selectIsBusy)
  const isNothing = useSelector(actor, selectIsNothing)
  const message = useSelector(actor, selectMessage)
  useRefusedFields(actor, form.setErrors)
  const isRest =
    suggested !== undefined && rest !== undefined && isSame(form.values, suggested) && !isSame(rest, suggested)
  const { errorOf, submit } = useCheckedForm(form, lockOutPeriodSchema(today).safeParse(form.values), {
    onValid: (period) => actor.send({ type: 'period.submit', period: isRest ? { ...period, isRest } : period }),
  })
  const change = (changed: Partial<Period>) => {
    form.setValues(changed)
    actor.send({ type: 'period.change' })
  }
  const yesterday = addDays(today, -1)
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          Every day in the period becomes read-only, for all schools.
          {isRest && ` Only ${periodInWords(rest)} is not locked yet.`}
        </Text>
        <HalfMonths today={today} isDisabled={isBusy} onChoose={change} />
        <Group grow align="flex-start">
          <DateField
            label="Start Date"
            required
            readOnly={isBusy}
            maxDate={yesterday}
            value={form.values.startDate}
            error={errorOf('startDate')}
            onChange={(startDate) => {
              const endDate = startDate === '' ? undefined : suggestedEnd(startDate)
              change({ startDate, ...(endDate !== undefined && endDate < today && { endDate }) })
            }}
          />
          <DateField
            label="To Date"
            required
            readOnly={isBusy}
            maxDate={yesterday}
            value={form.values.endDate}
            error={errorOf('endDate')}
            onChange={(endDate) => change({ endDate })}
          />
        </Group>
        <div role="alert">
          {isNothing && (
            <Alert color="yellow" variant="light">
              {message}
            </Alert>
          )}
        </div>
      </Stack>
      <RecordButtons isBusy={isBusy} saveLabel="Lock Out" onCancel={() => actor.send({ type: 'dialog.close' })} />
    </form>
  )
}

interface Props {
  /** Called when what is shown may be out of date. */
  readonly onChanged: () => void
  /** What the dialog opens with; otherwise its dates are empty. */
  readonly period?: Period
  /** The days of that half-month that are not locked yet. */
  readonly rest?: Period
}

/** Opens the dialog that locks a period. */
export const LockOutButton = ({ onChanged, period: suggested, rest }: Props) => {
  const actor = useActorRef(useProvided(lockOutMachine))
  const { date: today } = useNow()
  const isOpen = useSelector(actor, selectIsOpen)
  const isAsking = useSelector(actor, selectIsAsking)
  const isForcing = useSelector(actor, selectIsForcing)
  const isRefused = useSelector(actor, selectIsRefused)
  const message = useSelector(actor, selectMessage)
  const leftOut = useSelector(actor, selectLeftOut)
  const period = useSelector(actor, selectPeriod)
  useEffect(() => {
    const { unsubscribe } = actor.on('period.locked', ({ message }) => {
      onChanged()
      notifications.show({ message })
    })
    return unsubscribe
  }, [actor, onChanged])
  return (
    <>
      <Button leftSection={<IconLock size={16} aria-hidden />} onClick={() => actor.send({ type: 'dialog.open' })}>
        Lock Out
      </Button>
      <Dialog
        opened={isOpen}
        onClose={() => actor.send({ type: 'dialog.close' })}
        title="Lock Out"
        isCovered={isAsking || isRefused}
      >
        <PeriodForm actor={actor} today={today} suggested={suggested} rest={rest} />
      </Dialog>
      {isAsking && leftOut && period && (
        <ConfirmDialog
          question={lockOutMessages.confirmForce}
          details={periodInWords(period)}
          destructiveLabel="Lock Out Anyway"
          isBusy={isForcing}
          onCancel={() => actor.send({ type: 'force.cancel' })}
          onConfirm={() => actor.send({ type: 'force.confirm' })}
        >
          <Text size="sm" mt="xs">
            Some days are not approved. They will be locked too, and left out of billing and payroll:{' '}
            <b>
              <LeftOutInWords of={leftOut} period={period} />
            </b>
          </Text>
        </ConfirmDialog>
      )}
      {isRefused && (
        <MessageDialog
          title="Not locked"
          message={message ?? ''}
          onClose={() => actor.send({ type: 'failure.dismiss' })}
        />
      )}
    </>
  )
}
