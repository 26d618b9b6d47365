/** The screens and the roles that may open them (spec 1, sections 2 and 7). */
import { and, asc, eq, exists, inArray, not, sql } from 'drizzle-orm'
import { api } from '#contract/api.ts'
import type { Access, BodyOf } from '#contract/endpoint.ts'
import { PERMISSION_COLUMNS, type updateRoleMappings } from '#contract/permissions.ts'
import { accessMessages } from '#domain/access.ts'
import type { IdentityProviderSettings } from '#server/areas/login/identity-provider.ts'
import type { Sessions } from '#server/areas/login/sessions.ts'
import { requireRecord } from '#server/areas/master-data/stored-record.ts'
import type { Db } from '#server/db/database.ts'
import { hasWords } from '#server/db/has-words.ts'
import { rangeOf, replyPage } from '#server/db/page-range.ts'
import { permissions, rolePermissions, roles } from '#server/db/schema/users.ts'
import { done, type HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { logAccessChanges } from './access-changes.ts'
import { keepManaged, takeTurn, whyRoleStays } from './who-manages.ts'

const NOUN = 'screen'

/** The keys that calls ask for. Taking another one from a role hides its screen, and nothing else. */
const askedKeys = new Set<string>(
  Object.values(api).flatMap(({ access }: { access: Access }) =>
    access.kind === 'screens'
      ? access.anyOf
      : access.kind === 'roles' && access.screen !== undefined
        ? [access.screen]
        : [],
  ),
)

const { id, module, screen, name } = permissions

const orders: Readonly<Record<number, readonly (typeof id | typeof module | typeof name)[]>> = {
  [PERMISSION_COLUMNS.id]: [id],
  [PERMISSION_COLUMNS.module]: [module, name, id],
  [PERMISSION_COLUMNS.screen]: [name, id],
}

const selectPermission = (db: Pick<Db, 'select'>, permissionId: number) =>
  db.select({ id, version: permissions.version }).from(permissions).where(eq(id, permissionId))

/** Every role with whether it may open a screen. */
const selectMappings = (db: Pick<Db, 'select'>, permissionId: number) =>
  db
    .select({ id: roles.id, name: roles.name, isActive: sql<boolean>`${rolePermissions.roleId} is not null` })
    .from(roles)
    .leftJoin(
      rolePermissions,
      and(eq(rolePermissions.roleId, roles.id), eq(rolePermissions.permissionId, permissionId)),
    )
    .orderBy(asc(roles.id))

/** What the request asks of each role that it lists. */
const wishesOf = ({ isActive, userPermissionRoleMappingList }: BodyOf<typeof updateRoleMappings>) =>
  new Map(userPermissionRoleMappingList.map((role) => [role.id, isActive && role.isActive]))

const inWords = (isActive: boolean) => (isActive ? 'Access' : 'No access')

export const createPermissionHandlers = (
  sessions: Sessions,
  provider: IdentityProviderSettings | undefined,
): HandlersOf<'searchPermissions' | 'getRoleMappings' | 'updateRoleMappings'> => ({
  searchPermissions: async ({ query, body, db }) => {
    const page = { pageIndex: body.pageIndex ?? query.pageIndex, pageSize: body.pageSize ?? query.pageSize }
    const hasRole = exists(db.select().from(rolePermissions).where(eq(rolePermissions.permissionId, id)))
    const isAsked = typeof body.isActive === 'boolean' ? (body.isActive ? hasRole : not(hasRole)) : undefined
    const where = and(hasWords(body.module ?? undefined, module), isAsked)
    const order = orders[body.sortColId ?? query.sortBy ?? PERMISSION_COLUMNS.module] ?? [module, name, id]
    const { limit, offset } = rangeOf(page)
    const rows = await db
      .select({ id, module, screen, name })
      .from(permissions)
      .where(where)
      .orderBy(...order.map((column) => asc(column)))
      .limit(limit)
      .offset(offset)
    const granted = await db
      .select({ permissionId: rolePermissions.permissionId, role: roles.name })
      .from(rolePermissions)
      .innerJoin(roles, eq(roles.id, rolePermissions.roleId))
      .where(
        inArray(
          rolePermissions.permissionId,
          rows.map((row) => row.id),
        ),
      )
      .orderBy(asc(roles.id))
    const listed = rows.map((row) => {
      const names = granted.filter(({ permissionId }) => permissionId === row.id).map(({ role }) => role)
      return { ...row, isActive: names.length > 0, roles: names, isScreenOnly: !askedKeys.has(row.screen) }
    })
    return replyPage(page, listed, await db.$count(permissions, where))
  },

  getRoleMappings: async ({ query, db }) => {
    const { version } = requireRecord(await selectPermission(db, query.id), NOUN)
    const mappings = await selectMappings(db, query.id)
    return mappings.map((mapping) => ({ ...mapping, entityCacheKey: String(version) }))
  },

  updateRoleMappings: async ({ body, db, user, now }) => {
    await db.transaction(async (tx) => {
      await takeTurn(tx)
      requireRecord(await selectPermission(tx, body.id), NOUN, body.entityCacheKey)
      const wishes = wishesOf(body)
      const stored = await selectMappings(tx, body.id)
      const known = new Set(stored.map((role) => role.id))
      if ([...wishes.keys()].some((role) => !known.has(role))) throw new Refusal(400, 'Role not found.')
      const changed = body.isActive
        ? stored.filter((role) => (wishes.get(role.id) ?? role.isActive) !== role.isActive)
        : stored.filter((role) => role.isActive)
      if (changed.length === 0) return
      const given = changed.filter(({ isActive }) => !isActive).map((role) => ({ roleId: role.id }))
      const taken = changed.filter(({ isActive }) => isActive).map((role) => role.id)
      await keepManaged(tx, provider, now, {
        change: async () => {
          if (given.length > 0) {
            await tx.insert(rolePermissions).values(given.map((role) => ({ ...role, permissionId: body.id })))
          }
          const { permissionId, roleId } = rolePermissions
          await tx.delete(rolePermissions).where(and(eq(permissionId, body.id), inArray(roleId, taken)))
        },
        refusal: () => whyRoleStays(tx),
      })
      await tx
        .update(permissions)
        .set({ version: sql`${permissions.version} + 1` })
        .where(eq(id, body.id))
      await logAccessChanges(
        tx,
        { userId: user.userId, now },
        changed.map((role) => ({
          kind: 'screen',
          roleId: role.id,
          permissionId: body.id,
          before: inWords(role.isActive),
          after: inWords(!role.isActive),
        })),
      )
    })
    sessions.forgetCallers()
    return done(null, accessMessages.updated)
  },
})
