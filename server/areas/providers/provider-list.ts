/** The list of providers, and what its filters and the form choose from (spec 3, sections 2 and 7). */
import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { ACCOUNT_STATE_OPTIONS, type downloadProviders, PROVIDER_SORTS } from '#contract/providers.ts'
import { type LocalDate, localOf } from '#domain/time.ts'
import type { Db } from '#server/db/database.ts'
import { hasWords } from '#server/db/has-words.ts'
import { rangeOf, replyPage } from '#server/db/page-range.ts'
import { providerName, statusTitle } from '#server/db/providers.ts'
import { requireCount } from '#server/db/require-one.ts'
import { cities, states } from '#server/db/schema/address.ts'
import { ethnicities, genders, providerStatuses, providers, providerTypes } from '#server/db/schema/providers.ts'
import { roles, users } from '#server/db/schema/users.ts'
import { accountStateOrNone, isWithoutPassword } from '#server/db/users.ts'
import type { HandlersOf } from '#server/http/handler.ts'

const [, Z_TO_A] = PROVIDER_SORTS

/** On one line, such as '210 Lincoln Avenue, Springfield, IL 62701'. */
const address = sql<string>`concat_ws(', ', nullif(${providers.addressLine1}, ''), nullif(${providers.addressLine2}, ''),
  ${cities.name}, nullif(concat_ws(' ', ${states.abbreviation}, nullif(${providers.postalCode}, '')), ''))`

type ProviderFilters = z.output<typeof downloadProviders.query>

/** As a condition on providers joined with their users and cities. */
export const matching = (
  { providerName: name, providerTypeId, stateProvinceId, accountStateId }: ProviderFilters,
  today: LocalDate,
) => {
  const account = ACCOUNT_STATE_OPTIONS.find(({ id }) => id === accountStateId)
  return and(
    hasWords(name, providerName, providers.email),
    providerTypeId === undefined ? undefined : eq(providers.providerTypeId, providerTypeId),
    stateProvinceId === undefined ? undefined : eq(cities.stateId, stateProvinceId),
    account && eq(accountStateOrNone(today), account.state),
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
      accountState: accountStateOrNone(today),
      isSelf: sql<boolean>`coalesce(${users.id} = ${userId}, false)`,
    })
    .from(providers)
    .innerJoin(providerTypes, eq(providerTypes.id, providers.providerTypeId))
    .leftJoin(users, eq(users.providerId, providers.id))
    .leftJoin(roles, eq(roles.id, users.roleId))
    .leftJoin(cities, eq(cities.id, providers.cityId))
    .leftJoin(states, eq(states.id, cities.stateId))
    .where(matching(query, today))
    .orderBy(order(providers.firstName), order(providers.lastName), order(providers.id))
}

export const providerListHandlers: HandlersOf<
  'getProviders' | 'getProviderTypes' | 'getProviderStatuses' | 'getGenders' | 'getEthnicities' | 'getUserRoles'
> = {
  getProviders: async ({ query, db, user, now, timeZone }) => {
    const { limit, offset } = rangeOf(query)
    const { userId } = user
    const { date: today } = localOf(now, timeZone)
    const [rows, counted] = await Promise.all([
      readProviders(db, query, { userId, today }).limit(limit).offset(offset),
      db
        .select({ total: sql<number>`count(*)::int` })
        .from(providers)
        .leftJoin(users, eq(users.providerId, providers.id))
        .leftJoin(cities, eq(cities.id, providers.cityId))
        .where(matching(query, today)),
    ])
    return replyPage(query, rows, requireCount(counted))
  },

  getProviderTypes: ({ db }) => db.select().from(providerTypes).orderBy(asc(providerTypes.id)),
  getProviderStatuses: ({ db }) => db.select().from(providerStatuses).orderBy(asc(providerStatuses.id)),
  getGenders: ({ db }) => db.select().from(genders).orderBy(asc(genders.id)),
  getEthnicities: ({ db }) => db.select().from(ethnicities).orderBy(asc(ethnicities.id)),
  getUserRoles: ({ db }) => db.select().from(roles).orderBy(asc(roles.id)),
}
