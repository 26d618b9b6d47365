import { Button, Group, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useSelector } from '@xstate/react'
import type { SnapshotFrom } from 'xstate'
import type { identityCheckMachine } from '#machines/session/identity-check.machine.ts'
import { IdentityProofForm } from '#screens/session/identity-proof-form.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { FailedToRead } from '#ui/failed-to-read/failed-to-read.tsx'
import type { AppServices } from './compose.ts'

type Snapshot = SnapshotFrom<typeof identityCheckMachine>

const selectIsUnable = (snapshot: Snapshot) => snapshot.matches({ open: 'unable' })
const selectIsUnread = (snapshot: Snapshot) => snapshot.hasTag('failed')
const selectFailure = ({ context }: Snapshot) => context.failure
const selectProof = ({ children }: Snapshot) => children.identityProof

interface UnableProps {
  readonly onCancel: () => void
  readonly onSignOut: () => void
}

const UnableToProve = ({ onCancel, onSignOut }: UnableProps) => (
  <>
    <Text>You have no password or passkey here. Sign out and sign in again, then continue within ten minutes.</Text>
    <Group justify="flex-end" mt="lg" gap="xs">
      <Button variant="default" onClick={onCancel}>
        Cancel
      </Button>
      <Button data-autofocus onClick={onSignOut}>
        Sign out
      </Button>
    </Group>
  </>
)

/** Above every dialog that waits for it, below those about the end of the session. */
const LAYER = 900

/** Asks the user to prove who they are, before calls that need it. */
export const IdentityDialog = ({ app: { identityCheck, session } }: { readonly app: AppServices }) => {
  const isUnable = useSelector(identityCheck, selectIsUnable)
  const isUnread = useSelector(identityCheck, selectIsUnread)
  const failure = useSelector(identityCheck, selectFailure)
  const proof = useSelector(identityCheck, selectProof)
  const cancel = () => identityCheck.send({ type: 'check.cancel' })
  return (
    <Dialog
      opened
      onClose={cancel}
      title="Confirm that it's you"
      size="sm"
      closeOnClickOutside={false}
      zIndex={LAYER}
      description={
        !isUnable && (
          <Text c="dimmed" size="sm" mb="md">
            This protects your account if someone else uses your device.
          </Text>
        )
      }
    >
      {isUnable ? (
        <UnableToProve onCancel={cancel} onSignOut={() => session.send({ type: 'session.close' })} />
      ) : isUnread ? (
        <FailedToRead
          message={failure ?? 'Your sign-in methods could not be loaded.'}
          onRetry={() => identityCheck.send({ type: 'methods.retry' })}
        />
      ) : proof ? (
        <IdentityProofForm actor={proof} cancelLabel="Cancel" />
      ) : (
        <Stack role="status" aria-label="Loading...">
          <VisuallyHidden>Loading…</VisuallyHidden>
          <Skeleton height={34} />
          <Skeleton height={34} />
        </Stack>
      )}
    </Dialog>
  )
}
