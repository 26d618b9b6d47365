import { Checkbox, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useSelector } from '@xstate/react'
import type { ActorRefFrom } from 'xstate'
import type { RoleMapping } from '#contract/permissions.ts'
import { ROLE_NAMES } from '#domain/roles.ts'
import { inWords } from '#domain/words.ts'
import type { PermissionsSnapshot, permissionsMachine } from '#machines/people/permissions.machine.ts'
import { RecordButtons } from '#screens/form/record-dialog.tsx'
import { useRolesOfScreen } from '#screens/provided.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { DataTable, numberColumn } from '#ui/data-table/data-table.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { FailedToRead } from '#ui/failed-to-read/failed-to-read.tsx'
import { MessageDialog } from '#ui/message-dialog/message-dialog.tsx'

export type PermissionsActor = ActorRefFrom<typeof permissionsMachine>

const TITLE = 'Assign Permission To'

const selectState = ({ value }: PermissionsSnapshot) => value
const selectContext = ({ context }: PermissionsSnapshot) => context
const selectIsBusy = (snapshot: PermissionsSnapshot) => snapshot.hasTag('busy')

interface RolesProps {
  readonly permissions: PermissionsActor
  readonly roles: readonly RoleMapping[]
  /** Whether the screen's key would open anything for the role. */
  readonly canOpen: (role: string) => boolean
  readonly isBusy: boolean
}

const Roles = ({ permissions, roles, canOpen, isBusy }: RolesProps) => {
  const form = useForm({ initialValues: { roleIds: roles.filter(({ isActive }) => isActive).map(({ id }) => id) } })
  const { roleIds } = form.values
  const toggle = (id: number) =>
    form.setFieldValue('roleIds', roleIds.includes(id) ? roleIds.filter((other) => other !== id) : [...roleIds, id])
  return (
    <form onSubmit={form.onSubmit((values) => permissions.send({ type: 'roles.submit', ...values }))}>
      <DataTable
        ariaLabel="Roles"
        columns={[
          numberColumn('S.No'),
          { key: 'name', title: 'User Role', render: ({ name }) => name },
          {
            key: 'access',
            title: 'Provide Access',
            width: '9rem',
            render: ({ id, name, isActive }) => (
              <Checkbox
                aria-label={`Provide Access to ${name}`}
                checked={roleIds.includes(id)}
                disabled={isBusy || !(isActive || canOpen(name))}
                onChange={() => toggle(id)}
              />
            ),
          },
        ]}
        rows={roles}
        keyOf={({ id }) => id}
        emptyText="No Data Found"
      />
      <RecordButtons isBusy={isBusy} onCancel={() => permissions.send({ type: 'dialog.close' })} saveLabel="Submit" />
    </form>
  )
}

/** Which roles may open a screen, with the question before a loss and the server's answer (spec 1, section 2). */
export const RoleDialog = ({ permissions }: { readonly permissions: PermissionsActor }) => {
  const state = useSelector(permissions, selectState)
  const { screen, roles, message } = useSelector(permissions, selectContext)
  const isBusy = useSelector(permissions, selectIsBusy)
  const only = useRolesOfScreen(screen?.screen)
  const isForAll = only === undefined || only.length === ROLE_NAMES.length
  const canOpen = (role: string) => isForAll || only.some((name) => name === role)
  if (state === 'saved') {
    return (
      <MessageDialog
        title={TITLE}
        message={message ?? ''}
        onClose={() => permissions.send({ type: 'result.dismiss' })}
      />
    )
  }
  return (
    <>
      <Dialog
        opened={state !== 'closed'}
        onClose={() => permissions.send({ type: 'dialog.close' })}
        isCovered={state === 'confirmingLoss' || state === 'failed'}
        title={TITLE}
        description={
          <Text c="dimmed" size="sm" mb="sm" style={{ overflowWrap: 'anywhere' }}>
            {screen?.name}
            {!isForAll && `. Only ${inWords(only)} can open this screen.`}
          </Text>
        }
      >
        {state === 'unread' ? (
          <FailedToRead
            message={message ?? 'The roles could not be loaded.'}
            onRetry={() => permissions.send({ type: 'roles.retry' })}
          />
        ) : state === 'loading' ? (
          <Stack role="status" aria-label="Loading...">
            <VisuallyHidden>Loading…</VisuallyHidden>
            <Skeleton height={34} />
            <Skeleton height={90} />
          </Stack>
        ) : (
          <Roles permissions={permissions} roles={roles} canOpen={canOpen} isBusy={isBusy} />
        )}
      </Dialog>
      {state === 'confirmingLoss' && (
        <ConfirmDialog
          question="Are you sure you want to remove your own access?"
          details="Your role will no longer be able to open Permissions."
          destructiveLabel="Remove my access"
          onCancel={() => permissions.send({ type: 'loss.cancel' })}
          onConfirm={() => permissions.send({ type: 'loss.confirm' })}
        />
      )}
      {state === 'failed' && (
        <MessageDialog
          title="Not saved"
          message={message ?? 'The roles could not be saved.'}
          onClose={() => permissions.send({ type: 'failure.dismiss' })}
        />
      )}
    </>
  )
}
