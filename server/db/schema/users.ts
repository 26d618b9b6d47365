import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { ACCESS_CHANGE_KINDS } from '#domain/access.ts'
import { id, instant, name, now, version } from './columns.ts'
import { providers } from './providers.ts'

export const roles = pgTable('roles', { id: integer().primaryKey(), name: text().notNull().unique() })

export const permissions = pgTable('permissions', {
  id: integer().primaryKey(),
  module: text().notNull(),
  screen: text().notNull().unique(),
  name: text().notNull(),
  /** Counts changes of its roles. */
  version: version(),
})

export const rolePermissions = pgTable(
  'role_permissions',
  {
    roleId: integer()
      .notNull()
      .references(() => roles.id),
    permissionId: integer()
      .notNull()
      .references(() => permissions.id),
  },
  (t) => [primaryKey({ columns: [t.roleId, t.permissionId] })],
)

export const users = pgTable(
  'users',
  {
    id: id(),
    email: text().notNull(),
    displayName: name().notNull(),
    /** argon2id; null for users who sign in elsewhere. */
    passwordHash: text(),
    roleId: integer()
      .notNull()
      .references(() => roles.id),
    providerId: integer()
      .unique()
      .references(() => providers.id),
    isActive: boolean().notNull().default(true),
    /** When the latest invitation was sent; null once it is accepted, and for those who were sent none. */
    invitedAt: instant(),
    createdAt: now(),
    /** Counts changes of the role and the state. */
    version: version(),
  },
  (t) => [uniqueIndex('users_email').on(sql`lower(${t.email})`)],
)

/**
 * Every change of what people may open: a screen given to a role or taken from it, a user's role, and whether a user may
 * sign in. Append-only: a trigger refuses anything else.
 */
export const accessChanges = pgTable(
  'access_changes',
  {
    id: id(),
    at: now(),
    byId: integer()
      .notNull()
      .references(() => users.id),
    kind: text({ enum: ACCESS_CHANGE_KINDS }).notNull(),
    /** The role, for kind screen. */
    roleId: integer().references(() => roles.id),
    permissionId: integer().references(() => permissions.id),
    /** The user, for the other kinds. */
    userId: integer().references(() => users.id),
    /** As people read it: the role's name, or whether there is access. */
    before: text().notNull(),
    after: text().notNull(),
  },
  (t) => [
    index().on(t.at),
    check(
      'access_changes_subject',
      sql`(${t.kind} = 'screen') = (${t.roleId} is not null)
      and (${t.kind} = 'screen') = (${t.permissionId} is not null)
      and (${t.kind} = 'screen') = (${t.userId} is null)`,
    ),
  ],
)
