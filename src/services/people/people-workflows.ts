import type { ApiClient } from '#contract/api-client.ts'
import { getRoleMappings, type RoleMapping, updateRoleMappings } from '#contract/permissions.ts'
import { accessMessages } from '#domain/access.ts'
import { fromCall } from '#machines/common/from-call.ts'
import { provide } from '#machines/common/provisions.ts'
import { permissionsMachine, type RolesToSave } from '#machines/people/permissions.machine.ts'
import type { Services } from '../services.ts'

const bodyOf = ({ id, roles, roleIds }: RolesToSave) => ({
  id,
  isActive: roleIds.length > 0,
  userPermissionRoleMappingList: roles.map((role) => ({
    id: role.id,
    name: role.name,
    isActive: roleIds.includes(role.id),
  })),
  entityCacheKey: roles[0]?.entityCacheKey,
})

const permissionsActors = (client: ApiClient) => ({
  loadRoles: fromCall<RoleMapping[], { id: number }>(({ id }, signal) =>
    client.call(getRoleMappings, { query: { id } }, { signal }),
  ),
  saveRoles: fromCall<{ message: string }, RolesToSave>(async (choice) => {
    let message: string = accessMessages.updated
    const onMessage = (sent: string) => {
      if (sent !== '') message = sent
    }
    await client.call(updateRoleMappings, { body: bodyOf(choice) }, { onMessage })
    return { message }
  }),
})

export const peopleWorkflows = ({ client }: Services) => [
  provide(permissionsMachine, { actors: permissionsActors(client) }),
]
