/** The actors of the session form over the API. */
import { fromPromise } from 'xstate'
import { ApiError } from '#contract/failures.ts'
import type { CaseloadEntry } from '#contract/lookups.ts'
import {
  getAllColours,
  getAllProviders,
  getAllSchools,
  getProvidersSchoolsStudents,
  getSchoolServicesRateTypesRate,
  getSchoolStudentListing,
} from '#contract/lookups.ts'
import { toWire } from '#contract/schedule-event-payload.ts'
import { addScheduleEvent, getScheduleEventPageLoadLists, type SavedScheduleEvent } from '#contract/session-form.ts'
import type { ListsQuery, RatesQuery, SessionLists, SessionRates } from '#machines/schedule/session-choices.machine.ts'
import type { SaveSessionInput } from '#machines/schedule/session-form.machine.ts'
import type { HttpClient } from '../http-client.ts'

const schoolsOf = async (client: HttpClient, providerId: number | null, signal: AbortSignal) => {
  if (providerId === null) return client.call(getAllSchools, {}, { signal })
  const query = { providerIds: String(providerId) }
  return (await client.call(getProvidersSchoolsStudents, { query }, { signal })).schools
}

export const sessionChoicesActors = (client: HttpClient) => ({
  loadLists: fromPromise<SessionLists, ListsQuery>(async ({ input: { asksProvider, providerId }, signal }) => {
    const [pageLoad, schools, providers, colours] = await Promise.all([
      client.call(getScheduleEventPageLoadLists, {}, { signal }),
      schoolsOf(client, providerId, signal),
      asksProvider ? client.call(getAllProviders, {}, { signal }) : [],
      client.call(getAllColours, {}, { signal }),
    ])
    return { pageLoad, schools, providers, colours }
  }),
  loadRates: fromPromise<SessionRates, RatesQuery>(async ({ input: { schoolId, serviceId, rateTypeId }, signal }) => {
    const query = { schoolId, ...(serviceId && { serviceId }), ...(rateTypeId && { rateTypeId }) }
    const { servicesList, rateTypesList, rate } = await client.call(
      getSchoolServicesRateTypesRate,
      { query },
      { signal },
    )
    return { services: servicesList, rateTypes: rateTypesList, rate }
  }),
})

export const caseloadAreaActors = (client: HttpClient) => ({
  loadCaseload: fromPromise<readonly CaseloadEntry[], { schoolId: number }>(({ input: { schoolId }, signal }) =>
    client.call(getSchoolStudentListing, { query: { schoolId } }, { signal }),
  ),
})

export const saveSessionActors = (client: HttpClient) => ({
  saveSession: fromPromise<SavedScheduleEvent, SaveSessionInput>(async ({ input, signal }) => {
    const { purpose, form, userId, sessionId, serviceRate, isEventStarted } = input
    if (purpose !== 'create') throw new ApiError(501, 'Stored sessions can not be changed yet.')
    const body = toWire(form, { userId, serviceRate, isEventStarted, ...(sessionId && { id: sessionId }) })
    return client.call(addScheduleEvent, { body }, { signal })
  }),
})
