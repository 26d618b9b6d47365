import { Alert, Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useSelector } from '@xstate/react'
import { useEffect, useMemo } from 'react'
import { Link, useLocation } from 'wouter'
import { passwordReplies } from '#contract/passwords.ts'
import { changePasswordFormSchema } from '#domain/passwords.ts'
import { changePasswordBy } from '#machines/session/password-machines.ts'
import { onInvalid } from '#screens/form/focus-first-invalid.ts'
import { useApiClient, useSession, useSessionActor } from '#screens/provided.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'
import { PasswordField } from '#ui/password-field/password-field.tsx'
import { SteadyButton } from '#ui/steady-button/steady-button.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'

const blank = { oldPassword: '', newPassword: '', confirmNewPassword: '' }

/** Changes the own password (spec 3, section 2). */
export const ChangePasswordScreen = () => {
  const client = useApiClient()
  const { userId } = useSession()
  const email = useSelector(useSessionActor(), ({ context }) => context.session?.userEmail ?? '')
  const change = useActorRef(useMemo(() => changePasswordBy(client, { id: userId, email }), [client, userId, email]))
  const snapshot = useSelector(change, (current) => current)
  const { wrongOld, message } = snapshot.context
  const [, navigate] = useLocation()
  const form = useForm({
    initialValues: blank,
    validate: schemaResolver(changePasswordFormSchema, { sync: true }),
    onValuesChange: (values, previous) => {
      for (const field of ['oldPassword', 'newPassword', 'confirmNewPassword'] as const) {
        if (values[field] !== previous[field]) change.send({ type: 'field.edit', field })
      }
    },
  })
  const { setErrors } = form
  useEffect(() => {
    const listeners = [
      change.on('form.refused', ({ fields }) => setErrors(fields)),
      change.on('change.finished', () => navigate('/')),
    ]
    return () => {
      for (const { unsubscribe } of listeners) unsubscribe()
    }
  }, [change, setErrors, navigate])
  return (
    <Paper withBorder p="xl" maw={440}>
      <Title order={1}>Change Password</Title>
      <Text c="dimmed" size="sm" mb="lg">
        Your other devices will be signed out.
      </Text>
      <form
        noValidate
        onSubmit={form.onSubmit((values) => change.send({ type: 'form.submit', form: values }), onInvalid)}
      >
        <Stack gap="sm">
          {/* Password managers look for it. */}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <PasswordField
            label="Current Password"
            autoComplete="current-password"
            {...form.getInputProps('oldPassword')}
            error={form.errors.oldPassword ?? wrongOld}
          />
          <NewPasswordFields
            chosen={{ label: 'New Password', ...form.getInputProps('newPassword') }}
            confirmed={{ label: 'Confirm New Password', ...form.getInputProps('confirmNewPassword') }}
            onCompare={() => form.validateField('confirmNewPassword')}
          />
          {message !== undefined && (
            <Alert color="red" variant="light" role="alert" style={{ overflowWrap: 'anywhere' }}>
              {message}
            </Alert>
          )}
          <Group justify="flex-end" mt="xs">
            <Button component={Link} href="/" variant="default">
              Cancel
            </Button>
            <SteadyButton type="submit" isBusy={snapshot.hasTag('busy')}>
              Submit
            </SteadyButton>
          </Group>
        </Stack>
      </form>
      {snapshot.matches('saved') && (
        <MessageDialog
          title="Done"
          message={passwordReplies.changed}
          onClose={() => change.send({ type: 'success.dismiss' })}
        />
      )}
    </Paper>
  )
}
