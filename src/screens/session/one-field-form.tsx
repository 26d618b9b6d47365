import { TextInput, type TextInputProps } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { onInvalid } from '#screens/form/focus-first-invalid.ts'
import { RecordButtons, type RecordFormActor, useRefusedFields } from '#screens/form/record-dialog.tsx'

interface Props<Subject, Stored, Outcome>
  extends Pick<TextInputProps, 'label' | 'description' | 'inputMode' | 'autoComplete' | 'autoFocus'> {
  readonly actor: RecordFormActor<Subject, Stored, string, Outcome>
  /** The field's name in the server's messages. */
  readonly name: string
  readonly initial: string
  readonly schema: z.ZodType<string>
  readonly isBusy: boolean
  readonly saveLabel: string
  /** Above the field. */
  readonly children?: ReactNode
}

/** The form of a dialog that asks for one text. */
export const OneFieldForm = <Subject, Stored, Outcome>({
  actor,
  name,
  initial,
  schema,
  isBusy,
  saveLabel,
  children,
  ...input
}: Props<Subject, Stored, Outcome>) => {
  const form = useForm<Record<string, string>>({
    initialValues: { [name]: initial },
    validate: schemaResolver(z.object({ [name]: schema }), { sync: true }),
    validateInputOnBlur: false,
  })
  useRefusedFields(actor, form.setErrors)
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        (values) => actor.send({ type: 'form.submit', values: schema.parse(values[name]) }),
        onInvalid,
      )}
    >
      {children}
      <TextInput required data-autofocus readOnly={isBusy} {...input} {...form.getInputProps(name)} />
      <RecordButtons isBusy={isBusy} onCancel={() => actor.send({ type: 'form.close' })} saveLabel={saveLabel} />
    </form>
  )
}
