import { z } from 'zod'
import { callOf } from '#contract/call.ts'
import { filtersOf, sortFilter, textFilter } from '#contract/filters.ts'
import {
  addService,
  deleteService,
  editService,
  getService,
  getServiceImportProblems,
  getServiceImportSample,
  getServices,
  importServices,
  type Service,
  type ServiceForm,
  serviceFormSchema,
  serviceMessages,
} from '#contract/services.ts'
import { blankRecord, type EditedRecord } from '#machines/common/record-page.ts'
import { recordFields } from '#screens/form/record-fields.tsx'
import { RecordPage, type RecordPageDefinition } from '#screens/form/record-page.tsx'
import { defineList } from '#screens/list/list-definition.ts'
import { ListScreen } from '#screens/list/list-screen.tsx'

export const serviceList = defineList({
  heading: 'Service Listing Record',
  filters: filtersOf(textFilter('search'), sortFilter({ code: 'Service Code', description: 'Description' })),
  endpoint: getServices,
  request: ({ search, sort }) => ({ query: { keywords: search.trim() || undefined, sort: sort || undefined } }),
  columns: [
    { key: 'code', title: 'Service Code', render: ({ code }) => code },
    { key: 'description', title: 'Description', render: ({ description }) => description },
  ],
  keyOf: ({ id }) => id,
  nameOf: ({ code }) => code,
  emptyText: serviceMessages.empty,
  add: { href: '/add-service', label: 'Add Service' },
  editHref: ({ id }) => `/edit-service/${id}`,
  deletion: {
    call: callOf(deleteService, ({ id }: Service) => ({ body: { id } })),
    question: serviceMessages.deletion,
    destructiveLabel: 'Delete service',
    done: serviceMessages.deleted,
    failed: 'Not deleted',
  },
  imports: {
    endpoints: { sample: getServiceImportSample, run: importServices, problems: getServiceImportProblems },
    title: 'Import Services',
    noun: 'service',
    layout: 'One row for each service, as in the sample file.',
  },
})

/** The services that schools are billed for (spec 3, section 2). */
export const ServiceListScreen = () => <ListScreen definition={serviceList} />

export const serviceForm: RecordPageDefinition<ServiceForm> = {
  noun: 'service',
  follows: ['services'],
  titles: { add: 'Add Service', edit: 'Edit Service' },
  blank: blankRecord({ code: '', description: '' }),
  read: callOf(
    getService,
    (id: number) => ({ query: { id } }),
    ({ code, description, entityCacheKey }) => ({ values: { code, description }, version: entityCacheKey, more: null }),
  ),
  add: callOf(addService, (body: ServiceForm) => ({ body })),
  edit: callOf(editService, ({ values, ...record }: EditedRecord<ServiceForm>) => ({ body: { ...values, ...record } })),
  content: z.object({ code: z.string(), description: z.string() }),
  schema: serviceFormSchema,
  done: { add: serviceMessages.added, edit: serviceMessages.updated },
  back: '/service-record',
  fields: recordFields([
    { name: 'code', label: 'Service Code' },
    { name: 'description', label: 'Description', kind: 'longText' },
  ]),
}

/** Adds or changes a service (spec 3, section 2). */
export const ServiceFormScreen = () => <RecordPage definition={serviceForm} />
