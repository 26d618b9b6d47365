import { z } from 'zod'
import { screenKeySchema } from '#domain/screen-keys.ts'
import { access, defineEndpoint, id, languageId } from './endpoint.ts'

/** A screen that a role may open (spec 1, section 3: Permission). */
export const permissionSchema = z.object({
  id,
  module: z.string(),
  screen: screenKeySchema,
  name: z.string(),
  isActive: z.boolean(),
})

/** The browser fetches the list once per session and caches it as `userAccess` (spec 1, section 3). */
export const userAccessSchema = z.array(permissionSchema)
export type UserAccess = z.infer<typeof userAccessSchema>

/**
 * The header of every reply to a signed-in user: which content their access list has now (`accessVersionOf`). A browser
 * whose list has another content fetches it again.
 */
export const ACCESS_VERSION = 'Access-Version'

export const getRoleAccess = defineEndpoint({
  method: 'POST',
  path: '/api/acl/get-role-access',
  summary: "List the screens that the caller's role may open",
  access: access.settingUp,
  body: z.object({ languageId, id }),
  data: userAccessSchema,
  replies: { 403: "Another role's list" },
})

export const endpoints = { getRoleAccess }
