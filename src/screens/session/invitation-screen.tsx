import { Alert, Anchor, Group, Loader, Paper, Text, Title } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { type ReactNode, useMemo } from 'react'
import { Link, useParams } from 'wouter'
import { callOf } from '#contract/call.ts'
import { checkInvitation, renewInvitation } from '#contract/passwords.ts'
import { accountMessages } from '#domain/account.ts'
import { actionMachine, detailsMachine } from '#machines/common/page-machines.ts'
import { useApiClient } from '#screens/provided.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { useTold } from '#screens/use-told.ts'
import { FailedToRead } from '#ui/failed-to-read/failed-to-read.tsx'
import { SteadyButton } from '#ui/steady-button/steady-button.tsx'
import { ChoosePassword } from './recover-password-screen.tsx'

const checking = callOf(checkInvitation, (token: string) => ({ body: { token } }))
const renewing = callOf(renewInvitation, (token: string) => ({ body: { token } }))

const TITLE = 'Welcome to Homeroom'

const Frame = ({ children }: { readonly children: ReactNode }) => (
  <Paper withBorder shadow="xs" p="xl" w="100%" maw={380}>
    <Title order={1} mb="md">
      {TITLE}
    </Title>
    {children}
  </Paper>
)

/** The link is proof enough of who they are to send them another one. */
const Expired = ({ token }: { readonly token: string }) => {
  const client = useApiClient()
  const renewal = useActorRef(useMemo(() => actionMachine(client, renewing), [client]))
  const isBusy = useSelector(renewal, (snapshot) => snapshot.hasTag('busy'))
  const isDone = useSelector(renewal, (snapshot) => snapshot.matches('done'))
  const failure = useSelector(renewal, (snapshot) =>
    snapshot.matches('failed') ? (snapshot.context.message ?? 'Please try again.') : undefined,
  )
  if (isDone) return <Text role="status">{accountMessages.renewed}</Text>
  const renew = () => {
    if (failure !== undefined) renewal.send({ type: 'failure.dismiss' })
    renewal.send({ type: 'action.run', subject: token })
  }
  return (
    <>
      <Text mb="md">This invitation has expired. We can send a new one to the same email address.</Text>
      {failure !== undefined && (
        <Alert color="red" variant="light" role="alert" mb="md">
          {failure}
        </Alert>
      )}
      <SteadyButton isBusy={isBusy} onClick={renew}>
        Send a new invitation
      </SteadyButton>
    </>
  )
}

/** The page behind the link of an invitation, where a provider chooses the first password. */
export const InvitationScreen = () => {
  const { token = '' } = useParams()
  const client = useApiClient()
  const invitation = useActorRef(useMemo(() => detailsMachine(client, checking), [client]))
  useTold(invitation, { type: 'details.open', subject: token })
  const { data, message } = useSelector(invitation, ({ context }) => context)
  const hasFailed = useSelector(invitation, (snapshot) => snapshot.hasTag('failed'))
  if (hasFailed && message) {
    return (
      <Frame>
        <Text mb="md">{message}</Text>
        <Group justify="space-between">
          <Anchor component={Link} href="/login" size="sm">
            Login
          </Anchor>
          <Anchor component={Link} href="/login?forgotPassword=true" size="sm">
            Request a new link
          </Anchor>
        </Group>
      </Frame>
    )
  }
  if (hasFailed) {
    return (
      <Frame>
        <FailedToRead
          message="The invitation could not be loaded."
          onRetry={() => invitation.send({ type: 'details.retry' })}
        />
      </Frame>
    )
  }
  if (data === undefined) {
    return (
      <Frame>
        <Loader aria-label="Loading" size="sm" />
      </Frame>
    )
  }
  return data.isExpired ? (
    <Frame>
      <Expired token={token} />
    </Frame>
  ) : (
    <ChoosePassword
      title={TITLE}
      intro="Choose your password. From now on, you sign in with it and your email address."
      done="Your password is set. You can sign in with it now."
      refused="Password not set"
    />
  )
}
