import { Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useSelector } from '@xstate/react'
import { type ReactNode, useCallback, useEffect } from 'react'
import type { ActorRefFrom } from 'xstate'
import { z } from 'zod'
import { dayReasonSchema } from '#contract/day.ts'
import { formatDate } from '#domain/time.ts'
import type { RecordCalls } from '#machines/common/page-machines.ts'
import type { RecordFormMachine, RecordFormSnapshot } from '#machines/common/record-form.machine.ts'
import type { ProviderStatus } from '#machines/schedule/day-status.ts'
import { type DraftedFields, DraftedForm, useKeepFields } from '#screens/form/drafted-form.tsx'
import { onInvalid } from '#screens/form/focus-first-invalid.ts'
import { RecordButtons, RecordDialog, useRefusedFields } from '#screens/form/record-dialog.tsx'
import { useRecordForm } from '#screens/use-calls.ts'

/** The provider's day that a decision is about. */
export type DecidedDay = Pick<ProviderStatus, 'providerId' | 'providerName' | 'date'>

type Actor<Stored> = ActorRefFrom<RecordFormMachine<DecidedDay, Stored, string, null>>

const contentSchema = z.object({ reason: z.string() })

interface FieldsProps<Stored> extends DraftedFields<z.output<typeof contentSchema>, string> {
  readonly actor: Actor<Stored>
  readonly isBusy: boolean
  readonly saveLabel: string
}

const ReasonFields = <Stored,>({ actor, isBusy, saveLabel, restored, draft, submit }: FieldsProps<Stored>) => {
  const form = useForm({
    initialValues: restored ?? { reason: '' },
    validate: { reason: (reason) => dayReasonSchema.safeParse(reason).error?.issues[0]?.message ?? null },
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
      <RecordButtons isBusy={isBusy} saveLabel={saveLabel} onCancel={() => actor.send({ type: 'form.close' })} />
    </form>
  )
}

/** An administrator's decision on a provider's day that needs a reason. */
export interface DecisionDefinition<Stored> {
  readonly calls: RecordCalls<DecidedDay, Stored, string, null>
  /** The dialog's title and button. */
  readonly title: string
  /** As in 'has been …'. */
  readonly done: string
  /** What follows from it; comes after the provider and the date. */
  readonly effect: string
  /** What the reason's draft is stored under. */
  readonly draft: string
  /** The day, above the reason. */
  readonly above?: (stored: Stored) => ReactNode
}

interface DialogProps<Stored> {
  readonly form: Actor<Stored>
  readonly definition: DecisionDefinition<Stored>
}

const DecisionDialog = <Stored,>({ form, definition }: DialogProps<Stored>) => {
  const { title, effect, draft, above } = definition
  const day = useSelector(form, ({ context }: RecordFormSnapshot<DecidedDay, Stored, string, null>) => context.subject)
  return (
    <RecordDialog form={form} title={title}>
      {(stored, isBusy) =>
        day && (
          <>
            <Text size="sm" c="dimmed" mb="xs">
              <bdi>{day.providerName}</bdi>, {formatDate(day.date)}: {effect}
            </Text>
            {above?.(stored)}
            <DraftedForm
              actor={form}
              name={`${draft}/${day.providerId}/${day.date}`}
              noun="reason"
              content={contentSchema}
              stored={stored}
              basisOf={() => null}
              withBasis={(current) => current}
            >
              {(drafted) => <ReasonFields actor={form} isBusy={isBusy} saveLabel={title} {...drafted} />}
            </DraftedForm>
          </>
        )
      }
    </RecordDialog>
  )
}

interface DayDecision {
  readonly open: (day: DecidedDay) => void
  /** Render it; empty while closed. */
  readonly dialog: ReactNode
}

/**
 * Asks for the reason, saves the decision and says so.
 *
 * @param onDecided called when the days shown are out of date
 */
export const useDayDecision = <Stored,>(definition: DecisionDefinition<Stored>, onDecided: () => void): DayDecision => {
  const form = useRecordForm(definition.calls)
  const { done } = definition
  useEffect(() => {
    const listeners = [
      form.on('record.saved', ({ subject: { providerName, date } }) => {
        onDecided()
        notifications.show({ message: `${formatDate(date)} has been ${done} for ${providerName}` })
      }),
      // Someone else may have decided in the meantime.
      form.on('form.closed', onDecided),
    ]
    return () => {
      for (const listener of listeners) listener.unsubscribe()
    }
  }, [form, done, onDecided])
  const open = useCallback((day: DecidedDay) => form.send({ type: 'form.open', subject: day }), [form])
  return { open, dialog: <DecisionDialog form={form} definition={definition} /> }
}
