/** The page of permissions and users, /acl (spec 1, sections 2, 3 and 7). */
import { z } from 'zod'
import { ACCESS_CHANGE_KINDS } from '#domain/access.ts'
import { searchText } from '#domain/search-words.ts'
import { plainText } from '#domain/text-rules.ts'
import { permissionSchema } from './acl.ts'
import {
  access,
  defineEndpoint,
  entityCacheKey,
  id,
  languageId,
  queryFilterId,
  queryId,
  writtenBy,
} from './endpoint.ts'
import { linkedIdentitySchema } from './login.ts'
import { pageOf, paging, queryPaging, sortBy } from './paging.ts'
import { confirming } from './second-factor.ts'

/** Users whose role may open /acl. */
const mayManage = access.screens('Permissions')

/** A screen as listed on /acl. */
export const listedPermissionSchema = permissionSchema.extend({
  screen: z.string(),
  /** Whether any role may open it. */
  isActive: z.boolean(),
  /** The names of the roles that may open it. Hosts that follow only the spec leave it out. */
  roles: z.array(z.string()).optional(),
  /** The key only hides its screen: no call asks for it. Hosts that follow only the spec leave it out. */
  isScreenOnly: z.boolean().optional(),
})
export type ListedPermission = z.infer<typeof listedPermissionSchema>

/** The columns that `sortColId` and `sortBy` name. */
export const PERMISSION_COLUMNS = { id: 1, module: 2, screen: 3 } as const

export const searchPermissions = defineEndpoint({
  method: 'POST',
  path: '/api/acl/permission/search',
  summary: 'List screens by page. The page and the order may be in the query or the body; the body wins',
  access: mayManage,
  shows: ['permissions'],
  onlyReads: true,
  query: z.object({ sortBy: z.coerce.number().int().optional(), ...queryPaging }),
  body: z.object({
    languageId,
    /** True: only screens that a role may open. False: only those that no role may. */
    isActive: z.boolean().nullish(),
    /** Part of the module's name, case-insensitive. */
    module: searchText().nullish(),
    pageIndex: paging.pageIndex.unwrap().optional(),
    pageSize: paging.pageSize.unwrap().optional(),
    /** 1 id, 2 module (default), 3 screen. */
    sortColId: z.int().nullish(),
  }),
  data: pageOf('response', listedPermissionSchema),
})

/** Spec 1, section 3: Role mapping. */
export const roleMappingSchema = z.object({
  id,
  name: z.string(),
  isActive: z.boolean(),
  /** The version of the screen's roles, the same on each. Hosts that follow only the spec leave it out. */
  entityCacheKey: entityCacheKey.optional(),
})
export type RoleMapping = z.infer<typeof roleMappingSchema>

export const getRoleMappings = defineEndpoint({
  method: 'POST',
  path: '/api/acl/permission/get-role-mappings-by-permission-id',
  summary: 'List all roles, and whether each may open a screen',
  access: mayManage,
  query: z.object({ id: queryId }),
  body: z.object({ languageId }),
  data: z.array(roleMappingSchema),
  replies: { 404: 'No such screen' },
})

export const updateRoleMappings = defineEndpoint({
  method: 'POST',
  path: '/api/acl/permission/update-role-mappings',
  summary: 'Decide which roles may open a screen; takes effect at once. Roles that are not listed stay as they are',
  access: mayManage,
  body: z.object({
    languageId,
    ...writtenBy,
    id,
    /** False: no role may open the screen, whatever the list says. */
    isActive: z.boolean().default(true),
    userPermissionRoleMappingList: z
      .array(z.object({ id, name: plainText().max(500).optional(), isActive: z.boolean() }))
      .max(1000),
    entityCacheKey: entityCacheKey.optional(),
  }),
  data: z.null(),
  replies: {
    400: 'No such role, or nobody could open /acl afterward',
    404: 'No such screen',
    409: 'Someone else changed its roles in the meantime',
  },
})

export const roleSchema = z.object({ id, name: z.string() })

export const getRoles = defineEndpoint({
  method: 'GET',
  path: '/api/acl/get-roles',
  summary: 'List the roles',
  access: mayManage,
  data: z.array(roleSchema),
})

