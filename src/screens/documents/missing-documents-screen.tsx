import { getMissingDocuments } from '#contract/documents.ts'
import { choiceFilter, filtersOf } from '#contract/filters.ts'
import { documentTypeOptions, providerTypeOptions } from '#contract/type-options.ts'
import { defineList } from '#screens/list/list-definition.ts'
import { ListScreen } from '#screens/list/list-screen.tsx'
import { IconLink } from '#ui/icon-action/icon-action.tsx'
import { IconFiles } from '#ui/icons/files.ts'
import { providerColumns } from './document-cells.tsx'
import { DocumentPages } from './document-pages.tsx'
import { RequiredList } from './required-documents.tsx'

const STATES = [
  { id: 1, name: 'Missing', state: 'missing' },
  { id: 2, name: 'Expired', state: 'expired' },
  { id: 3, name: 'Expiring within 60 days', state: 'expiring' },
] as const

const isState = (id: number): id is (typeof STATES)[number]['id'] => STATES.some((state) => state.id === id)

export const missingDocuments = defineList({
  heading: 'Missing Documents',
  filters: filtersOf(
    choiceFilter('providerType', 'Provider Type', providerTypeOptions),
    choiceFilter('type', 'Document Type', { call: documentTypeOptions(true) }),
    {
      ...choiceFilter('state', 'State', STATES, isState),
      noneLabel: 'Missing or expired',
    },
  ),
  endpoint: getMissingDocuments,
  request: ({ providerType: providerTypeId, type: templateTypeId, state }) => ({
    query: { providerTypeId, templateTypeId, state: STATES.find(({ id }) => id === state)?.state },
  }),
  columns: [
    ...providerColumns,
    {
      key: 'documents',
      title: 'Required Documents',
      render: ({ providerName, requiredDocuments }) => (
        <RequiredList documents={requiredDocuments} label={`Required documents of ${providerName}`} />
      ),
    },
  ],
  keyOf: ({ id }) => id,
  nameOf: ({ providerName }) => providerName,
  emptyText: 'No Data Available',
})

/** Providers at work who must have documents that are missing or have expired. */
export const MissingDocumentsScreen = () => (
  <ListScreen
    definition={missingDocuments}
    above={() => <DocumentPages />}
    rowActions={({ id, providerName }) => (
      <IconLink
        icon={IconFiles}
        label={`Documents of ${providerName}`}
        tooltip="Documents"
        href={`/provider-documents/${id}`}
      />
    )}
  />
)
