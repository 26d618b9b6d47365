import type { Service } from '#contract/services.ts'
import { serviceMessages } from '#domain/service-form.ts'
import type { SearchFilters } from '#machines/common/record-page.ts'
import { filterCodecs } from '#screens/list/list-address.ts'
import { type ListDefinition, ListScreen } from '#screens/list/list-screen.tsx'
import { sortOf } from '#screens/list/sort.ts'
import { useProvided } from '#screens/provided.tsx'

const nameOf = ({ code }: Service) => code

const sort = sortOf({ code: 'Service Code', description: 'Description' })

const definition: ListDefinition<Service, SearchFilters> = {
  heading: 'Service Listing Record',
  codecs: { search: filterCodecs.text, sort: sort.codec },
  sort,
  search: { filter: 'search' },
  add: { href: '/add-service', label: 'Add Service' },
  columns: [
    { key: 'code', title: 'Service Code', render: ({ code }) => code },
    { key: 'description', title: 'Description', render: ({ description }) => description },
  ],
  keyOf: ({ id }) => id,
  emptyText: serviceMessages.empty,
  edit: { href: ({ id }) => `/edit-service/${id}`, nameOf },
  deletion: { question: serviceMessages.deletion, done: serviceMessages.deleted, failed: 'Not deleted', nameOf },
}

/** The services that schools are billed for (spec 3, section 2). */
export const ServiceListScreen = () => (
  <ListScreen
    definition={definition}
    machine={useProvided('services')}
    deletion={useProvided('serviceDeletion')}
    imports="services"
  />
)
