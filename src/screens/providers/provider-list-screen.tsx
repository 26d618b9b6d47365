import { Anchor, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconArrowsExchange, IconKey, IconMailForward } from '@tabler/icons-react'
import { useCallback } from 'react'
import { Link } from 'wouter'
import { getStates } from '#contract/address.ts'
import { callOf, type RowOf } from '#contract/call.ts'
import { choiceFilter, filtersOf, sortFilter, textFilter } from '#contract/filters.ts'
import { getProviders, getProviderTypes, PROVIDER_SORTS, resendInvitation } from '#contract/providers.ts'
import { accountMessages } from '#domain/account.ts'
import { providerMessages } from '#domain/provider-form.ts'
import { defineList, type RowAction } from '#screens/list/list-definition.ts'
import { ListView } from '#screens/list/list-screen.tsx'
import { RowActionDialogs, useRowAction } from '#screens/list/row-action.tsx'
import { useList } from '#screens/list/use-list.ts'
import { IconAction, IconLink } from '#ui/icon-action/icon-action.tsx'
import { useResetPassword } from './reset-password-dialog.tsx'

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
    {
      key: 'status',
      title: 'Status',
      render: ({ status, isInvited }) =>
        isInvited ? (
          // One box: on a phone, a cell's parts are laid out side by side.
          <div>
            {status}
            <Text size="xs" c="dimmed">
              Invited
            </Text>
          </div>
        ) : (
          status
        ),
    },
  ],
  keyOf: ({ id }) => id,
  nameOf: ({ providerName }) => providerName,
  emptyText: providerMessages.empty,
  add: { href: '/add-provider', label: 'Add Provider' },
  editHref: ({ id }) => `/edit-provider/${id}`,
})

type Provider = RowOf<typeof getProviders>

const inviting: RowAction<Provider, { readonly emailId: string }> = {
  call: callOf(resendInvitation, ({ id }: Provider) => ({ body: { id } })),
  failed: 'Not sent',
}

const whyNoReset = ({ isGmailUser, isSelf }: Provider): string | undefined => {
  if (isSelf) return accountMessages.ownPassword
  return isGmailUser ? 'Signs in with an identity provider and has no password.' : undefined
}

/** The providers of the district (spec 3, section 2). */
export const ProviderListScreen = () => {
  const list = useList(providerList)
  const reload = useCallback(() => list.send({ type: 'list.reload' }), [list])
  const resetting = useResetPassword(reload)
  const wasInvited = useCallback(
    ({ emailId }: { readonly emailId: string }) => notifications.show({ message: accountMessages.invited(emailId) }),
    [],
  )
  const invitation = useRowAction(inviting, wasInvited)
  return (
    <ListView
      definition={providerList}
      list={list}
      rowActions={(provider) => (
        <>
          {provider.isInvited && (
            <IconAction
              icon={IconMailForward}
              label={`Resend invitation to ${provider.providerName}`}
              tooltip="Resend invitation"
              onClick={() => invitation.begin(provider)}
            />
          )}
          <IconAction
            icon={IconKey}
            label={`Reset password of ${provider.providerName}`}
            tooltip="Reset password"
            unavailable={whyNoReset(provider)}
            onClick={() => resetting.open(provider)}
          />
          <IconLink
            icon={IconArrowsExchange}
            label={`Hand over the work of ${provider.providerName}`}
            tooltip="Hand over"
            href={`/hand-over/${provider.id}`}
          />
        </>
      )}
    >
      {() => (
        <>
          {resetting.dialog}
          <RowActionDialogs
            action={invitation.action}
            definition={inviting}
            nameOf={providerList.nameOf}
            onDone={reload}
            onRefused={reload}
          />
        </>
      )}
    </ListView>
  )
}
