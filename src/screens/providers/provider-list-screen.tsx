import { Skeleton, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useCallback } from 'react'
import { getStates } from '#contract/address.ts'
import { callOf, fileCallOf } from '#contract/call.ts'
import { choiceFilter, filtersOf, sortFilter, textFilter } from '#contract/filters.ts'
import {
  downloadProviders,
  getProviderImportProblems,
  getProviderImportSample,
  getProviders,
  importProviders,
  PROVIDER_SORTS,
  type ProviderRow,
  resendInvitation,
} from '#contract/providers.ts'
import { providerTypeOptions } from '#contract/type-options.ts'
import { accountMessages } from '#domain/account.ts'
import { providerMessages } from '#domain/provider-form.ts'
import { defineDetails, useDetailsDialog } from '#screens/details/define-details.tsx'
import { defineList, type RowAction } from '#screens/list/list-definition.ts'
import { ListView } from '#screens/list/list-screen.tsx'
import { RowActionDialogs, useRowAction } from '#screens/list/row-action.tsx'
import { useList } from '#screens/list/use-list.ts'
import { IconAction, IconLink } from '#ui/icon-action/icon-action.tsx'
import { IconArrowsExchange } from '#ui/icons/arrows-exchange.ts'
import { IconKey } from '#ui/icons/key.ts'
import { IconMailForward } from '#ui/icons/mail-forward.ts'
import { IconPaperclip } from '#ui/icons/paperclip.ts'
import { AttachedDocuments, readDocuments } from './attached-documents.tsx'
import { ProviderDownload } from './provider-download.tsx'
import { ProviderLink } from './provider-link.tsx'
import { useResetPassword, whyNoReset } from './reset-password-dialog.tsx'

const [, Z_TO_A] = PROVIDER_SORTS

const filters = filtersOf(
  textFilter('search', 'Search Provider'),
  choiceFilter('type', 'Provider Type', providerTypeOptions),
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
  // Changes of sign-in methods are announced only to the user they belong to.
  missesChanges: true,
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

const inviting: RowAction<ProviderRow, { readonly emailId: string }> = {
  call: callOf(resendInvitation, ({ id }: ProviderRow) => ({ body: { id } })),
  failed: 'Not sent',
}

/** The providers of the district (spec 3, section 2). */
export const ProviderListScreen = () => {
  const { open, dialog } = useDetailsDialog(attachments)
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
      filterActions={() => <ProviderDownload list={list} file={spreadsheet} />}
      rowActions={(provider) => (
        <>
          <IconAction
            icon={IconPaperclip}
            label={`Attachments of ${provider.providerName}`}
            tooltip="Attachments"
            onClick={() => open(provider)}
          />
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
          {dialog}
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
