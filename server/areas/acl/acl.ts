import type { Auth } from '#server/areas/login/auth.ts'
import type { IdentityProviderSettings } from '#server/areas/login/identity-provider.ts'
import { accessChangeHandlers } from './access-changes.ts'
import { createPermissionHandlers } from './permissions.ts'
import { roleAccessHandlers } from './role-access.ts'
import { createIdentityHandlers } from './user-identity.ts'
import { createUserListHandlers } from './users.ts'

/**
 * @param auth its sessions end when their user changes, and follow what their role may open
 * @param provider the identity provider of this server, if it has one
 */
export const createAclHandlers = (
  auth: Pick<Auth, 'sessions' | 'mail'>,
  provider: IdentityProviderSettings | undefined,
) => ({
  ...roleAccessHandlers,
  ...createPermissionHandlers(auth.sessions, provider),
  ...createUserListHandlers(auth.sessions, provider),
  ...createIdentityHandlers(auth, provider),
  ...accessChangeHandlers,
})
