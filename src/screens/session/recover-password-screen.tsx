import { Anchor, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useSelector } from '@xstate/react'
import { type ReactNode, useEffect, useMemo } from 'react'
import { Link, useLocation, useParams } from 'wouter'
import { passwordReplies } from '#contract/passwords.ts'
import { recoveryFormSchema } from '#domain/passwords.ts'
import { recoverPasswordBy } from '#machines/session/password-machines.ts'
import { onInvalid } from '#screens/form/focus-first-invalid.ts'
import { useApiClient } from '#screens/provided.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'
import { SteadyButton } from '#ui/steady-button/steady-button.tsx'
import { NewPasswordFields } from './new-password-fields.tsx'

interface Props {
  readonly title: string
  readonly intro: ReactNode
  /** The message after it was saved, until OK. */
  readonly done: string
  /** The title of the server's message if it wasn't. */
  readonly refused: string
}

/** The form behind a link by email: a new password, twice. */
export const ChoosePassword = ({ title, intro, done, refused }: Props) => {
  const { token = '' } = useParams()
  const client = useApiClient()
  const recovery = useActorRef(
    useMemo(() => recoverPasswordBy(client), [client]),
    { input: { token } },
  )
  const snapshot = useSelector(recovery, (current) => current)
  const [, navigate] = useLocation()
  const form = useForm({
    initialValues: { newPassword: '', confirmPassword: '' },
    validate: schemaResolver(recoveryFormSchema, { sync: true }),
  })
  const { setErrors } = form
  useEffect(() => {
    const listeners = [
      recovery.on('form.refused', ({ fields }) => setErrors(fields)),
      recovery.on('recovery.finished', () => navigate('/', { replace: true })),
    ]
    return () => {
      for (const { unsubscribe } of listeners) unsubscribe()
    }
  }, [recovery, setErrors, navigate])
  return (
    <Paper withBorder shadow="xs" p="xl" w="100%" maw={380}>
      <Title order={1}>{title}</Title>
      <Text c="dimmed" size="sm" mb="lg">
        {intro}
      </Text>
      <form
        noValidate
        onSubmit={form.onSubmit((values) => recovery.send({ type: 'form.submit', form: values }), onInvalid)}
      >
        <Stack gap="sm">
          <NewPasswordFields
            chosen={{ label: 'New Password', autoFocus: true, ...form.getInputProps('newPassword') }}
            confirmed={{ label: 'Confirm Password', ...form.getInputProps('confirmPassword') }}
            onCompare={() => form.validateField('confirmPassword')}
          />
          <Group justify="space-between" mt="xs">
            <Anchor component={Link} href="/login" size="sm">
              Back
            </Anchor>
            <SteadyButton type="submit" isBusy={snapshot.hasTag('busy')}>
              Submit
            </SteadyButton>
          </Group>
        </Stack>
      </form>
      {snapshot.matches('failed') && (
        <MessageDialog
          title={refused}
          message={snapshot.context.message ?? ''}
          onClose={() => recovery.send({ type: 'failure.dismiss' })}
        />
      )}
      {snapshot.matches('saved') && (
        <MessageDialog title="Done" message={done} onClose={() => recovery.send({ type: 'success.dismiss' })} />
      )}
    </Paper>
  )
}

/** The page behind a recovery link (spec 1, section 2). */
export const RecoverPasswordScreen = () => (
  <ChoosePassword
    title="Choose a new password"
    intro={
      <>
        You will be signed out on all devices. If this link no longer works,{' '}
        <Anchor component={Link} href="/login?forgotPassword=true" inherit underline="always">
          request a new one
        </Anchor>
        .
      </>
    }
    done={passwordReplies.changed}
    refused="Password not changed"
  />
)
