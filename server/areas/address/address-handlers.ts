import { asc, eq } from 'drizzle-orm'
import { cities, countries, states } from '#server/db/schema/address.ts'
import type { HandlersOf } from '#server/http/handler.ts'

/** Countries, states and cities to choose an address from (spec 3, section 7). */
export const addressHandlers: HandlersOf<'getCountries' | 'getStates' | 'getCities'> = {
  getCountries: ({ db }) => db.select().from(countries).orderBy(asc(countries.name)),

  getStates: ({ query, db }) =>
    db
      .select({ id: states.id, name: states.name })
      .from(states)
      .where(query.countryId === undefined ? undefined : eq(states.countryId, query.countryId))
      .orderBy(asc(states.name)),

  getCities: ({ query, db }) =>
    db
      .select({ id: cities.id, name: cities.name })
      .from(cities)
      .where(eq(cities.stateId, query.stateId))
      .orderBy(asc(cities.name)),
}
