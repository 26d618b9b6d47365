import { Group, Text, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useSelector } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import { passwordReplies } from '#contract/passwords.ts'
import { forgotPasswordFormSchema } from '#domain/passwords.ts'
import { forgotPasswordBy } from '#machines/session/password-machines.ts'
import { onInvalid } from '#screens/form/focus-first-invalid.ts'
import { useApiClient } from '#screens/provided.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'
import { SteadyButton } from '#ui/steady-button/steady-button.tsx'

interface Props {
  /** What the user has entered on the page. */
  readonly email: string
  readonly onClosed: () => void
}

/** Asks for a link to choose a new password (spec 1, section 2). */
export const ForgotPasswordDialog = ({ email, onClosed }: Props) => {
  const client = useApiClient()
  const forgot = useActorRef(useMemo(() => forgotPasswordBy(client), [client]))
  const snapshot = useSelector(forgot, (current) => current)
  useEffect(() => {
    const { unsubscribe } = forgot.on('dialog.closed', onClosed)
    return unsubscribe
  }, [forgot, onClosed])
  const form = useForm({
    initialValues: { email },
    validate: schemaResolver(forgotPasswordFormSchema, { sync: true }),
    validateInputOnBlur: true,
    onValuesChange: () => forgot.send({ type: 'field.edit' }),
  })
  if (snapshot.matches('sent')) {
    return (
      <MessageDialog
        title="Check your email"
        message={passwordReplies.sent}
        onClose={() => forgot.send({ type: 'success.dismiss' })}
      />
    )
  }
  return (
    <Dialog
      opened
      onClose={() => forgot.send({ type: 'dialog.close' })}
      title="Forgot Password"
      size="sm"
      description={
        <Text size="sm" c="dimmed" mb="sm">
          We will email you a link to choose a new password.
        </Text>
      }
    >
      <form
        noValidate
        onSubmit={form.onSubmit(
          (values) => forgot.send({ type: 'form.submit', form: forgotPasswordFormSchema.parse(values) }),
          onInvalid,
        )}
      >
        <TextInput
          label="Email Id"
          type="email"
          autoComplete="username"
          data-autofocus
          {...form.getInputProps('email')}
          error={form.errors.email ?? snapshot.context.refusal}
        />
        <Group justify="flex-end" mt="lg">
          <SteadyButton type="submit" isBusy={snapshot.hasTag('busy')}>
            Submit
          </SteadyButton>
        </Group>
      </form>
    </Dialog>
  )
}
