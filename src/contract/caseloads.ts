/** Students' caseloads (spec 3, sections 2, 3 and 7). A provider sees and reaches their own students alone. */
import { z } from 'zod'
import { caseloadFields, MOST_FREQUENCIES } from '#domain/caseload-form.ts'
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
import { pageOf, queryPaging, sortBy } from './paging.ts'

/** Of a host that shows the screens which add, change and list them; a provider's role may be given it. */
const keepers = access.screens('Caseloads')
const readers = access.screens('Caseloads', 'ProviderCaseload')

/** One student of the list. */
export const caseloadSchema = z.object({
  id,
  studentName: z.string(),
  schoolId: id,
  schoolName: z.string(),
  /** How many frequencies the student has. */
  records: z.int().nonnegative(),
  isActive: z.boolean(),
})
export type Caseload = z.infer<typeof caseloadSchema>

const filters = {
  /** Part of the name; upper and lower case alike. */
  studentName: z.string().max(200).optional(),
  therapistIds: idList,
  schoolIds: idList,
  studentIds: idList,
  /** Only students who are active. */
  showIsActive: z.stringbool().optional(),
}

export const getCaseloads = defineEndpoint({
  method: 'GET',
  path: '/api/caseload/get-caseloads',
  summary: 'Students, page by page; a provider sees their own',
  access: readers,
  query: z.object({
    ...queryPaging,
    ...filters,
    /** On the wire for hosts that read it: always 1 (spec 3, section 9). */
    sortBy: z.coerce.number().int().optional(),
    sort: sortBy('student', 'school'),
  }),
  data: pageOf('allCaseloads', caseloadSchema),
})

export const downloadCaseloads = defineFile({
  method: 'POST',
  path: '/api/caseload/download-caseloads',
  summary: 'The students that the filters leave, with their frequencies, as a spreadsheet',
  access: keepers,
  query: z.object(filters),
  body: z.object({ languageId }),
  contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
})

const chosenId = id.nullable()

/** How often and how long a student is seen, with what was chosen in words; '' where nothing was. */
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
  summary: 'One student with their frequencies; a provider may ask for their own',
  access: readers,
  params: z.object({ id: queryId }),
  data: caseloadSchema.omit({ records: true }).extend({
    gender: caseloadFields.gender,
    /** Null where the student is on nobody's caseload. */
    therapistId: id.nullable(),
    caseloadFrequencies: z.array(caseloadFrequencySchema),
    entityCacheKey,
  }),
  replies: { 404: "There is none, it was deleted, or it is another provider's" },
})

/**
 * Whose caseload it is, where an administrator says so: null or 0 for nobody's. Blank, or left out, it stays whose it is.
 * A provider's students are their own, whatever is sent.
 */
const therapistId = z
  .union([id, z.literal(0), z.literal(''), z.null()])
  .optional()
  .transform((value) => (value === '' || value === undefined ? undefined : value || null))

const frequency = z.object({
  /** Of a stored row; left out, null or 0 for a new one. */
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
  /** Left out, it stays as it is. */
  gender: caseloadFields.gender.optional(),
  therapistId,
  /** Stored rows that are not named stay as they are. */
  caseloadFrequencies: z.array(frequency).max(MOST_FREQUENCIES).default([]),
  languageId,
  ...writtenBy,
}

export const addStudentCaseload = defineEndpoint({
  method: 'POST',
  path: '/api/caseload/add-caseload',
  summary: "Add a student; a provider's is on their own caseload",
  access: keepers,
  body: z.object(form),
  data: z.object({ id }),
  replies: { 403: 'The provider does not work at the school' },
})

export const editCaseload = defineEndpoint({
  method: 'PUT',
  path: '/api/caseload/edit-caseload',
  summary: 'Change a student and their frequencies',
  access: keepers,
  body: z.object({ ...form, id, entityCacheKey: entityCacheKey.optional() }),
  data: z.null(),
  replies: {
    403: 'The provider does not work at the school',
    404: "There is none, it was deleted, or it is another provider's",
    409: 'Someone else changed it meanwhile',
  },
})

export const changeCaseloadStatus = defineEndpoint({
  method: 'GET',
  path: '/api/caseload/change-caseload-status/{id}',
  summary: 'Make a student active or not',
  access: keepers,
  params: z.object({ id: queryId }),
  query: z.object({
    /** What it is to be: asked twice, it is done once. Left out, it becomes what it was not. */
    isActive: z.stringbool().optional(),
  }),
  data: z.object({ isActive: z.boolean() }),
  replies: { 404: "There is none, it was deleted, or it is another provider's" },
})

export const deleteCaseload = defineEndpoint({
  method: 'DELETE',
  path: '/api/caseload/delete-caseload/{id}',
  summary: 'Delete a student; sessions that were held keep them',
  access: access.administrators('Caseloads'),
  params: z.object({ id: queryId }),
  query: z.object({ updatedById: queryId.optional() }),
  body: z.object({ languageId, updatedById: writtenBy.updatedById }),
  data: z.null(),
  replies: { 404: 'There is none, or it was deleted', 409: 'Sessions from today on have the student' },
})

export const getServiceTypes = defineEndpoint({
  method: 'GET',
  path: '/api/service/get-service-types',
  summary: 'Every service by code',
  access: access.signedIn,
  data: z.array(z.object({ id, code: z.string(), description: z.string() })),
})

export const getServiceFrequencies = defineEndpoint({
  method: 'GET',
  path: '/api/caseload/get-service-frequencies',
  summary: 'How many times a student may be seen',
  access: access.signedIn,
  data: z.array(z.object({ id, serviceFrequency: z.string() })),
})

export const getDurations = defineEndpoint({
  method: 'GET',
  path: '/api/caseload/get-durations',
  summary: 'How long a student may be seen, the shortest first',
  access: access.signedIn,
  data: z.array(z.object({ id, duration: z.string() })),
})

export const getEventFrequencies = defineEndpoint({
  method: 'GET',
  path: '/api/caseload/get-event-frequencies',
  summary: 'The time that a frequency is counted in',
  access: access.signedIn,
  data: z.array(z.object({ id, eventFrequency: z.string() })),
})

export const getAllSessionTypes = defineEndpoint({
  method: 'POST',
  path: '/api/session-type/get-all-session-types',
  summary: 'Alone or in a group',
  access: access.signedIn,
  body: z.object({ languageId }),
  data: z.array(z.object({ id, name: z.string() })),
})
