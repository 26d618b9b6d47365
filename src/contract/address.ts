/** Address lookups: countries, their states, and a state's cities (spec 3, section 7). */
import { z } from 'zod'
import { access, defineEndpoint, id, queryFilterId, queryId } from './endpoint.ts'

export const addressOptionSchema = z.object({ id, name: z.string() })
export type AddressOption = z.infer<typeof addressOptionSchema>

export const getCountries = defineEndpoint({
  method: 'GET',
  path: '/api/address/get-countries',
  summary: 'List all countries',
  access: access.signedIn,
  data: z.array(addressOptionSchema),
})

export const getStates = defineEndpoint({
  method: 'GET',
  path: '/api/address/get-states',
  summary: 'List the states of a country, or of all countries',
  access: access.signedIn,
  query: z.object({ countryId: queryFilterId }),
  data: z.array(addressOptionSchema),
})

export const getCities = defineEndpoint({
  method: 'GET',
  path: '/api/address/get-cities',
  summary: 'List the cities of a state',
  access: access.signedIn,
  query: z.object({ stateId: queryId }),
  data: z.array(addressOptionSchema),
})

export const endpoints = { getCountries, getStates, getCities }
