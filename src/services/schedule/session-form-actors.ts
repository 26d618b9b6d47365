/** Actors of the session form. */
import { fromPromise } from 'xstate'
import type { ApiClient } from '#contract/api-client.ts'
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
import { previewScheduleEvent, type SessionPreview } from '#contract/session-preview.ts'
import { fromCall } from '#machines/common/from-call.ts'
import type { CaseloadQuery } from '#machines/schedule/caseload-area.machine.ts'
import type { ChangeTarget } from '#machines/schedule/event-modal.machine.ts'
import type { MoveCheck, SaveMoveInput } from '#machines/schedule/move-rules.ts'
import type { ListsQuery, RatesQuery, SessionLists, SessionRates } from '#machines/schedule/session-choices.machine.ts'
import type { DeleteSessionsInput } from '#machines/schedule/session-deletion.machine.ts'
import type { SaveSessionInput, SavingPurpose, SessionOutcome } from '#machines/schedule/session-saving.machine.ts'
import type { StoredSessionQuery } from '#machines/schedule/stored-session.machine.ts'

const schoolsOf = async (client: ApiClient, { providerId, storedSchoolId }: ListsQuery, signal: AbortSignal) => {
  const stored = storedSchoolId === null ? {} : { storedSchoolId: String(storedSchoolId) }
  if (providerId === null) return client.call(getAllSchools, { query: stored }, { signal })
  const query = { providerIds: String(providerId), studentLimit: '0', ...stored }
  return (await client.call(getProvidersSchoolsStudents, { query }, { signal })).schools
}

const providersOf = (client: ApiClient, { storedProviderId }: ListsQuery, signal: AbortSignal) => {
  const stored = storedProviderId === null ? {} : { storedProviderId }
  return client.call(getAllProviders, { query: stored }, { signal })
}

