import { Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { createContext, useCallback, useContext, useEffect } from 'react'
import type { ActorRefFrom } from 'xstate'
import { allOf, callOf } from '#contract/call.ts'
import { choiceFilter, filtersOf, type Option, sortFilter, textFilter } from '#contract/filters.ts'
import {
  activateUser,
  changeUserRole,
  getRoles,
  getUser,
  getUsers,
  USER_STATES,
  type User,
  unlinkIdentity,
} from '#contract/permissions.ts'
import { resetSignInMethods } from '#contract/second-factor.ts'
import { accessMessages } from '#domain/access.ts'
import type { RecordCalls } from '#machines/common/page-machines.ts'
import type { PagedListActor } from '#machines/common/paged-list.machine.ts'
import type { RecordFormMachine } from '#machines/common/record-form.machine.ts'
import { onInvalid } from '#screens/form/focus-first-invalid.ts'
import { RecordButtons, RecordDialog, useRefusedFields } from '#screens/form/record-dialog.tsx'
import { Instant } from '#screens/instant.tsx'
import { defineList, type RowAction } from '#screens/list/list-definition.ts'
import { ListView } from '#screens/list/list-screen.tsx'
import { RowActionDialogs, useRowAction } from '#screens/list/row-action.tsx'
import { useList } from '#screens/list/use-list.ts'
import { useRecordForm } from '#screens/use-calls.ts'
import { IconAction } from '#ui/icon-action/icon-action.tsx'
import { IconKeyOff } from '#ui/icons/key-off.ts'
import { IconPencil } from '#ui/icons/pencil.ts'
import { IconUnlink } from '#ui/icons/unlink.ts'
import { IdSelect } from '#ui/id-select/id-select.tsx'
import { AccessPages } from './access-pages.tsx'

interface UserAndRoles {
  readonly user: User
  readonly roles: readonly Option[]
}

const roleCalls: RecordCalls<number, UserAndRoles, number, null> = {
  read: allOf<number, UserAndRoles>({
    user: callOf(getUser, (id) => ({ query: { id } })),
    roles: callOf(getRoles, () => ({})),
  }),
  save: callOf(changeUserRole, ({ stored: { user }, values: roleId }) => ({
    body: { id: user.id, roleId, entityCacheKey: user.entityCacheKey },
  })),
}

type RoleForm = ActorRefFrom<RecordFormMachine<number, UserAndRoles, number, null>>

const FormContext = createContext<RoleForm | undefined>(undefined)

const ChangeRole = ({ of: { id, name, isSelf } }: { readonly of: User }) => {
  const form = useContext(FormContext)
  return (
    <IconAction
      icon={IconPencil}
      label={`Change the role of ${name}`}
      tooltip="Change role"
      disabled={isSelf}
      onClick={() => form?.send({ type: 'form.open', subject: id })}
    />
  )
}

export const userList = defineList({
  heading: 'Users',
  // Sign-ins and sign-in methods are announced only to the user they belong to.
  missesChanges: true,
  filters: filtersOf(
    textFilter('search'),
    choiceFilter('role', 'Role', { call: callOf(getRoles, () => ({})) }),
    choiceFilter('state', 'Status', USER_STATES),
    sortFilter({ name: 'Name', email: 'Email' }),
  ),
  endpoint: getUsers,
  request: ({ search, role, state, sort }) => ({
    query: { keywords: search.trim() || undefined, roleId: role, stateId: state, sort: sort || undefined },
  }),
  columns: [
    { key: 'name', title: 'Name', render: ({ name, isSelf }) => (isSelf ? `${name} (you)` : name) },
    { key: 'email', title: 'Email', render: ({ email }) => email },
    { key: 'role', title: 'Role', render: ({ role }) => role },
    {
      key: 'lastSignIn',
      title: 'Last Sign-In',
      render: ({ lastSignInUtc: at }) => (at === null ? 'Never' : <Instant at={at} />),
    },
    {
      key: 'identity',
      title: 'Linked To',
      render: ({ identity }) =>
        identity && (
          // One box: on a phone, a cell's parts are laid out side by side.
          <div>
            {identity.provider}
            <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {identity.email}
            </Text>
          </div>
        ),
    },
    { key: 'change', title: 'Change Role', width: '8rem', render: (user) => <ChangeRole of={user} /> },
  ],
  keyOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  emptyText: accessMessages.empty,
  status: {
    call: callOf(activateUser, ({ id, isActive, entityCacheKey }: User) => ({
      body: { id, isActive: !isActive, entityCacheKey },
    })),
    isActive: ({ isActive }) => isActive,
    isLocked: ({ isSelf }) => isSelf,
    question: ({ isActive }) => (isActive ? 'Are you sure you want to deactivate this user?' : undefined),
    destructiveLabel: 'Deactivate user',
    failed: 'Not changed',
  },
})

const unlinking: RowAction<User> = {
  call: callOf(unlinkIdentity, ({ id }: User) => ({ body: { id } })),
  question: ({ identity }) => `Are you sure you want to unlink this user from ${identity?.provider}?`,
  destructiveLabel: 'Unlink user',
  failed: 'Not unlinked',
}

const whatUnlinkingMeans = ({ name, identity }: User) =>
  `${name} stays signed in. The next sign-in with ${identity?.provider} links the account that has the same email address.`

const resetting: RowAction<User> = {
  call: callOf(resetSignInMethods, ({ id }: User) => ({ body: { id } })),
  question: 'Are you sure you want to reset the sign-in methods of this user?',
  destructiveLabel: 'Reset methods',
  failed: 'Not reset',
}

const whatResettingMeans = ({ name }: User) =>
  `${name} loses every passkey, the authenticator app and the recovery codes. The password stays.`

interface RoleFieldsProps {
  readonly form: RoleForm
  readonly stored: UserAndRoles
  readonly isBusy: boolean
}

const RoleFields = ({ form: actor, stored: { user, roles }, isBusy }: RoleFieldsProps) => {
  const form = useForm<{ roleId: number | null }>({
    initialValues: { roleId: user.roleId },
    validate: { roleId: (roleId) => (roleId === null ? accessMessages.roleRequired : null) },
    onValuesChange: () => actor.send({ type: 'form.change' }),
  })
  useRefusedFields(actor, form.setErrors)
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ roleId }) => {
        if (roleId !== null) actor.send({ type: 'form.submit', values: roleId })
      }, onInvalid)}
    >
      <Stack gap="sm">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {user.name} will be signed out and gets the menu of the new role at the next sign-in.
        </Text>
        <IdSelect
          label="User Role"
          required
          openOnFocus={false}
          options={roles.map(({ id, name }) => ({ id, label: name }))}
          disabled={isBusy}
          value={form.values.roleId}
          onChange={(roleId) => form.setFieldValue('roleId', roleId)}
          error={form.errors.roleId}
        />
      </Stack>
      <RecordButtons isBusy={isBusy} onCancel={() => actor.send({ type: 'form.close' })} />
    </form>
  )
}

