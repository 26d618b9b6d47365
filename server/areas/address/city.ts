import { and, eq } from 'drizzle-orm'
import type { Db, Tx } from '#server/db/database.ts'
import { cities, states } from '#server/db/schema/address.ts'

interface Place {
  readonly countryId: number | null
  readonly stateId: number | null
  readonly cityId: number | null
}

/** Whether the city is in the state, and the state in the country. */
export const isCityIn = async (tx: Tx, { cityId, stateId, countryId }: Place): Promise<boolean> => {
  const [city] = await tx
    .select({ id: cities.id })
    .from(cities)
    .innerJoin(states, eq(states.id, cities.stateId))
    .where(and(eq(cities.id, cityId ?? 0), eq(states.id, stateId ?? 0), eq(states.countryId, countryId ?? 0)))
  return city !== undefined
}

/** The state and country of a city; nothing is chosen without one. */
export const placeOf = async (db: Pick<Db, 'select'>, cityId: number | null): Promise<Place> => {
  const [place] = await db
    .select({ stateId: states.id, countryId: states.countryId })
    .from(cities)
    .innerJoin(states, eq(states.id, cities.stateId))
    .where(eq(cities.id, cityId ?? 0))
  return { countryId: place?.countryId ?? null, stateId: place?.stateId ?? null, cityId }
}
