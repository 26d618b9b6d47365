/** The test app's server: the portal's sign-in, and the endpoints of the areas beside this file. */
import { getRoleAccess } from '#contract/acl.ts'
import { logout, signIn } from '#contract/login.ts'
import { getHealth } from '#contract/system.ts'
import { refreshToken } from '#contract/user.ts'
import { aclHandlers } from '#server/areas/acl/acl.ts'
import { createLoginHandlers } from '#server/areas/login/login.ts'
import { createSystemHandlers } from '#server/areas/system/system.ts'
import { createUserHandlers } from '#server/areas/user/user.ts'
import { type ComposeOptions, composeServer } from '#server/compose.ts'
import { roomApi } from './rooms/room-contract.ts'
import { roomHandlers } from './rooms/room-handlers.ts'

export const composeTestApp = (options: ComposeOptions) =>
  composeServer(options, ({ facts, auth }) => ({
    api: { signIn, logout, refreshToken, getRoleAccess, getHealth, ...roomApi },
    handlers: {
      ...createLoginHandlers(auth),
      ...createUserHandlers(auth),
      ...createSystemHandlers(facts),
      ...aclHandlers,
      ...roomHandlers,
    },
  }))
