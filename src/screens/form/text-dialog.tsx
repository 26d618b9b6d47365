/** A dialog over one text of a record, such as a note: kept as a draft, and only shown where it can't be changed. */
import { Alert, Button, Group, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useSelector } from '@xstate/react'
import { type ReactNode, useMemo } from 'react'
import type { ActorRefFrom } from 'xstate'
import { z } from 'zod'
import type { Follows } from '#contract/follow.ts'
import type { RecordCalls } from '#machines/common/page-machines.ts'
import type { RecordFormMachine, RecordFormSnapshot } from '#machines/common/record-form.machine.ts'
import { type DraftedFields, DraftedForm, type DraftRules, useKeepFields } from './drafted-form.tsx'
import { RecordButtons, RecordDialog, useRefusedFields } from './record-dialog.tsx'

type Entries = Readonly<Record<string, string>>

export interface TextDialogDefinition<Subject, Stored> extends Omit<DraftRules<Stored, Entries>, 'content'> {
  readonly calls: RecordCalls<Subject, Stored, string, Stored>
  readonly title: (subject: Subject) => string
  /** What it is about, above the text. */
  readonly about?: (subject: Subject) => ReactNode
  /** The text's name on the wire and in drafts, which others than the dialog may show. */
  readonly field: string
  readonly label: (subject: Subject) => string
  readonly description?: string
  readonly maxLength: number
  /** Default 5 and 14. */
  readonly rows?: { readonly min: number; readonly max: number }
  readonly textOf: (stored: Stored) => string
  /** Why the text can't be changed; '' without a reason to show, null if it can be. */
  readonly readOnlyReason: (subject: Subject, stored: Stored) => string | null
  /** The draft's name. */
  readonly draft: (subject: Subject) => string
  /** What others change when they change the text. */
  readonly follows: (subject: Subject) => Follows
}

type Actor<Subject, Stored> = ActorRefFrom<RecordFormMachine<Subject, Stored, string, Stored>>

/** What a draft of the text holds. */
export const textContent = (field: string): z.ZodType<Entries> => z.object({ [field]: z.string() })

interface FieldsProps<Subject, Stored> extends DraftedFields<Entries, string> {
  readonly actor: Actor<Subject, Stored>
  readonly definition: TextDialogDefinition<Subject, Stored>
  readonly subject: Subject
  readonly stored: Stored
  readonly isBusy: boolean
}

const TextFields = <Subject, Stored>({
  actor,
  definition: { field, label, description, maxLength, rows = { min: 5, max: 14 }, textOf, readOnlyReason },
  subject,
  stored,
  isBusy,
  restored,
  draft,
  submit,
}: FieldsProps<Subject, Stored>) => {
  const form = useForm<Entries>({
    initialValues: restored ?? { [field]: textOf(stored) },
    onValuesChange: () => actor.send({ type: 'form.change' }),
  })
  useKeepFields(actor, draft, form.values)
  useRefusedFields(actor, form.setErrors)
  const close = () => actor.send({ type: 'form.close' })
  const reason = readOnlyReason(subject, stored)
  const isReadOnly = reason !== null
  return (
    <form onSubmit={form.onSubmit(({ [field]: text = '' }) => submit(text))}>
      {reason && (
        <Alert color="yellow" variant="light" mb="sm">
          {reason}
        </Alert>
      )}
      {/* A draft from before the text was closed stays readable. */}
      <Textarea
        data-autofocus
        label={label(subject)}
        description={description}
        autosize
        minRows={rows.min}
        maxRows={rows.max}
        maxLength={maxLength}
        readOnly={isBusy || isReadOnly}
        {...form.getInputProps(field)}
      />
      {isReadOnly ? (
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={close}>
            Close
          </Button>
        </Group>
      ) : (
        <RecordButtons isBusy={isBusy} onCancel={close} />
      )}
    </form>
  )
}

interface Props<Subject, Stored> {
  readonly form: Actor<Subject, Stored>
  readonly definition: TextDialogDefinition<Subject, Stored>
}

export const TextDialog = <Subject, Stored>({ form, definition }: Props<Subject, Stored>) => {
  const { calls, title, about, field, draft, follows, noun, basisOf, withBasis } = definition
  const content = useMemo(() => textContent(field), [field])
  const subject = useSelector(
    form,
    ({ context }: RecordFormSnapshot<Subject, Stored, string, Stored>) => context.subject,
  )
  return (
    <RecordDialog form={form} title={subject === undefined ? '' : title(subject)}>
      {(stored, isBusy) =>
        subject !== undefined && (
          <>
            {about && (
              <Text size="sm" c="dimmed" mb="xs">
                {about(subject)}
              </Text>
            )}
            <DraftedForm
              actor={form}
              name={draft(subject)}
              watched={{ read: calls.read, subject, follows: follows(subject) }}
              {...{ noun, content, stored, basisOf, withBasis }}
            >
              {(drafted) => <TextFields actor={form} {...{ definition, subject, stored, isBusy }} {...drafted} />}
            </DraftedForm>
          </>
        )
      }
    </RecordDialog>
  )
}
