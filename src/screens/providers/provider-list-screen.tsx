import { Group, Skeleton, Text } from '@mantine/core'
import { useSelector } from '@xstate/react'
import { useCallback, useState } from 'react'
import { getStates } from '#contract/address.ts'
import { callOf, fileCallOf } from '#contract/call.ts'
import { choiceFilter, filtersOf, sortFilter, textFilter } from '#contract/filters.ts'
import {
  ACCOUNT_STATE_OPTIONS,
  downloadProviders,
  getProviderImportProblems,
  getProviderImportSample,
  getProviders,
  importProviders,
  PROVIDER_SORTS,
  type ProviderRow,
} from '#contract/providers.ts'
import { providerTypeOptions } from '#contract/type-options.ts'
import { ACCOUNT_STATE_NAMES } from '#domain/account.ts'
import { isIdOf } from '#domain/choices.ts'
import { providerMessages } from '#domain/provider-form.ts'
import type { PagedListActor, PagedListSnapshot } from '#machines/common/paged-list.machine.ts'
import { defineDetails, useDetailsDialog } from '#screens/details/define-details.tsx'
import { defineList } from '#screens/list/list-definition.ts'
import { ListView } from '#screens/list/list-screen.tsx'
import { useList } from '#screens/list/use-list.ts'
import { IconAction, IconLink } from '#ui/icon-action/icon-action.tsx'
import { IconArrowsExchange } from '#ui/icons/arrows-exchange.ts'
import { IconKey } from '#ui/icons/key.ts'
import { IconPaperclip } from '#ui/icons/paperclip.ts'
import { SteadyButton } from '#ui/steady-button/steady-button.tsx'
import { AttachedDocuments, readDocuments } from './attached-documents.tsx'
import { InviteAction, useInvitation, useInvitations } from './invite-providers.tsx'
import { ProviderDownload } from './provider-download.tsx'
import { ProviderLink } from './provider-link.tsx'
import { useResetPassword, whyNoReset } from './reset-password-dialog.tsx'

const [, Z_TO_A] = PROVIDER_SORTS

const filters = filtersOf(
  textFilter('search', 'Search Provider'),
  choiceFilter('type', 'Provider Type', providerTypeOptions),
  choiceFilter('account', 'Account', ACCOUNT_STATE_OPTIONS, isIdOf(ACCOUNT_STATE_OPTIONS)),
  choiceFilter('state', 'State', { call: callOf(getStates, () => ({ query: {} })) }),
  sortFilter({ name: 'Provider' }),
)

const queryOf = ({ search, type, account, state, sort }: typeof filters.none) => ({
  providerName: search.trim() || undefined,
  providerTypeId: type,
  accountStateId: account,
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
      render: ({ status, accountState }) =>
        accountState === 'notInvited' || accountState === 'invited' ? (
          // One box: on a phone, a cell's parts are laid out side by side.
          <div>
            {status}
            <Text size="xs" c="dimmed">
              {ACCOUNT_STATE_NAMES[accountState]}
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

type List = PagedListActor<ProviderRow, typeof filters.none>
type Snapshot = PagedListSnapshot<ProviderRow, typeof filters.none>

/** The rows that are selected, on any page. */
const useSelectedRows = (list: List) => {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const rows = useSelector(list, ({ context }: Snapshot) => context.result?.rows)
  const isOffered = selected.size > 0 || rows?.some(({ accountState }) => accountState === 'notInvited') === true
  const toggle = (ids: readonly number[]) => {
    const isClearing = ids.every((id) => selected.has(id))
    setSelected(new Set(isClearing ? [...selected].filter((id) => !ids.includes(id)) : [...selected, ...ids]))
  }
  return {
    selected,
    clear: useCallback(() => setSelected(new Set()), []),
    /** While someone on the page can be invited. */
    selection: isOffered && {
      isSelected: ({ id }: ProviderRow) => selected.has(id),
      canSelect: () => true,
      labelOf: ({ providerName }: ProviderRow) => `Select ${providerName}`,
      onToggle: ({ id }: ProviderRow) => toggle([id]),
      onToggleAll: () => toggle((rows ?? []).map(({ id }) => id)),
    },
  }
}

/** The providers of the district (spec 3, section 2). */
export const ProviderListScreen = () => {
  const { open, dialog } = useDetailsDialog(attachments)
  const list = useList(providerList)
  const reload = useCallback(() => list.send({ type: 'list.reload' }), [list])
  const resetting = useResetPassword(reload)
  const invitation = useInvitation(reload)
  const { selected, selection, clear } = useSelectedRows(list)
  const wereInvited = useCallback(() => {
    clear()
    reload()
  }, [clear, reload])
  const invitations = useInvitations(wereInvited)
  return (
    <ListView
      definition={providerList}
      list={list}
      {...(selection && { selection })}
      overview={() =>
        selection && (
          <Group gap="xs">
            <SteadyButton
              variant="default"
              isBusy={invitations.isChecking}
              onClick={() =>
                invitations.begin(
                  selected.size > 0
                    ? { providerIds: [...selected] }
                    : { filters: queryOf(list.getSnapshot().context.filters) },
                )
              }
            >
              {selected.size > 0 ? 'Invite selected' : 'Invite all listed'}
            </SteadyButton>
            <Text size="sm" c="dimmed" aria-live="polite">
              {selected.size > 0 && `${selected.size} selected`}
            </Text>
          </Group>
        )
      }
      filterActions={() => <ProviderDownload list={list} file={spreadsheet} />}
      rowActions={(provider) => (
        <>
          <IconAction
            icon={IconPaperclip}
            label={`Attachments of ${provider.providerName}`}
            tooltip="Attachments"
            onClick={() => open(provider)}
          />
          <InviteAction
            provider={provider}
            onClick={() => invitation.begin({ id: provider.id, name: provider.providerName })}
          />
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
          {invitation.dialog}
          {invitations.dialogs}
        </>
      )}
    </ListView>
  )
}
