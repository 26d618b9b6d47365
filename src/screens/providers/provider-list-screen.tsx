import { Anchor } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { Link } from 'wouter'
import { getStates } from '#contract/address.ts'
import { callOf } from '#contract/call.ts'
import { choiceFilter, filtersOf, sortFilter, textFilter } from '#contract/filters.ts'
import { getProviders, getProviderTypes, PROVIDER_SORTS } from '#contract/providers.ts'
import { providerMessages } from '#domain/provider-form.ts'
import { defineList } from '#screens/list/list-definition.ts'
import { ListScreen } from '#screens/list/list-screen.tsx'
import { IconLink } from '#ui/icon-action/icon-action.tsx'

const [, Z_TO_A] = PROVIDER_SORTS

const typesOffered = callOf(
  getProviderTypes,
  () => ({}),
  (types) => types.map(({ id, title: name }) => ({ id, name })),
)

export const providerList = defineList({
  heading: 'Manage Providers',
  filters: filtersOf(
    textFilter('search', 'Search Provider'),
    choiceFilter('type', 'Provider Type', { call: typesOffered }),
    choiceFilter('state', 'State', { call: callOf(getStates, () => ({ query: {} })) }),
    sortFilter({ name: 'Provider' }),
  ),
  filterDelay: 100,
  endpoint: getProviders,
  request: ({ search, type, state, sort }) => ({
    query: {
      providerName: search.trim() || undefined,
      providerTypeId: type,
      stateProvinceId: state,
      sortColId: sort === '-name' ? Z_TO_A.id : undefined,
    },
  }),
  columns: [
    {
      key: 'provider',
      title: 'Provider',
      isHeading: true,
      render: ({ id, providerName }) => (
        <Anchor component={Link} href={`/edit-provider/${id}/view`} inherit style={{ overflowWrap: 'anywhere' }}>
          {providerName}
        </Anchor>
      ),
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
})

/** The providers of the district (spec 3, section 2). */
export const ProviderListScreen = () => (
  <ListScreen
    definition={providerList}
    rowActions={({ id, providerName }) => (
      <IconLink
        icon={IconArrowsExchange}
        label={`Hand over the work of ${providerName}`}
        tooltip="Hand over"
        href={`/hand-over/${id}`}
      />
    )}
  />
)
