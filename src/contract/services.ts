/** The service catalog: its form, its messages and its calls (spec 3, sections 2, 5, 7, 8 and 9). */
import { z } from 'zod'
import { searchText } from '#domain/search-words.ts'
import { requiredText } from '#domain/text-rules.ts'
import { access, defineEndpoint, entityCacheKey, id, languageId, queryId, writtenBy } from './endpoint.ts'
import { importEndpoints } from './imports.ts'
import { pageOf, queryPaging, sortBy } from './paging.ts'

const CHARACTERS = 250

/** The spec's messages for adding and editing differ by a period. */
export const serviceFormSchema = (purpose: 'add' | 'edit') =>
  z.object({
    code: requiredText(`Service Code Is Required${purpose === 'edit' ? '.' : ''}`, CHARACTERS),
    description: requiredText('Service Description Is Required', CHARACTERS),
  })
export type ServiceForm = z.infer<ReturnType<typeof serviceFormSchema>>

export const serviceMessages = {
  added: 'Service has been added successfully',
  updated: 'Service has been updated successfully',
  deleted: 'Service has been deleted successfully',
  deletion: 'Are you sure you want to delete this service?',
  empty: 'No Data Available',
  taken: 'A service with this code already exists.',
} as const

export const serviceSchema = z.object({ id, code: z.string(), description: z.string() })
export type Service = z.infer<typeof serviceSchema>

export const getServices = defineEndpoint({
  method: 'GET',
  path: '/api/service/get-services',
  summary: 'List services by page',
  access: access.roles('Administrators'),
  shows: ['services'],
  query: z.object({
    ...queryPaging,
    /** Part of the code or description, case-insensitive. */
    keywords: searchText().optional(),
    sort: sortBy('code', 'description'),
  }),
  data: pageOf('allServices', serviceSchema),
})

export const getService = defineEndpoint({
  method: 'GET',
  path: '/api/service/get-service',
  summary: 'Get a service',
  access: access.roles('Administrators'),
  query: z.object({ id: queryId }),
  data: serviceSchema.extend({ entityCacheKey }),
  replies: { 404: 'Not found or deleted' },
})

export const addService = defineEndpoint({
  method: 'POST',
  path: '/api/service/add-service',
  summary: 'Add a service',
  access: access.roles('Administrators'),
  body: serviceFormSchema('add').extend({ languageId, ...writtenBy }),
  data: z.object({ id }),
  replies: { 409: 'The code is taken (case-insensitive)' },
})

export const editService = defineEndpoint({
  method: 'POST',
  path: '/api/service/edit-service',
  summary: "Update a service's code or description",
  access: access.roles('Administrators'),
  body: serviceFormSchema('edit').extend({ languageId, ...writtenBy, id, entityCacheKey: entityCacheKey.optional() }),
  data: z.null(),
  replies: { 404: 'Not found or deleted', 409: 'The code is taken, or someone else changed it in the meantime' },
})

export const deleteService = defineEndpoint({
  method: 'POST',
  path: '/api/service/delete-service',
  summary: 'Delete a service; past sessions keep its name',
  access: access.roles('Administrators'),
  body: z.object({ languageId, ...writtenBy, id }),
  data: z.null(),
  replies: { 404: 'Not found or deleted', 409: 'Rates, caseloads or future sessions use it' },
})

export const {
  sample: getServiceImportSample,
  run: importServices,
  problems: getServiceImportProblems,
} = importEndpoints({ area: 'service', plural: 'services', access: access.roles('Administrators') })

export const endpoints = {
  getServices,
  getService,
  addService,
  editService,
  deleteService,
  getServiceImportSample,
  importServices,
  getServiceImportProblems,
}