export const sessionChoicesActors = (client: ApiClient) => ({
  loadLists: fromPromise<SessionLists, ListsQuery>(async ({ input, signal }) => {
    const [pageLoad, schools, providers, colours] = await Promise.all([
      client.call(getScheduleEventPageLoadLists, {}, { signal }),
      schoolsOf(client, input, signal),
      input.asksProvider ? providersOf(client, input, signal) : [],
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

export const caseloadAreaActors = (client: ApiClient) => ({
  loadCaseload: fromPromise<readonly CaseloadEntry[], CaseloadQuery>(({ input: { schoolId, storedIds }, signal }) => {
    const stored = storedIds.length === 0 ? {} : { storedCaseloadIds: storedIds.join(',') }
    return client.call(getSchoolStudentListing, { query: { schoolId, ...stored } }, { signal })
  }),
})

/** A URL without a valid id fails like one whose session doesn't exist. */
const readStored = async (
  client: ApiClient,
  { scope, id, isEdit, withDeleted }: StoredSessionQuery,
  signal: AbortSignal,
) => {
  if (id === undefined) throw new ApiError(404, 'Session not found.')
  return scope === 'occurrence'
    ? client.call(editScheduleEventRecurrenceById, { body: { id, isEdit, withDeleted } }, { signal })
    : client.call(editScheduleEventById, { body: { id, isEdit } }, { signal })
}

export const storedSessionActors = (client: ApiClient) => ({
  loadSession: fromCall<StoredSession, StoredSessionQuery>((query, signal) => readStored(client, query, signal)),
})

const occurrenceBody = ({ occurrenceId, form, entityCacheKey, replacesKey, ...more }: SaveMoveInput) => ({
  ...toWire(form, { ...more, id: occurrenceId, isSingleEventRecurrence: true }),
  entityCacheKey,
  ...(replacesKey !== undefined && { replacesKey }),
})

/** The saving call and its body, in the preview's format. */
const savingOf = (input: SaveSessionInput) => {
  const { purpose, form, sessionId, entityCacheKey, changeFromDate, replacesKey, ...context } = input
  if (purpose === 'create') return { change: 'add' as const, body: toWire(form, context) }
  if (sessionId === undefined || entityCacheKey === undefined) throw new Error('The session is not stored')
  if (purpose === 'editOccurrence') {
    const body = occurrenceBody({ ...context, occurrenceId: sessionId, form, entityCacheKey, replacesKey })
    return { change: 'updateOccurrence' as const, body }
  }
  const body = {
    ...toWire(form, { ...context, id: sessionId }),
    entityCacheKey,
    ...(changeFromDate && { changeFromDate }),
    ...(replacesKey !== undefined && { replacesKey }),
  }
  return { change: 'updateSeries' as const, body }
}

/** Changes are not aborted when the screen unmounts. */
const save = (client: ApiClient, input: SaveSessionInput): Promise<SessionOutcome> => {
  const { change, body } = savingOf(input)
  switch (change) {
    case 'add':
      return client.call(addScheduleEvent, { body })
    case 'updateOccurrence':
      return client.call(updateScheduleEventRecurrence, { body })
    case 'updateSeries':
      return client.call(updateScheduleEventSeries, { body })
  }
}

const preview = (client: ApiClient, input: SaveSessionInput, signal: AbortSignal): Promise<SessionPreview> => {
  const { change, body } = savingOf(input)
  switch (change) {
    case 'add':
      return client.call(previewScheduleEvent, { body: { ...body, change } }, { signal })
    case 'updateOccurrence':
      return client.call(previewScheduleEvent, { body: { ...body, change } }, { signal })
    case 'updateSeries':
      return client.call(previewScheduleEvent, { body: { ...body, change } }, { signal })
  }
}

export const sessionSavingActors = (client: ApiClient) => ({
  previewSession: fromCall<SessionPreview, SaveSessionInput>((input, signal) => preview(client, input, signal)),
  saveSession: fromCall<SessionOutcome, SaveSessionInput>((input) => save(client, input)),
  rereadSession: fromCall<StoredSession, { purpose: SavingPurpose; sessionId: number }>(
    ({ purpose, sessionId }, signal) => {
      const scope = purpose === 'editOccurrence' ? 'occurrence' : 'series'
      return readStored(client, { scope, id: sessionId, isEdit: true }, signal)
    },
  ),
})

export const sessionMoveActors = (client: ApiClient) => ({
  readSession: fromCall<StoredSession, { occurrenceId: number }>(({ occurrenceId }, signal) =>
    readStored(client, { scope: 'occurrence', id: occurrenceId, isEdit: true }, signal),
  ),
  checkMove: fromCall<MoveCheck, SaveMoveInput>(async (move, signal) => {
    const body = { ...occurrenceBody(move), change: 'updateOccurrence' as const }
    const { dates, replaces } = await client.call(previewScheduleEvent, { body }, { signal })
    return { clashes: dates.flatMap((date) => ('clashes' in date ? date.clashes : [])), replaces }
  }),
  saveMove: fromCall<ChangedSessions, SaveMoveInput>((move) =>
    client.call(updateScheduleEventRecurrence, { body: occurrenceBody(move) }),
  ),
})

const seriesDeletionBody = ({ scheduleEventId, date, seriesCacheKey, replacesKey }: DeleteSessionsInput) => ({
  id: scheduleEventId,
  fromDate: date,
  ...(seriesCacheKey !== undefined && { entityCacheKey: seriesCacheKey }),
  ...(replacesKey !== undefined && { replacesKey }),
})

const occurrenceDeletionBody = ({ occurrenceId, entityCacheKey, replacesKey }: DeleteSessionsInput) => ({
  scheduleEventRecurrenceIds: [occurrenceId],
  entityCacheKey,
  ...(replacesKey !== undefined && { replacesKey }),
})

/** An occurrence, or its series from its date on. */
const deleteSessions = (client: ApiClient, target: DeleteSessionsInput): Promise<ChangedSessions> =>
  target.scope === 'series'
    ? client.call(deleteScheduleEventSeries, { body: seriesDeletionBody(target) })
    : client.call(deleteScheduleEvents, { body: occurrenceDeletionBody(target) })

const previewDeletion = (client: ApiClient, target: ChangeTarget, signal: AbortSignal): Promise<SessionPreview> => {
  const body =
    target.scope === 'series'
      ? { ...seriesDeletionBody(target), change: 'deleteSeries' as const }
      : { ...occurrenceDeletionBody(target), change: 'deleteOccurrences' as const }
  return client.call(previewScheduleEvent, { body }, { signal })
}

export const sessionDeletionActors = (client: ApiClient) => ({
  previewDeletion: fromCall<SessionPreview, ChangeTarget>((target, signal) => previewDeletion(client, target, signal)),
  deleteSessions: fromCall<ChangedSessions, DeleteSessionsInput>((target) => deleteSessions(client, target)),
})
