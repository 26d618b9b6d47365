import type { ApiClient } from '#contract/api-client.ts'
import type { HandOverPreview, UndoPreview } from '#contract/hand-over.ts'
import { handOver, previewHandOver, previewUndoHandOver, undoHandOver } from '#contract/hand-over.ts'
import { getRoleMappings, type RoleMapping, updateRoleMappings } from '#contract/permissions.ts'
import { accessMessages } from '#domain/access.ts'
import { handOverMessages } from '#domain/hand-over.ts'
import { fromCall } from '#machines/common/from-call.ts'
import { provide } from '#machines/common/provisions.ts'
import {
  type HandOverDone,
  type HandOverQuery,
  type HandOverToMake,
  handOverMachine,
} from '#machines/people/hand-over.machine.ts'
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

const handOverActors = (client: ApiClient) => ({
  previewWork: fromCall<HandOverPreview, HandOverQuery>((body, signal) =>
    client.call(previewHandOver, { body }, { signal }),
  ),
  handOverWork: fromCall<HandOverDone, HandOverToMake>(async ({ seen, ...body }) => {
    let message = ''
    const onMessage = (sent: string) => {
      message = sent
    }
    await client.call(handOver, { body: { ...body, seen: [...seen] } }, { onMessage })
    return { message }
  }),
  previewUndo: fromCall<UndoPreview, { id: number }>((body, signal) =>
    client.call(previewUndoHandOver, { body }, { signal }),
  ),
  undoHandOver: fromCall<HandOverDone, { id: number; seen: string }>(async (body) => {
    let message: string = handOverMessages.undone
    const onMessage = (sent: string) => {
      message = sent
    }
    await client.call(undoHandOver, { body }, { onMessage })
    return { message }
  }),
})

export const peopleWorkflows = ({ client }: Services) => [
  provide(permissionsMachine, { actors: permissionsActors(client) }),
  provide(handOverMachine, { actors: handOverActors(client) }),
]
