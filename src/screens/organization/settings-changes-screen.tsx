import { filtersOf, textFilter } from '#contract/filters.ts'
import { getOrganizationChanges } from '#contract/organization.ts'
import { organizationMessages, settingNames } from '#domain/organization-form.ts'
import { Instant } from '#screens/instant.tsx'
import { defineList } from '#screens/list/list-definition.ts'
import { ListScreen } from '#screens/list/list-screen.tsx'
import { SettingsPages } from './settings-pages.tsx'

export const settingsChangeList = defineList({
  heading: 'Change History',
  filters: filtersOf(textFilter('search')),
  endpoint: getOrganizationChanges,
  request: ({ search }) => ({ query: { keywords: search.trim() || undefined } }),
  columns: [
    { key: 'at', title: 'Date', render: ({ atUtc }) => <Instant at={atUtc} /> },
    { key: 'by', title: 'Changed By', render: ({ by }) => by },
    { key: 'field', title: 'Setting', render: ({ field }) => settingNames[field] },
    { key: 'before', title: 'Before', render: ({ before }) => before },
    { key: 'after', title: 'After', render: ({ after }) => after },
  ],
  keyOf: ({ id }) => id,
  nameOf: ({ field }) => settingNames[field],
  emptyText: organizationMessages.noChanges,
})

/** Every change of the organization's settings, the latest first. */
export const SettingsChangesScreen = () => (
  <ListScreen definition={settingsChangeList} above={() => <SettingsPages />} />
)
