import { Skeleton, Text } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { getStates } from '#contract/address.ts'
import { callOf, fileCallOf } from '#contract/call.ts'
import { choiceFilter, filtersOf, sortFilter, textFilter } from '#contract/filters.ts'
import {
  downloadProviders,
  getProviderImportProblems,
  getProviderImportSample,
  getProviders,
  getProviderTypes,
  importProviders,
  PROVIDER_SORTS,
  type ProviderRow,
} from '#contract/providers.ts'
import { providerMessages } from '#domain/provider-form.ts'
import { defineDetails, useDetailsDialog } from '#screens/details/define-details.tsx'
import { defineList } from '#screens/list/list-definition.ts'
import { ListScreen } from '#screens/list/list-screen.tsx'
import { IconAction } from '#ui/icon-action/icon-action.tsx'
import { AttachedDocuments, readDocuments } from './attached-documents.tsx'
import { ProviderDownload } from './provider-download.tsx'
import { ProviderLink } from './provider-link.tsx'

const [, Z_TO_A] = PROVIDER_SORTS

const typesOffered = callOf(
  getProviderTypes,
  () => ({}),
  (types) => types.map(({ id, title: name }) => ({ id, name })),
)

const filters = filtersOf(
  textFilter('search', 'Search Provider'),
  choiceFilter('type', 'Provider Type', { call: typesOffered }),
  choiceFilter('state', 'State', { call: callOf(getStates, () => ({ query: {} })) }),
  sortFilter({ name: 'Provider' }),
)

const queryOf = ({ search, type, state, sort }: typeof filters.none) => ({
  providerName: search.trim() || undefined,
  providerTypeId: type,
  stateProvinceId: state,
  sortColId: sort === '-name' ? Z_TO_A.id : undefined,
})

export const providerList = defineList({
  heading: 'Manage Providers',
  filters,
  filterDelay: 100,
  endpoint: getProviders,
  request: (filters) => ({ query: queryOf(filters) }),
  columns: [
    {
      key: 'provider',
      title: 'Provider',
      isHeading: true,
      render: ({ id, providerName }) => <ProviderLink id={id} name={providerName} />,
    },
    { key: 'email', title: 'Email ID', render: ({ emailId }) => emailId },
    { key: 'role', title: 'Role', render: ({ role }) => role },
    { key: 'type', title: 'Type', render: ({ providerType }) => providerType },
    { key: 'address', title: 'Address', render: ({ address }) => address },
    { key: 'status', title: 'Status', render: ({ status }) => status },
  ],
  keyOf: ({ id }) => id,
  nameOf: ({ providerName }) => providerName,
  emptyText: providerMessages.empty,
  add: { href: '/add-provider', label: 'Add Provider' },
  editHref: ({ id }) => `/edit-provider/${id}`,
  imports: {
    endpoints: { sample: getProviderImportSample, run: importProviders, problems: getProviderImportProblems },
    title: 'Import Providers',
    noun: 'provider',
    layout:
      'One row for each provider, as in the sample file, with semicolons between schools and between services; more rows with the same email address add rates and emergency contacts to that provider.',
  },
})

const spreadsheet = fileCallOf(
  downloadProviders,
  ({ filters: chosen, includeSsn }: { readonly filters: typeof filters.none; readonly includeSsn: boolean }) => ({
    query: queryOf(chosen),
    body: { includeSsn },
  }),
)

const attachments = defineDetails({
  read: {
    run: (client, { id }: ProviderRow, options) => readDocuments.run(client, id, options),
  },
  titleOf: () => 'Attachments',
  failure: 'The documents could not be loaded.',
  body: (documents, { providerName }) => (
    <>
      <Text c="dimmed" size="sm" mb="sm" style={{ overflowWrap: 'anywhere' }}>
        {providerName}
      </Text>
      {documents ? <AttachedDocuments documents={documents} /> : <Skeleton height={48} />}
    </>
  ),
})

/** The providers of the district (spec 3, section 2). */
export const ProviderListScreen = () => {
  const { open, dialog } = useDetailsDialog(attachments)
  return (
    <ListScreen
      definition={providerList}
      rowActions={(row) => (
        <IconAction
          icon={IconPaperclip}
          label={`Attachments of ${row.providerName}`}
          tooltip="Attachments"
          onClick={() => open(row)}
        />
      )}
      filterActions={(list) => <ProviderDownload list={list} file={spreadsheet} />}
    >
      {() => dialog}
    </ListScreen>
  )
}
