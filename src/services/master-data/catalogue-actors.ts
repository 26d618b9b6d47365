/** Services and tracking labels, over the API. */
import type { TrackingLabel } from '#contract/lookups.ts'
import { addService, deleteService, editService, getService, getServices, type Service } from '#contract/services.ts'
import {
  addTrackingLabel,
  deleteTrackingLabel,
  getTrackingLabel,
  getTrackingLabels,
  updateTrackingLabel,
} from '#contract/tracking-labels.ts'
import type { ServiceForm } from '#domain/service-form.ts'
import type { TrackingLabelForm } from '#domain/tracking-label-form.ts'
import type { SearchFilters } from '#machines/common/record-page.ts'
import type { HttpClient } from '../http-client.ts'
import { blankRecord, listActors, recordActors } from '../page-actors.ts'

export const serviceListActors = (client: HttpClient) =>
  listActors<Service, SearchFilters>(async ({ search, sort }, paging, signal) => {
    const query = { ...paging, keywords: search.trim() || undefined, sort: sort || undefined }
    const { allServices, totalRecords } = await client.call(getServices, { query }, { signal })
    return { rows: allServices, total: totalRecords }
  })

export const serviceFormActors = (client: HttpClient) =>
  recordActors<ServiceForm>({
    noun: 'service',
    blank: blankRecord({ code: '', description: '' }),
    read: async (id, signal) => {
      const { code, description, entityCacheKey } = await client.call(getService, { query: { id } }, { signal })
      return { values: { code, description }, version: entityCacheKey, more: null }
    },
    add: (values) => client.call(addService, { body: values }),
    edit: (values, record) => client.call(editService, { body: { ...values, ...record } }),
  })

export const removeService = (client: HttpClient, { id }: Service) => client.call(deleteService, { body: { id } })

export const trackingLabelListActors = (client: HttpClient) =>
  listActors<TrackingLabel, SearchFilters>(async ({ search, sort }, paging, signal) => {
    const query = { ...paging, trackingLabel: search.trim() || undefined, sortBy: 10, sort: sort || undefined }
    const { allTrackingLabels, totalRecords } = await client.call(getTrackingLabels, { query }, { signal })
    return { rows: allTrackingLabels, total: totalRecords }
  })

export const trackingLabelFormActors = (client: HttpClient) =>
  recordActors<TrackingLabelForm>({
    noun: 'tracking label',
    blank: blankRecord({ trackingLabel: '', description: '' }),
    read: async (id, signal) => {
      const { entityCacheKey, ...label } = await client.call(getTrackingLabel, { query: { id } }, { signal })
      return {
        values: { trackingLabel: label.trackingLabel, description: label.description },
        version: entityCacheKey,
        more: null,
      }
    },
    add: (values) => client.call(addTrackingLabel, { body: values }),
    edit: (values, record) => client.call(updateTrackingLabel, { body: { ...values, ...record } }),
  })

export const removeTrackingLabel = (client: HttpClient, { id }: TrackingLabel) =>
  client.call(deleteTrackingLabel, { body: { id } })
