/** Caseloads (spec 3, sections 2, 3 and 7). Providers can access only their own students. */
import { z } from 'zod'
import { caseloadFields, MAX_FREQUENCIES } from '#domain/caseload-form.ts'
import { comingAnswerSchema } from '#domain/coming-sessions.ts'
import { searchText } from '#domain/search-words.ts'
import {
  access,
  defineEndpoint,
  defineFile,
  entityCacheKey,
  filterId,
  id,
  idList,
  languageId,
  queryId,
  writtenBy,
} from './endpoint.ts'
import { importEndpoints } from './imports.ts'
import { offers } from './lookups.ts'
import { pageOf, queryPaging, sortBy } from './paging.ts'

/** For the Caseload Record screens; an administrator can also grant this key to a provider's role. */
const keepers = access.screens('Caseloads')
const readers = access.records({ all: 'Caseloads', own: 'ProviderCaseload' })

/** A student in the list. */
export const caseloadSchema = z.object({
  id,
  studentName: z.string(),
  schoolId: id,
  schoolName: z.string(),
  /** The number of frequencies. */
  records: z.int().nonnegative(),
  isActive: z.boolean(),
})
export type Caseload = z.infer<typeof caseloadSchema>

const filters = {
  /** Part of the name, case-insensitive. */
  studentName: searchText().optional(),
  therapistIds: idList,
  schoolIds: idList,
  studentIds: idList,
  /** Only active students. */
  showIsActive: z.stringbool().optional(),
}

export const getCaseloads = defineEndpoint({
  method: 'GET',
  path: '/api/caseload/get-caseloads',
  summary: 'List students by page; providers see only their own',
  access: readers,
  shows: ['students', 'schools'],
  query: z.object({
    ...queryPaging,
    ...filters,
    /** Sent for hosts that read it: always 1 (spec 3, section 9). */
    sortBy: z.coerce.number().int().optional(),
    sort: sortBy('student', 'school'),
  }),
  data: pageOf('allCaseloads', caseloadSchema),
})

export const downloadCaseloads = defineFile({
  method: 'POST',
  path: '/api/caseload/download-caseloads',
  summary: 'Download the filtered students with their frequencies as a spreadsheet',
  access: keepers,
  query: z.object(filters),
  body: z.object({ languageId }),
  contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
})

const chosenId = id.nullable()

/** A frequency with its choices in words; '' for unset ones. */
export const caseloadFrequencySchema = z.object({
  id,
  serviceTypeId: chosenId,
  serviceType: z.string(),
  serviceFrequencyId: chosenId,
  serviceFrequency: z.string(),
  durationId: chosenId,
  duration: z.string(),
  eventFrequencyId: chosenId,
  eventFrequency: z.string(),
  sessionTypeId: chosenId,
  sessionType: z.string(),
})
export type CaseloadFrequency = z.infer<typeof caseloadFrequencySchema>

export const getCaseload = defineEndpoint({
  method: 'GET',
  path: '/api/caseload/get-caseload/{id}',
  summary: 'Get a student with frequencies; providers can get only their own',
  access: readers,
  params: z.object({ id: queryId }),
  data: caseloadSchema.omit({ records: true }).extend({
    gender: caseloadFields.gender,
    /** Null if the student is on no caseload. */
    therapistId: id.nullable(),
    caseloadFrequencies: z.array(caseloadFrequencySchema),
    entityCacheKey,
  }),
  replies: { 404: "Not found, deleted, or another provider's" },
})

/**
 * The therapist, as set by an administrator: null or 0 unassigns the student; blank or missing keeps the current one.
 * Ignored for providers, whose students are always their own.
 */
const therapistId = z
  .union([id, z.literal(0), z.literal(''), z.null()])
  .optional()
  .transform((value) => (value === '' || value === undefined ? undefined : value || null))

const frequency = z.object({
  /** Missing, null or 0 for a new row. */
  id: filterId,
  serviceTypeId: filterId,
  serviceFrequencyId: filterId,
  durationId: filterId,
  eventFrequencyId: filterId,
  sessionTypeId: filterId,
  isDeleted: z.boolean().default(false),
  ...writtenBy,
})
export type SentFrequency = z.infer<typeof frequency>

const form = {
  ...caseloadFields,
  /** Missing keeps the current value. */
  gender: caseloadFields.gender.optional(),
  therapistId,
  /** Stored rows not listed are kept. */
  caseloadFrequencies: z.array(frequency).max(MAX_FREQUENCIES).default([]),
  languageId,
  ...writtenBy,
}

export const addStudentCaseload = defineEndpoint({
  method: 'POST',
  path: '/api/caseload/add-caseload',
  summary: 'Add a student; for providers, to their own caseload',
  access: keepers,
  body: z.object(form),
  data: z.object({ id }),
  replies: { 403: 'The provider does not work at the school' },
})

