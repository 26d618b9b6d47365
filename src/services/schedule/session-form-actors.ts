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
import {
  addScheduleEvent,
  type ChangedSessions,
  deleteScheduleEventSeries,
  deleteScheduleEvents,
  editScheduleEventById,
  editScheduleEventRecurrenceById,
  getScheduleEventPageLoadLists,
  type StoredSession,
  updateScheduleEventRecurrence,
  updateScheduleEventSeries,
} from '#contract/session-form.ts'
import { type Clash, previewScheduleEvent } from '#contract/session-preview.ts'
import { changeInWords, changeMessages } from '#machines/schedule/change-outcome.ts'
import type { ChangeTarget } from '#machines/schedule/event-modal.machine.ts'
import type { SaveMoveInput } from '#machines/schedule/move-rules.ts'
import type { ListsQuery, RatesQuery, SessionLists, SessionRates } from '#machines/schedule/session-choices.machine.ts'
import type { SaveSessionInput, SessionFormPurpose, SessionOutcome } from '#machines/schedule/session-form.machine.ts'
import type { StoredSessionQuery } from '#machines/schedule/stored-session.machine.ts'
import { fromCall } from '../from-call.ts'
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

/** An address that names nothing is answered as the server answers one that names what is not there. */
const readStored = async (
  client: HttpClient,
  { scope, id, isEdit, withDeleted }: StoredSessionQuery,
  signal: AbortSignal,
) => {
  if (id === undefined) throw new ApiError(404, 'There is no such session.')
  return scope === 'occurrence'
    ? client.call(editScheduleEventRecurrenceById, { body: { id, isEdit, withDeleted } }, { signal })
    : client.call(editScheduleEventById, { body: { id, isEdit } }, { signal })
}

export const storedSessionActors = (client: HttpClient) => ({
  loadSession: fromCall<StoredSession, StoredSessionQuery>((query, signal) => readStored(client, query, signal)),
})

const occurrenceBody = ({ occurrenceId, form, entityCacheKey, ...more }: SaveMoveInput) => ({
  ...toWire(form, { ...more, id: occurrenceId, isSingleEventRecurrence: true }),
  entityCacheKey,
})

const saveOccurrence = (client: HttpClient, move: SaveMoveInput) =>
  client.call(updateScheduleEventRecurrence, { body: occurrenceBody(move) })

/** What is changed is not aborted when its screen goes. */
const save = async (client: HttpClient, input: SaveSessionInput): Promise<SessionOutcome> => {
  const { purpose, form, userId, sessionId, serviceRate, isEventStarted, entityCacheKey, changeFromDate } = input
  if (purpose === 'create') {
    return client.call(addScheduleEvent, { body: toWire(form, { userId, serviceRate, isEventStarted }) })
  }
  if (sessionId === undefined || entityCacheKey === undefined) throw new Error('The session is not stored')
  const context = { userId, serviceRate, isEventStarted }
  if (purpose === 'editOccurrence') {
    return saveOccurrence(client, { ...context, occurrenceId: sessionId, form, entityCacheKey })
  }
  const body = {
    ...toWire(form, { ...context, id: sessionId }),
    entityCacheKey,
    ...(changeFromDate && { changeFromDate }),
  }
  return client.call(updateScheduleEventSeries, { body })
}

export const saveSessionActors = (client: HttpClient) => ({
  saveSession: fromCall<SessionOutcome, SaveSessionInput>((input) => save(client, input)),
  rereadSession: fromCall<StoredSession, { purpose: SessionFormPurpose; sessionId: number }>(
    ({ purpose, sessionId }, signal) => {
      const scope = purpose === 'editOccurrence' ? 'occurrence' : 'series'
      return readStored(client, { scope, id: sessionId, isEdit: true }, signal)
    },
  ),
})

export const sessionMoveActors = (client: HttpClient) => ({
  readSession: fromCall<StoredSession, { occurrenceId: number }>(({ occurrenceId }, signal) =>
    readStored(client, { scope: 'occurrence', id: occurrenceId, isEdit: true }, signal),
  ),
  checkMove: fromCall<readonly Clash[], SaveMoveInput>(async (move, signal) => {
    const body = { ...occurrenceBody(move), change: 'updateOccurrence' as const }
    const { dates } = await client.call(previewScheduleEvent, { body }, { signal })
    return dates.flatMap((date) => ('clashes' in date ? date.clashes : []))
  }),
  saveMove: fromCall<ChangedSessions, SaveMoveInput>((move) => saveOccurrence(client, move)),
})

/** Deletes an occurrence, or its series from its day on, and says in words what that came to. */
export const deleteSession = async (client: HttpClient, target: ChangeTarget): Promise<string> => {
  const { scope, occurrenceId, scheduleEventId, date, entityCacheKey } = target
  const changed =
    scope === 'occurrence'
      ? await client.call(deleteScheduleEvents, {
          body: { scheduleEventRecurrenceIds: [occurrenceId], entityCacheKey },
        })
      : await client.call(deleteScheduleEventSeries, { body: { id: scheduleEventId, fromDate: date } })
  return changeInWords(changeMessages.deleted, changed)
}
