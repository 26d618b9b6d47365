import type { Sessions } from '#server/areas/login/sessions.ts'
import { accessChangeHandlers } from './access-changes.ts'
import { createPermissionHandlers } from './permissions.ts'
import { roleAccessHandlers } from './role-access.ts'
import { createUserListHandlers } from './users.ts'

/** @param sessions end when their user changes, and follow what their role may open */
export const createAclHandlers = (sessions: Sessions) => ({
  ...roleAccessHandlers,
  ...createPermissionHandlers(sessions),
  ...createUserListHandlers(sessions),
  ...accessChangeHandlers,
})
