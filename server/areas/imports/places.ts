/** Countries, states and cities by the names in a file, each within the one before. */

import { inArray, sql } from 'drizzle-orm'
import type { Queryable } from '#server/db/database.ts'
import { cities, countries, states } from '#server/db/schema/address.ts'
import { plainName } from '#server/documents/plain-name.ts'
import { Named, oneCalled } from './names.ts'

interface Place {
  readonly id: number
  readonly name: string
}

export const placeNames = ({ name }: Place) => [name]

/** Places by the names that they have within another one. */
const within = <Inner extends Place>(
  places: readonly Inner[],
  outerOf: (place: Inner) => number,
  namesOf: (place: Inner) => readonly string[],
): ReadonlyMap<number, Named<Inner>> => {
  const groups = new Map<number, Inner[]>()
  for (const place of places) {
    const group = groups.get(outerOf(place))
    if (group) group.push(place)
    else groups.set(outerOf(place), [place])
  }
  return new Map([...groups].map(([outer, inner]) => [outer, new Named(inner, namesOf)]))
}

/** @param cityNames those in the file: there are too many cities to read all of them */
export const readPlaces = async (db: Queryable, cityNames: readonly string[]) => {
  const foundCities = await db
    .select()
    .from(cities)
    .where(inArray(sql`lower(${cities.name})`, [...new Set(cityNames.map(plainName))]))
  return {
    countries: new Named(await db.select().from(countries), placeNames),
    states: within(
      await db.select().from(states),
      ({ countryId }) => countryId,
      ({ name, abbreviation }) => [name, abbreviation],
    ),
    cities: within(foundCities, ({ stateId }) => stateId, placeNames),
  }
}

type PlaceName = 'country' | 'state' | 'city'

const NOWHERE = new Named<Place>([], placeNames)

/** @param report an empty problem suppresses later ones */
export const placeIn = (
  facts: Awaited<ReturnType<typeof readPlaces>>,
  texts: Readonly<Record<PlaceName, string>>,
  report: (name: PlaceName, problem: string) => void,
) => {
  const of = (choices: Named<Place>, name: PlaceName) =>
    oneCalled(choices, texts[name], name, (problem) => report(name, problem))?.id ?? null
  const countryId = of(facts.countries, 'country')
  // If the outer place is unknown, the inner one is not reported.
  const keepQuiet = (name: 'state' | 'city') => {
    if (texts[name] !== '') report(name, '')
  }
  if (countryId === null) keepQuiet('state')
  const stateId = countryId === null ? null : of(facts.states.get(countryId) ?? NOWHERE, 'state')
  if (stateId === null) keepQuiet('city')
  const cityId = stateId === null ? null : of(facts.cities.get(stateId) ?? NOWHERE, 'city')
  return { countryId, stateId, cityId }
}

/** A place for samples: country, state, city; '' if there is none. */
export const samplePlace = async (db: Queryable): Promise<readonly [string, string, string]> => {
  const [city] = await db
    .select({ country: countries.name, state: states.name, city: cities.name })
    .from(cities)
    .innerJoin(states, sql`${states.id} = ${cities.stateId}`)
    .innerJoin(countries, sql`${countries.id} = ${states.countryId}`)
    .orderBy(cities.id)
    .limit(1)
  return [city?.country ?? '', city?.state ?? '', city?.city ?? '']
}
