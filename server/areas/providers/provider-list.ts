/** The list of providers, and what its filters and the form choose from (spec 3, sections 2 and 7). */
import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { type downloadProviders, PROVIDER_SORTS } from '#contract/providers.ts'
import { type LocalDate, localOf } from '#domain/time.ts'
import type { Db } from '#server/db/database.ts'
import { hasWords } from '#server/db/has-words.ts'
import { rangeOf, replyPage } from '#server/db/page-range.ts'
import { providerName, statusTitle } from '#server/db/providers.ts'
import {
  cities,
  ethnicities,
  genders,
  providerStatuses,
  providers,
  providerTypes,
  roles,
  states,
  users,
} from '#server/db/schema.ts'
import { accountState, isWithoutPassword } from '#server/db/users.ts'
import type { HandlersOf } from '#server/http/handler.ts'

const [, Z_TO_A] = PROVIDER_SORTS

/** On one line, such as '210 Lincoln Avenue, Springfield, IL 62701'. */
const address = sql<string>`concat_ws(', ', nullif(${providers.addressLine1}, ''), nullif(${providers.addressLine2}, ''),
  ${cities.name}, nullif(concat_ws(' ', ${states.abbreviation}, nullif(${providers.postalCode}, '')), ''))`

type ProviderFilters = z.output<typeof downloadProviders.query>

const matching = ({ providerName: name, providerTypeId, stateProvinceId }: ProviderFilters) => {
  return and(
    hasWords(name, providerName, providers.email),
    providerTypeId === undefined ? undefined : eq(providers.providerTypeId, providerTypeId),
    stateProvinceId === undefined ? undefined : eq(cities.stateId, stateProvinceId),
  )
}

interface Reading {
  readonly userId: number
  readonly today: LocalDate
}

/** The providers that match, in the order asked for. */
export const readProviders = (db: Pick<Db, 'select'>, query: ProviderFilters, { userId, today }: Reading) => {
  const order = query.sortColId === Z_TO_A.id ? desc : asc
  return db
    .select({
      id: providers.id,
      providerName,
      emailId: providers.email,
      role: sql<string>`coalesce(${roles.name}, '')`,
      providerType: providerTypes.title,
      address,
      status: statusTitle(today),
      isGmailUser: isWithoutPassword,
      isInvited: sql<boolean>`${users.id} is not null and ${accountState(today)} = 'invited'`,
      isSelf: sql<boolean>`coalesce(${users.id} = ${userId}, false)`,
    })
    .from(providers)
    .innerJoin(providerTypes, eq(providerTypes.id, providers.providerTypeId))
    .leftJoin(users, eq(users.providerId, providers.id))
    .leftJoin(roles, eq(roles.id, users.roleId))
    .leftJoin(cities, eq(cities.id, providers.cityId))
    .leftJoin(states, eq(states.id, cities.stateId))
    .where(matching(query))
    .orderBy(order(providers.firstName), order(providers.lastName), order(providers.id))
}

export const providerListHandlers: HandlersOf<
  'getProviders' | 'getProviderTypes' | 'getProviderStatuses' | 'getGenders' | 'getEthnicities' | 'getUserRoles'
> = {
  getProviders: async ({ query, db, user, now, timeZone }) => {
    const { limit, offset } = rangeOf(query)
    const { userId } = user
    const [rows, [counted]] = await Promise.all([
      readProviders(db, query, { userId, today: localOf(now, timeZone).date })
        .limit(limit)
        .offset(offset),
      db
        .select({ total: sql<number>`count(*)::int` })
        .from(providers)
        .leftJoin(cities, eq(cities.id, providers.cityId))
        .where(matching(query)),
    ])
    return replyPage(query, rows, counted?.total ?? 0)
  },

  getProviderTypes: ({ db }) => db.select().from(providerTypes).orderBy(asc(providerTypes.id)),
  getProviderStatuses: ({ db }) => db.select().from(providerStatuses).orderBy(asc(providerStatuses.id)),
  getGenders: ({ db }) => db.select().from(genders).orderBy(asc(genders.id)),
  getEthnicities: ({ db }) => db.select().from(ethnicities).orderBy(asc(ethnicities.id)),
  getUserRoles: ({ db }) => db.select().from(roles).orderBy(asc(roles.id)),
}
