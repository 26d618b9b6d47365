import { Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useSelector } from '@xstate/react'
import { type ReactNode, useCallback, useEffect } from 'react'
import type { ActorRefFrom } from 'xstate'
import { z } from 'zod'
import { reasonSchema } from '#domain/reason.ts'
import type { RecordCalls } from '#machines/common/page-machines.ts'
import type { RecordFormMachine, RecordFormSnapshot } from '#machines/common/record-form.machine.ts'
import { type DraftedFields, DraftedForm, useKeepFields } from '#screens/form/drafted-form.tsx'
import { onInvalid } from '#screens/form/focus-first-invalid.ts'
import { RecordButtons, RecordDialog, useRefusedFields } from '#screens/form/record-dialog.tsx'
import { useRecordForm } from '#screens/use-calls.ts'

type Actor<Subject, Stored> = ActorRefFrom<RecordFormMachine<Subject, Stored, string, null>>

const contentSchema = z.object({ reason: z.string() })

interface FieldsProps<Subject, Stored> extends DraftedFields<z.output<typeof contentSchema>, string> {
  readonly actor: Actor<Subject, Stored>
  readonly isBusy: boolean
  readonly saveLabel: string
  readonly isRefusal: boolean
}

const ReasonFields = <Subject, Stored>({
  actor,
  isBusy,
  saveLabel,
  isRefusal,
  restored,
  draft,
  submit,
}: FieldsProps<Subject, Stored>) => {
  const form = useForm({
    initialValues: restored ?? { reason: '' },
    validate: { reason: (reason) => reasonSchema.safeParse(reason).error?.issues[0]?.message ?? null },
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
      <RecordButtons
        isBusy={isBusy}
        saveLabel={saveLabel}
        isRefusal={isRefusal}
        onCancel={() => actor.send({ type: 'form.close' })}
      />
    </form>
  )
}

/** An administrator's decision that needs a reason, such as the rejection of a provider's day. */
export interface DecisionDefinition<Stored, Subject> {
  readonly calls: RecordCalls<Subject, Stored, string, null>
  /** The dialog's title and button. */
  readonly title: string
  /** The button is red. */
  readonly isRefusal?: boolean
  /** What is decided on: the provider and the date, say. */
  readonly about: (subject: Subject) => ReactNode
  /** What follows from it; comes after `about`. */
  readonly effect: (subject: Subject) => string
  /** The message afterwards. */
  readonly decided: (subject: Subject) => string
  /** What the reason's draft is stored under. */
  readonly draft: (subject: Subject) => string
  /** What was loaded, above the reason. */
  readonly above?: (stored: Stored) => ReactNode
}

interface DialogProps<Subject, Stored> {
  readonly form: Actor<Subject, Stored>
  readonly definition: DecisionDefinition<Stored, Subject>
}

const DecisionDialog = <Subject, Stored>({ form, definition }: DialogProps<Subject, Stored>) => {
  const { title, isRefusal = false, about, effect, draft, above } = definition
  const subject = useSelector(form, ({ context }: RecordFormSnapshot<Subject, Stored, string, null>) => context.subject)
  return (
    <RecordDialog form={form} title={title}>
      {(stored, isBusy) =>
        subject !== undefined && (
          <>
            <Text size="sm" c="dimmed" mb="xs">
              {about(subject)}: {effect(subject)}
            </Text>
            {above?.(stored)}
            <DraftedForm
              actor={form}
              name={draft(subject)}
              noun="reason"
              content={contentSchema}
              stored={stored}
              basisOf={() => null}
              withBasis={(current) => current}
            >
              {(drafted) => (
                <ReasonFields actor={form} isBusy={isBusy} saveLabel={title} isRefusal={isRefusal} {...drafted} />
              )}
            </DraftedForm>
          </>
        )
      }
    </RecordDialog>
  )
}

interface Decision<Subject> {
  readonly open: (subject: Subject) => void
  /** Render it; empty while closed. */
  readonly dialog: ReactNode
}

/**
 * Asks for the reason, saves the decision and says so.
 *
 * @param onDecided called when what is shown may be out of date
 * @param onSaved called once the decision is stored
 */
export const useDecision = <Stored, Subject>(
  definition: DecisionDefinition<Stored, Subject>,
  onDecided: () => void,
  onSaved?: () => void,
): Decision<Subject> => {
  const form = useRecordForm(definition.calls)
  const { decided } = definition
  useEffect(() => {
    const listeners = [
      form.on('record.saved', ({ subject }) => {
        onDecided()
        onSaved?.()
        notifications.show({ message: decided(subject) })
      }),
      // Someone else may have decided in the meantime.
      form.on('form.closed', onDecided),
    ]
    return () => {
      for (const listener of listeners) listener.unsubscribe()
    }
  }, [form, decided, onDecided, onSaved])
  const open = useCallback((subject: Subject) => form.send({ type: 'form.open', subject }), [form])
  return { open, dialog: <DecisionDialog form={form} definition={definition} /> }
}
