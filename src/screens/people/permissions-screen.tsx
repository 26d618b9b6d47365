import { Text } from '@mantine/core'
import { createContext, useContext, useEffect } from 'react'
import { filtersOf, textFilter } from '#contract/filters.ts'
import { type ListedPermission, searchPermissions } from '#contract/permissions.ts'
import { accessMessages } from '#domain/access.ts'
import type { PagedListActor } from '#machines/common/paged-list.machine.ts'
import { permissionsMachine } from '#machines/people/permissions.machine.ts'
import { defineList } from '#screens/list/list-definition.ts'
import { ListScreen } from '#screens/list/list-screen.tsx'
import { useProvided, useSession } from '#screens/provided.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import { IconAction } from '#ui/icon-action/icon-action.tsx'
import { IconPencil } from '#ui/icons/pencil.ts'
import { AccessPages } from './access-pages.tsx'
import { type PermissionsActor, RoleDialog } from './role-dialog.tsx'

const DialogContext = createContext<PermissionsActor | undefined>(undefined)

const ChooseRole = ({ of: { id, screen, name } }: { readonly of: ListedPermission }) => {
  const dialog = useContext(DialogContext)
  return (
    <IconAction
      icon={IconPencil}
      label={`Choose roles for ${name}`}
      tooltip="Choose roles"
      onClick={() => dialog?.send({ type: 'dialog.open', screen: { id, screen, name } })}
    />
  )
}

export const permissionList = defineList({
  heading: 'Permissions',
  filters: filtersOf(textFilter('module', 'Search by Module')),
  endpoint: searchPermissions,
  request: ({ module }) => ({ body: { module: module.trim(), isActive: null, sortColId: null } }),
  columns: [
    { key: 'module', title: 'Module Name', render: ({ module }) => module },
    {
      key: 'name',
      title: 'Screen Name',
      isHeading: true,
      render: ({ name, isScreenOnly }) => (
        <>
          {name}
          {isScreenOnly && (
            <Text size="xs" c="dimmed">
              Only hides the screen: the API does not ask for it
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'access',
      title: 'Access',
      // Hosts that follow only the spec don't name the roles.
      render: ({ roles, isActive }) => roles?.join(', ') || (roles || !isActive ? 'No role' : 'Active'),
    },
    { key: 'roles', title: 'Choose Role', width: '8rem', render: (permission) => <ChooseRole of={permission} /> },
  ],
  keyOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  emptyText: accessMessages.empty,
  isEmptyOnFailure: true,
})

interface ReloadingProps {
  readonly dialog: PermissionsActor
  readonly list: PagedListActor<ListedPermission, { module: string }>
}

const ReloadingDialog = ({ dialog, list }: ReloadingProps) => {
  useEffect(() => {
    const { unsubscribe } = dialog.on('permissions.updated', () => list.send({ type: 'list.reload' }))
    return unsubscribe
  }, [dialog, list])
  return <RoleDialog permissions={dialog} />
}

/** The screens of the portal, and which roles may open them (spec 1, section 2). */
export const PermissionsScreen = () => {
  const { roleName } = useSession()
  const dialog = useActorRef(useProvided(permissionsMachine), { input: { roleName } })
  return (
    <DialogContext value={dialog}>
      <ListScreen definition={permissionList} above={() => <AccessPages />}>
        {(list) => <ReloadingDialog dialog={dialog} list={list} />}
      </ListScreen>
    </DialogContext>
  )
}
