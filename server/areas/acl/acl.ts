import type { IdentityParts } from '#server/areas/login/identity-provider-sign-in.ts'
import { accessChangeHandlers } from './access-changes.ts'
import { createPermissionHandlers } from './permissions.ts'
import { roleAccessHandlers } from './role-access.ts'
import { createIdentityHandlers } from './user-identity.ts'
import { createUserListHandlers } from './users.ts'

/** Sessions end when their user changes, and follow what their role may open. */
export const createAclHandlers = ({ auth, identityProvider: { provider } }: IdentityParts) => ({
  ...roleAccessHandlers,
  ...createPermissionHandlers(auth.sessions, provider?.settings),
  ...createUserListHandlers(auth.sessions, provider?.settings),
  ...createIdentityHandlers(auth, provider?.settings),
  ...accessChangeHandlers,
})
