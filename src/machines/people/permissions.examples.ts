import { ApiError } from '#contract/failures.ts'
import type { RoleMapping } from '#contract/permissions.ts'
import { accessMessages } from '#domain/access.ts'
import { commonFailures } from '#machines/common/common-failures.ts'
import type { Examples } from '#machines/definition/examples.ts'
import type { permissionsMachine } from './permissions.machine.ts'

const rolesWith = (active: readonly number[], entityCacheKey: string): RoleMapping[] => [
  { id: 1, name: 'Administrators', isActive: active.includes(1), entityCacheKey },
  { id: 2, name: 'Providers', isActive: active.includes(2), entityCacheKey },
  { id: 3, name: 'SpecialProvider', isActive: active.includes(3), entityCacheKey },
]

const gone = new ApiError(404, 'Screen not found.')
const stale = new ApiError(409, 'Someone else has changed this screen.')

export const examples = {
  inputs: { 'an administrator': { roleName: 'Administrators' } },
  cases: {
    'dialog.open': {
      'another screen': { screen: { id: 1, screen: 'ScheduleEventViewer', name: 'Manage Schedule' } },
      'this page': { screen: { id: 1003, screen: 'Permissions', name: 'Permissions' } },
    },
    'dialog.close': 'bare',
    'roles.retry': 'bare',
    'roles.submit': {
      'the own role stays': { roleIds: [1, 2] },
      'only providers': { roleIds: [2] },
    },
    'loss.confirm': 'bare',
    'loss.cancel': 'bare',
    'failure.dismiss': 'bare',
    'result.dismiss': 'bare',
  },
  outcomes: {
    loadRoles: {
      done: { 'administrators may': rolesWith([1], '1'), 'providers may': rolesWith([2, 3], '1') },
      error: { ...commonFailures, gone },
    },
    rereadRoles: {
      done: { 'changed by someone else': rolesWith([1, 3], '2') },
      error: { ...commonFailures, gone },
    },
    saveRoles: {
      done: { saved: { message: accessMessages.updated } },
      error: { ...commonFailures, stale, 'the last role': new ApiError(400, accessMessages.lastRole) },
    },
  },
} satisfies Examples<typeof permissionsMachine>