type UserFilters = typeof userList.filters.none

interface RoleDialogProps {
  readonly form: RoleForm
  readonly list: PagedListActor<User, UserFilters>
}

const UserRoleDialog = ({ form, list }: RoleDialogProps) => {
  useEffect(() => {
    const { unsubscribe } = form.on('record.saved', () => {
      notifications.show({ message: accessMessages.roleChanged })
      list.send({ type: 'list.reload' })
    })
    return unsubscribe
  }, [form, list])
  return (
    <RecordDialog form={form} title="Change Role">
      {(stored, isBusy) => <RoleFields form={form} stored={stored} isBusy={isBusy} />}
    </RecordDialog>
  )
}

/** Everyone who can sign in, with their roles and how they sign in. */
export const UsersScreen = () => {
  const form = useRecordForm(roleCalls)
  const list = useList(userList)
  const reload = useCallback(() => list.send({ type: 'list.reload' }), [list])
  const { action, begin } = useRowAction(unlinking, reload)
  const wasReset = useCallback(() => {
    notifications.show({ message: 'The sign-in methods were reset' })
    reload()
  }, [reload])
  const reset = useRowAction(resetting, wasReset)
  return (
    <FormContext value={form}>
      <ListView
        definition={userList}
        list={list}
        above={() => <AccessPages />}
        rowActions={(user) => (
          <>
            {user.identity && (
              <IconAction
                icon={IconUnlink}
                color="red"
                label={`Unlink ${user.name} from ${user.identity.provider}`}
                tooltip="Unlink"
                onClick={() => begin(user)}
              />
            )}
            {user.hasFactor && !user.isSelf && (
              <IconAction
                icon={IconKeyOff}
                color="red"
                label={`Reset sign-in methods of ${user.name}`}
                tooltip="Reset sign-in methods"
                onClick={() => reset.begin(user)}
              />
            )}
          </>
        )}
      >
        {() => (
          <>
            <UserRoleDialog form={form} list={list} />
            <RowActionDialogs action={action} definition={unlinking} nameOf={whatUnlinkingMeans} onDone={reload} />
            <RowActionDialogs
              action={reset.action}
              definition={resetting}
              nameOf={whatResettingMeans}
              onDone={reload}
              onRefused={reload}
            />
          </>
        )}
      </ListView>
    </FormContext>
  )
}