export const editCaseload = defineEndpoint({
  method: 'PUT',
  path: '/api/caseload/edit-caseload',
  summary: 'Update a student and their frequencies',
  access: keepers,
  body: z
    .object({
      ...form,
      id: id.optional(),
      /** The spec's spelling of `id`. */
      Id: id.optional(),
      entityCacheKey: entityCacheKey.optional(),
      /** For a student who moves to another school. Without it, the sessions to come stay where they are. */
      comingSessions: comingAnswerSchema.optional(),
    })
    .transform(({ id: studentId, Id, ...sent }, context) => {
      const known = studentId ?? Id
      if (known !== undefined) return { ...sent, id: known }
      context.addIssue({ code: 'custom', path: ['id'], message: 'Student Is Required' })
      return z.NEVER
    }),
  data: z.null(),
  replies: {
    403: 'The provider does not work at the school',
    404: "Not found, deleted, or another provider's",
    409: 'Someone else changed it, or the sessions to come, in the meantime',
  },
})

export const changeCaseloadStatus = defineEndpoint({
  method: 'GET',
  path: '/api/caseload/change-caseload-status/{id}',
  summary: 'Activate or deactivate a student',
  access: keepers,
  params: z.object({ id: queryId }),
  query: z.object({
    /** The new status, which makes the call idempotent. Missing toggles the status. */
    isActive: z.stringbool().optional(),
  }),
  data: z.object({ isActive: z.boolean() }),
  replies: { 404: "Not found, deleted, or another provider's" },
})

/** The same call by GET has no room for choices. */
export const deactivateCaseload = defineEndpoint({
  method: 'POST',
  path: '/api/caseload/deactivate-caseload/{id}',
  summary: 'Deactivate a student, and end or keep the sessions to come',
  access: keepers,
  params: z.object({ id: queryId }),
  body: z.object({ languageId, updatedById: writtenBy.updatedById, comingSessions: comingAnswerSchema }),
  data: z.object({ isActive: z.boolean() }),
  replies: { 404: "Not found, deleted, or another provider's", 409: 'The sessions to come have changed' },
})

export const deleteCaseload = defineEndpoint({
  method: 'DELETE',
  path: '/api/caseload/delete-caseload/{id}',
  summary: 'Delete a student; past sessions keep them',
  access: access.administrators('Caseloads'),
  params: z.object({ id: queryId }),
  query: z.object({ updatedById: queryId.optional() }),
  body: z.object({
    languageId,
    updatedById: writtenBy.updatedById,
    /** Ends the sessions to come first. */
    comingSessions: comingAnswerSchema.optional(),
  }),
  data: z.null(),
  replies: { 404: 'Not found or deleted', 409: 'The student has sessions to come, or they have changed' },
})

export const getServiceTypes = defineEndpoint({
  method: 'GET',
  path: '/api/service/get-service-types',
  summary: 'List all services by code',
  access: access.signedIn,
  query: z.object(offers),
  data: z.array(z.object({ id, code: z.string(), description: z.string() })),
})

export const getServiceFrequencies = defineEndpoint({
  method: 'GET',
  path: '/api/caseload/get-service-frequencies',
  summary: 'List the service frequencies',
  access: access.signedIn,
  data: z.array(z.object({ id, serviceFrequency: z.string() })),
})

export const getDurations = defineEndpoint({
  method: 'GET',
  path: '/api/caseload/get-durations',
  summary: 'List the durations, shortest first',
  access: access.signedIn,
  data: z.array(z.object({ id, duration: z.string() })),
})

export const getEventFrequencies = defineEndpoint({
  method: 'GET',
  path: '/api/caseload/get-event-frequencies',
  summary: 'List the event frequencies',
  access: access.signedIn,
  data: z.array(z.object({ id, eventFrequency: z.string() })),
})

export const getAllSessionTypes = defineEndpoint({
  method: 'POST',
  path: '/api/session-type/get-all-session-types',
  summary: 'List the session types: individual or group',
  access: access.signedIn,
  body: z.object({ languageId }),
  data: z.array(z.object({ id, name: z.string() })),
})

/** Administrators only: providers who may add students add them one at a time. */
export const {
  sample: getCaseloadImportSample,
  run: importCaseloads,
  problems: getCaseloadImportProblems,
} = importEndpoints({ area: 'caseload', plural: 'caseloads', access: access.administrators('Caseloads') })

export const endpoints = {
  getCaseloadImportSample,
  importCaseloads,
  getCaseloadImportProblems,
  getCaseloads,
  getCaseload,
  addStudentCaseload,
  editCaseload,
  changeCaseloadStatus,
  deactivateCaseload,
  deleteCaseload,
  downloadCaseloads,
  getServiceTypes,
  getServiceFrequencies,
  getDurations,
  getEventFrequencies,
  getAllSessionTypes,
}
