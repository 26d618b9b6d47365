import { and, eq } from 'drizzle-orm'
import type { Db, Tx } from '#server/db/database.ts'
import { requireOne } from '#server/db/require-one.ts'
import { cities, states } from '#server/db/schema/address.ts'

interface Place {
  readonly countryId: number | null
  readonly stateId: number | null
  readonly cityId: number | null
}

/** Whether the city is in the state, and the state in the country. */
export const isCityIn = async (tx: Tx, { cityId, stateId, countryId }: Place): Promise<boolean> => {
  if (cityId === null || stateId === null || countryId === null) return false
  const [city] = await tx
    .select({ id: cities.id })
    .from(cities)
    .innerJoin(states, eq(states.id, cities.stateId))
    .where(and(eq(cities.id, cityId), eq(states.id, stateId), eq(states.countryId, countryId)))
  return city !== undefined
}

/** The state and country of a city; nothing is chosen without one. */
export const placeOf = async (db: Pick<Db, 'select'>, cityId: number | null): Promise<Place> => {
  if (cityId === null) return { countryId: null, stateId: null, cityId }
  const place = requireOne(
    await db
      .select({ stateId: states.id, countryId: states.countryId })
      .from(cities)
      .innerJoin(states, eq(states.id, cities.stateId))
      .where(eq(cities.id, cityId)),
    'The city',
  )
  return { ...place, cityId }
}
