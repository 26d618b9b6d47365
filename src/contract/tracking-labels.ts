/** Tracking labels for sessions (spec 3, sections 2 and 7). */
import { z } from 'zod'
import { countsAsSchema } from '#domain/label-counts.ts'
import { searchText } from '#domain/search-words.ts'
import { localDateSchema } from '#domain/time.ts'
import { trackingLabelFormSchema } from '#domain/tracking-label-form.ts'
import { access, defineEndpoint, entityCacheKey, id, languageId, queryId, writtenBy } from './endpoint.ts'
import { trackingLabelSchema } from './lookups.ts'
import { pageOf, queryPaging, sortBy } from './paging.ts'

/** 1 delivered, 2 absent, 3 make-up due: whether the minutes of a session with the label count. */
const countedLabelSchema = trackingLabelSchema.extend({ countsAs: countsAsSchema })
export type CountedLabel = z.infer<typeof countedLabelSchema>

/** Not in the spec. If missing, a new label's is worked out from its name, and a stored label's stays. */
const countsAs = { countsAs: countsAsSchema.optional() }

export const getTrackingLabels = defineEndpoint({
  method: 'GET',
  path: '/api/tracking-label/get-tracking-labels',
  summary: 'List tracking labels by page',
  access: access.roles('Administrators'),
  shows: ['labels'],
  query: z.object({
    ...queryPaging,
    /** Part of the label or description, case-insensitive. */
    trackingLabel: searchText().optional(),
    /** Sent for hosts that read it: always 10 (spec 3, section 9). */
    sortBy: z.coerce.number().int().optional(),
    sort: sortBy('label', 'description'),
  }),
  data: pageOf('allTrackingLabels', countedLabelSchema),
})

export const getTrackingLabel = defineEndpoint({
  method: 'GET',
  path: '/api/tracking-label/get-tracking-label',
  summary: 'Get a tracking label',
  access: access.roles('Administrators'),
  query: z.object({ id: queryId }),
  data: countedLabelSchema.extend({ entityCacheKey }),
  replies: { 404: 'Not found or deleted' },
})

export const addTrackingLabel = defineEndpoint({
  method: 'POST',
  path: '/api/tracking-label/add-tracking-label',
  summary: 'Add a tracking label',
  access: access.roles('Administrators'),
  body: trackingLabelFormSchema('add').extend({ languageId, ...writtenBy, ...countsAs }),
  data: z.object({ id }),
  replies: { 409: 'The label is taken (case-insensitive)' },
})

export const meaningChangeSchema = z.object({
  /** Past sessions that would count differently. */
  changed: z.int(),
  /** Past sessions that would not, because their days are approved or locked. */
  kept: z.int(),
  /** The first and the last day of those that would change; null if none would. */
  from: localDateSchema.nullable(),
  to: localDateSchema.nullable(),
})
export type MeaningChange = z.infer<typeof meaningChangeSchema>

export const getMeaningChange = defineEndpoint({
  method: 'GET',
  path: '/api/tracking-label/get-meaning-change',
  summary: 'Count the past sessions that change if the minutes of a label count as something else',
  access: access.roles('Administrators'),
  query: z.object({ id: queryId, countsAs: z.coerce.number().pipe(countsAsSchema) }),
  data: meaningChangeSchema,
  replies: { 404: 'Not found or deleted' },
})

export const updateTrackingLabel = defineEndpoint({
  method: 'PUT',
  path: '/api/tracking-label/update-tracking-label',
  summary: 'Update a tracking label; sessions that have it show the new name',
  access: access.roles('Administrators'),
  body: trackingLabelFormSchema('edit').extend({
    languageId,
    ...writtenBy,
    ...countsAs,
    id,
    entityCacheKey: entityCacheKey.optional(),
    /** How many past sessions the user agreed to change: `changed` of `getMeaningChange`. Missing for none. */
    pastSessions: z.int().optional(),
  }),
  data: z.null(),
  replies: {
    404: 'Not found or deleted',
    409: 'The label is taken, someone else changed it in the meantime, or it changes other past sessions than agreed',
  },
})

export const deleteTrackingLabel = defineEndpoint({
  method: 'DELETE',
  path: '/api/tracking-label/delete-tracking-label',
  summary: 'Delete a tracking label; sessions that have it keep it',
  access: access.roles('Administrators'),
  body: z.object({ languageId, ...writtenBy, id }),
  data: z.null(),
  replies: { 404: 'Not found or deleted' },
})

export const endpoints = {
  getTrackingLabels,
  getTrackingLabel,
  addTrackingLabel,
  getMeaningChange,
  updateTrackingLabel,
  deleteTrackingLabel,
}
