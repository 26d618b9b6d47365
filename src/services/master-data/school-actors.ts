/** Schools and where they are, over the API. */
import { getCities, getCountries, getStates, type Place } from '#contract/address.ts'
import { ApiError } from '#contract/failures.ts'
import {
  activateSchool,
  deleteSchool,
  type FeeChange,
  getAdminFeeHistory,
  getSchool,
  getSchoolBillingProfile,
  getSchoolContacts,
  getSchoolServiceRates,
  getSchools,
  getServiceRateHistory,
  type RateChange,
  type School,
  type SchoolContactDetail,
  saveSchoolBillingProfile,
  saveSchoolProfile,
  saveSchoolServiceRates,
} from '#contract/schools.ts'
import { BLANK_CONTACT, DEFAULT_COLOUR, type SchoolBilling, type SchoolProfile } from '#domain/school-form.ts'
import type { SearchFilters } from '#machines/common/record-page.ts'
import type { BillingMore, RateSubject, RatesMore, SchoolRates } from '#machines/master-data/school-forms.ts'
import { fromCall } from '../from-call.ts'
import type { HttpClient } from '../http-client.ts'
import { blankRecord, listActors, recordActors } from '../page-actors.ts'

export const schoolListActors = (client: HttpClient) =>
  listActors<School, SearchFilters>(async ({ search, sort }, paging, signal) => {
    const query = { ...paging, propertyName: search.trim() || undefined, sort: sort || undefined }
    const { allSchools, totalRecords } = await client.call(getSchools, { query }, { signal })
    return { rows: allSchools, total: totalRecords }
  })

export const removeSchool = (client: HttpClient, { id }: School) => client.call(deleteSchool, { params: { id } })

/** The other way round from what the row shows. */
export const switchSchool = (client: HttpClient, { id, isActive }: School) =>
  client.call(activateSchool, { body: { Id: id, IsActive: !isActive } })

export const schoolContactActors = (client: HttpClient) => ({
  loadDetails: fromCall<{ data: readonly SchoolContactDetail[] }, { subject: School }>(
    async ({ subject: { id } }, signal) => ({
      data: await client.call(getSchoolContacts, { query: { id } }, { signal }),
    }),
  ),
})

export const countryActors = (client: HttpClient) => ({
  loadItems: fromCall<readonly Place[], void>((_, signal) => client.call(getCountries, {}, { signal })),
})

export const stateActors = (client: HttpClient) => ({
  loadDetails: fromCall<{ data: readonly Place[] }, { subject: number }>(async ({ subject }, signal) => ({
    data: await client.call(getStates, { query: { countryId: subject } }, { signal }),
  })),
})

export const cityActors = (client: HttpClient) => ({
  loadDetails: fromCall<{ data: readonly Place[] }, { subject: number }>(async ({ subject }, signal) => ({
    data: await client.call(getCities, { query: { stateId: subject } }, { signal }),
  })),
})

const BLANK: SchoolProfile = {
  name: '',
  addressLine1: '',
  addressLine2: '',
  countryId: null,
  stateId: null,
  cityId: null,
  zipCode: '',
  colourCode: DEFAULT_COLOUR,
  schoolContacts: [BLANK_CONTACT],
}

export const schoolProfileActors = (client: HttpClient) =>
  recordActors<SchoolProfile>({
    noun: 'school',
    blank: blankRecord(BLANK),
    read: async (id, signal) => {
      const { profile, entityCacheKey } = await client.call(getSchool, { query: { id } }, { signal })
      return { values: profile, version: entityCacheKey, more: null }
    },
    add: (values) => client.call(saveSchoolProfile, { body: values }),
    edit: (values, record) => client.call(saveSchoolProfile, { body: { ...values, ...record } }),
  })

export const schoolBillingActors = (client: HttpClient) =>
  recordActors<SchoolBilling, BillingMore>({
    noun: 'school',
    read: async (schoolId, signal) => {
      const { entityCacheKey, isFeeLocked, ...values } = await client.call(
        getSchoolBillingProfile,
        { query: { schoolId } },
        { signal },
      )
      return { values, version: entityCacheKey, more: { schoolId, isFeeLocked } }
    },
    edit: (values, { id: schoolId, entityCacheKey }) =>
      client.call(saveSchoolBillingProfile, { body: { ...values, schoolId, entityCacheKey } }),
  })

/** The call's body is the rows; in the form they are a field. */
const inForm = ({ status, message, errors, data }: ApiError) =>
  new ApiError(
    status,
    message,
    errors.map(({ path, message: words }) => ({ path: `rates.${path}`, message: words })),
    data,
  )

export const schoolRatesActors = (client: HttpClient) =>
  recordActors<SchoolRates, RatesMore>({
    noun: 'school',
    read: async (schoolId, signal) => {
      const { entityCacheKey, rates, services, rateTypes } = await client.call(
        getSchoolServiceRates,
        { query: { schoolId } },
        { signal },
      )
      return { values: { rates }, version: entityCacheKey, more: { services, rateTypes } }
    },
    edit: async ({ rates }, { id: schoolId, entityCacheKey }) => {
      try {
        return await client.call(saveSchoolServiceRates, { query: { schoolId, entityCacheKey }, body: rates })
      } catch (error) {
        throw error instanceof ApiError ? inForm(error) : error
      }
    },
  })

export const feeHistoryActors = (client: HttpClient) => ({
  loadDetails: fromCall<{ data: readonly FeeChange[] }, { subject: number }>(async ({ subject }, signal) => ({
    data: await client.call(getAdminFeeHistory, { query: { schoolId: subject } }, { signal }),
  })),
})

export const rateHistoryActors = (client: HttpClient) => ({
  loadDetails: fromCall<{ data: readonly RateChange[] }, { subject: RateSubject }>(async ({ subject }, signal) => ({
    data: await client.call(getServiceRateHistory, { query: { serviceRateId: subject.id } }, { signal }),
  })),
})
