/** Invites providers to their accounts: one from its row or page, or many at once. */
import { List, ScrollArea, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useSelector } from '@xstate/react'
import { useCallback, useEffect, useState } from 'react'
import { callOf } from '#contract/call.ts'
import type { BodyOf, DataOf } from '#contract/endpoint.ts'
import { checkInvitations, inviteProviders, type ProviderRow, resendInvitation } from '#contract/providers.ts'
import { type AccountState, accountMessages, inviteDetails, inviteQuestion } from '#domain/account.ts'
import { counted } from '#domain/words.ts'
import type { RowAction } from '#screens/list/list-definition.ts'
import { RowActionDialogs, useRowAction } from '#screens/list/row-action.tsx'
import { useAction } from '#screens/use-calls.ts'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { IconAction } from '#ui/icon-action/icon-action.tsx'
import { IconMailForward } from '#ui/icons/mail-forward.ts'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'

/** What the button that invites one provider says; undefined for someone who cannot be invited. */
export const inviteLabel = (state: AccountState | null): string | undefined => {
  if (state === 'notInvited') return 'Invite'
  return state === 'invited' ? 'Resend invitation' : undefined
}

/** 'Invite Nina Newcomer', 'Resend invitation to Nina Newcomer' */
const inviteName = (state: AccountState | null, name: string): string =>
  state === 'notInvited' ? `Invite ${name}` : `Resend invitation to ${name}`

interface ButtonProps {
  readonly provider: Pick<ProviderRow, 'providerName' | 'accountState'>
  readonly onClick: () => void
}

/** The row's button; nothing for someone who cannot be invited. */
export const InviteAction = ({ provider: { providerName, accountState }, onClick }: ButtonProps) => {
  const label = inviteLabel(accountState)
  return (
    label && (
      <IconAction
        icon={IconMailForward}
        label={inviteName(accountState, providerName)}
        tooltip={label}
        onClick={onClick}
      />
    )
  )
}

interface Invitable {
  readonly id: number
  readonly name: string
}

const inviting: RowAction<Invitable, { readonly emailId: string }> = {
  call: callOf(resendInvitation, ({ id }: Invitable) => ({ body: { id } })),
  failed: 'Not sent',
}

const nameOf = ({ name }: Invitable) => name

/**
 * Sends one provider an invitation, also again.
 *
 * @param onDone also after a refusal: what the page shows may be out of date
 */
export const useInvitation = (onDone: () => void) => {
  const wasInvited = useCallback(
    ({ emailId }: { readonly emailId: string }) => {
      notifications.show({ message: accountMessages.invited(emailId) })
      onDone()
    },
    [onDone],
  )
  const { action, begin } = useRowAction(inviting, wasInvited)
  return {
    begin,
    dialog: (
      <RowActionDialogs action={action} definition={inviting} nameOf={nameOf} onDone={onDone} onRefused={onDone} />
    ),
  }
}

type Checked = DataOf<typeof checkInvitations>
type Sent = DataOf<typeof inviteProviders>

/** The chosen providers, or all that match a list's filters. */
export type InvitationScope = Pick<BodyOf<typeof checkInvitations>, 'providerIds' | 'filters'>

const check = callOf(checkInvitations, (scope: InvitationScope) => ({ body: scope }))
const send = callOf(inviteProviders, ({ toInvite }: Checked) => ({
  body: { providerIds: toInvite.map(({ id }) => id) },
}))

const LeftOut = ({ leftOut }: Pick<Sent, 'leftOut'>) => (
  <Stack component="section" aria-label="Left out" gap={4} mt="xs">
    <Text size="sm" fw={600}>
      Left out: {counted(leftOut.length, 'provider')}
    </Text>
    <ScrollArea.Autosize
      mah="40dvh"
      type="auto"
      viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': 'Providers who are left out' }}
    >
      <List size="sm" spacing={2} style={{ overflowWrap: 'anywhere' }}>
        {leftOut.map(({ id, name, reason }) => (
          <List.Item key={id}>
            <bdi>{name}</bdi>: {reason}
          </List.Item>
        ))}
      </List>
    </ScrollArea.Autosize>
  </Stack>
)

/**
 * Sends invitations to several providers: looks who can be invited, asks, and says who was left out.
 *
 * @param onDone also after a refusal
 */
export const useInvitations = (onDone: () => void) => {
  const checking = useAction(check)
  const sending = useAction(send)
  const [result, setResult] = useState<Sent>()
  useEffect(() => {
    const checked = checking.on('action.done', ({ outcome }) => sending.send({ type: 'action.ask', subject: outcome }))
    const sent = sending.on('action.done', ({ outcome }) => {
      if (outcome.leftOut.length > 0) setResult(outcome)
      else notifications.show({ message: accountMessages.invitedAll(outcome.invited) })
      onDone()
    })
    return () => {
      checked.unsubscribe()
      sent.unsubscribe()
    }
  }, [checking, sending, onDone])
  const state = useSelector(sending, ({ value }) => value)
  const invitees = useSelector(sending, ({ context }) => context.subject)
  const sendingFailure = useSelector(sending, ({ context }) => context.message)
  const isChecking = useSelector(checking, (snapshot) => snapshot.hasTag('busy'))
  const isUnchecked = useSelector(checking, (snapshot) => snapshot.hasTag('failed'))
  const checkFailure = useSelector(checking, ({ context }) => context.message)
  const failed = isUnchecked ? checking : state === 'failed' ? sending : undefined
  const cancel = () => sending.send({ type: 'action.cancel' })
  const isAsking = state === 'confirming' || state === 'running'
  return {
    isChecking,
    begin: (scope: InvitationScope) => checking.send({ type: 'action.run', subject: scope }),
    dialogs: (
      <>
        {isAsking && invitees && invitees.toInvite.length === 0 && (
          <MessageDialog title={accountMessages.nobodyToInvite} message="" onClose={cancel}>
            {invitees.leftOut.length > 0 && <LeftOut leftOut={invitees.leftOut} />}
          </MessageDialog>
        )}
        {isAsking && invitees && invitees.toInvite.length > 0 && (
          <ConfirmDialog
            question={inviteQuestion(invitees.toInvite.length)}
            details={inviteDetails(invitees.more)}
            confirmLabel="Send"
            isBusy={state === 'running'}
            onCancel={cancel}
            onConfirm={() => sending.send({ type: 'action.confirm' })}
          >
            {invitees.leftOut.length > 0 && <LeftOut leftOut={invitees.leftOut} />}
          </ConfirmDialog>
        )}
        {result && (
          <MessageDialog
            title={accountMessages.invitedAll(result.invited)}
            message=""
            onClose={() => setResult(undefined)}
          >
            <LeftOut leftOut={result.leftOut} />
          </MessageDialog>
        )}
        {failed && (
          <MessageDialog
            title="Not sent"
            message={(failed === checking ? checkFailure : sendingFailure) ?? 'Please try again.'}
            onClose={() => {
              failed.send({ type: 'failure.dismiss' })
              onDone()
            }}
          />
        )}
      </>
    ),
  }
}
