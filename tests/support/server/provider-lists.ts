/** What the forms of providers and schools choose from. */
import { PROVIDER_STATUS_IDS } from '#domain/provider-form.ts'
import type { Database } from '#server/db/database.ts'
import { cities, countries, states } from '#server/db/schema/address.ts'
import { ethnicities, genders, providerStatuses } from '#server/db/schema/providers.ts'

/** The only location: Springfield, Illinois, in the United States. */
export const addPlaces = async ({ db }: Database): Promise<void> => {
  await db.insert(countries).values({ id: 1, name: 'United States' })
  await db.insert(states).values({ id: 1, countryId: 1, name: 'Illinois', abbreviation: 'IL' })
  await db.insert(cities).values({ stateId: 1, name: 'Springfield' })
}

/** The statuses besides Active. */
export const addStatuses = async ({ db }: Database): Promise<void> => {
  await db
    .insert(providerStatuses)
    .values([
      { id: PROVIDER_STATUS_IDS.onLeave, title: 'On Leave' },
      { id: PROVIDER_STATUS_IDS.terminated, title: 'Terminated' },
    ])
    .onConflictDoNothing()
}

/** One gender and one ethnicity, with ids of their own. */
export const addPersonalChoices = async ({ db }: Database): Promise<void> => {
  await db.insert(genders).values({ id: 1, title: 'Female' })
  await db.insert(ethnicities).values({ id: 2, title: 'Asian' })
}
