import { Stack, Text } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useEffect } from 'react'
import { callOf } from '#contract/call.ts'
import { passwordReplies } from '#contract/passwords.ts'
import { resetProviderPassword } from '#contract/providers.ts'
import { accountMessages } from '#domain/account.ts'
import { type ResetPasswordForm, resetPasswordFormSchema } from '#domain/passwords.ts'
import type { RecordCalls } from '#machines/common/page-machines.ts'
import type { SaveRecordInput } from '#machines/common/record-form.machine.ts'
import { onInvalid } from '#screens/form/focus-first-invalid.ts'
import { RecordButtons, RecordDialog, type RecordFormActor, useRefusedFields } from '#screens/form/record-dialog.tsx'
import { useSaySaved } from '#screens/saved-dialog.tsx'
import { NewPasswordFields } from '#screens/session/new-password-fields.tsx'
import { useRecordForm } from '#screens/use-calls.ts'

/** The provider whose password is set. */
interface Subject {
  readonly id: number
  readonly providerName: string
}

/** Undefined if the password can be set. */
export const whyNoReset = ({
  isGmailUser,
  isSelf,
}: {
  readonly isGmailUser: boolean
  readonly isSelf: boolean
}): string | undefined => {
  if (isSelf) return accountMessages.ownPassword
  return isGmailUser ? 'Signs in with an identity provider and has no password.' : undefined
}

type ResetForm = RecordFormActor<Subject, Subject, ResetPasswordForm, unknown>

const calls: RecordCalls<Subject, Subject, ResetPasswordForm, unknown> = {
  read: { run: async (_, subject) => subject },
  save: callOf(resetProviderPassword, ({ subject, values }: SaveRecordInput<Subject, Subject, ResetPasswordForm>) => ({
    body: { id: subject.id, ...values },
  })),
}

interface FieldsProps {
  readonly actor: ResetForm
  readonly name: string
  readonly isBusy: boolean
}

const Fields = ({ actor, name, isBusy }: FieldsProps) => {
  const form = useForm<ResetPasswordForm>({
    initialValues: { newPassword: '', confirmNewPassword: '' },
    validate: schemaResolver(resetPasswordFormSchema, { sync: true }),
    onValuesChange: () => actor.send({ type: 'form.change' }),
  })
  useRefusedFields(actor, form.setErrors)
  return (
    <form noValidate onSubmit={form.onSubmit((values) => actor.send({ type: 'form.submit', values }), onInvalid)}>
      <Stack gap="sm">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {name} will be signed out on all devices. Tell them the new password yourself.
        </Text>
        <NewPasswordFields
          chosen={{ label: 'New Password', ...form.getInputProps('newPassword') }}
          confirmed={{ label: 'Confirm New Password', ...form.getInputProps('confirmNewPassword') }}
          onCompare={() => form.validateField('confirmNewPassword')}
        />
      </Stack>
      <RecordButtons isBusy={isBusy} onCancel={() => actor.send({ type: 'form.close' })} saveLabel="Submit" />
    </form>
  )
}

/**
 * Sets a provider's password (spec 3, section 2).
 *
 * @param onSaved the provider may have been invited, and is not anymore
 */
export const useResetPassword = (onSaved: () => void) => {
  const actor = useRecordForm(calls)
  const say = useSaySaved()
  useEffect(() => {
    const { unsubscribe } = actor.on('record.saved', () => {
      say(passwordReplies.changed)
      onSaved()
    })
    return unsubscribe
  }, [actor, say, onSaved])
  return {
    open: (subject: Subject) => actor.send({ type: 'form.open', subject }),
    dialog: (
      <RecordDialog form={actor} title="Reset Password">
        {(stored, isBusy) => <Fields actor={actor} name={stored.providerName} isBusy={isBusy} />}
      </RecordDialog>
    ),
  }
}