/** A user as listed on /acl. */
export const userSchema = z.object({
  id,
  name: z.string(),
  email: z.string(),
  roleId: id,
  role: z.string(),
  isActive: z.boolean(),
  /** Null if the user has never signed in. */
  lastSignInUtc: z.string().nullable(),
  /** Null if the user is linked to no identity provider. */
  identity: linkedIdentitySchema.nullable(),
  /** Whether the user has a passkey or an authenticator app. */
  hasFactor: z.boolean(),
  /** The caller, who can't change their own role or state. */
  isSelf: z.boolean(),
  entityCacheKey,
})
export type User = z.infer<typeof userSchema>

/** `stateId` of a user. */
export const USER_STATES = [
  { id: 1, name: 'Active' },
  { id: 2, name: 'Inactive' },
] as const

export const getUsers = defineEndpoint({
  method: 'GET',
  path: '/api/acl/user/get-users',
  summary: 'List users by page',
  access: mayManage,
  shows: ['users', 'providers', 'organization', 'signInMethods', 'devices'],
  query: z.object({
    ...queryPaging,
    /** Part of the name or email, case-insensitive. */
    keywords: searchText().optional(),
    roleId: queryFilterId,
    /** 1 active, 2 inactive. */
    stateId: queryFilterId,
    sort: sortBy('name', 'email'),
  }),
  data: pageOf('allUsers', userSchema),
})

export const getUser = defineEndpoint({
  method: 'GET',
  path: '/api/acl/user/get-user',
  summary: 'Get a user',
  access: mayManage,
  query: z.object({ id: queryId }),
  data: userSchema,
  replies: { 404: 'No such user' },
})

export const changeUserRole = defineEndpoint({
  method: 'POST',
  path: '/api/acl/user/change-role',
  summary: "Change a user's role, which ends their sessions",
  access: mayManage,
  body: z.object({ languageId, ...writtenBy, id, roleId: id, entityCacheKey }),
  data: z.null(),
  replies: {
    400: "Your own role, a role that the user can't have, or nobody could open /acl afterward",
    404: 'No such user',
    409: 'Someone else changed the user in the meantime',
  },
})

export const activateUser = defineEndpoint({
  method: 'POST',
  path: '/api/acl/user/activate-user',
  summary: 'Activate a user, or deactivate one, which ends their sessions',
  access: mayManage,
  body: z.object({ languageId, ...writtenBy, id, isActive: z.boolean(), entityCacheKey }),
  data: z.null(),
  replies: {
    400: 'Your own account, or nobody could open /acl afterward',
    404: 'No such user',
    409: 'Someone else changed the user in the meantime',
  },
})

export const unlinkIdentity = defineEndpoint({
  method: 'POST',
  path: '/api/acl/user/unlink-identity',
  summary: 'Unlink a user from their identity provider. Their sessions stay; the next sign-in there links them again',
  access: mayManage,
  body: z.object({ languageId, id }),
  data: z.null(),
  replies: {
    400: 'Nobody who can sign in could open /acl afterward',
    404: 'No such user, or not linked',
    ...confirming,
  },
})

/** A change of what a role or a user may open. */
export const accessChangeSchema = z.object({
  id,
  atUtc: z.string(),
  /** Who made it. */
  by: z.string(),
  kind: z.enum(ACCESS_CHANGE_KINDS),
  /** The role's or the user's name. */
  subject: z.string(),
  /** The screen that the role got or lost; null for a user's role or state. */
  screen: z.string().nullable(),
  before: z.string(),
  after: z.string(),
})
export type AccessChange = z.infer<typeof accessChangeSchema>

export const getAccessChanges = defineEndpoint({
  method: 'GET',
  path: '/api/acl/get-changes',
  summary: 'List every change of roles and users by page, the latest first',
  access: mayManage,
  shows: ['permissions', 'users'],
  query: z.object({
    ...queryPaging,
    /** Part of a name: who made the change, role, user, or screen. Case-insensitive. */
    keywords: searchText().optional(),
  }),
  data: pageOf('allChanges', accessChangeSchema),
})

export const endpoints = {
  searchPermissions,
  getRoleMappings,
  updateRoleMappings,
  getRoles,
  getUsers,
  getUser,
  changeUserRole,
  activateUser,
  unlinkIdentity,
  getAccessChanges,
}
