import { filtersOf, textFilter } from '#contract/filters.ts'
import { type AccessChange, getAccessChanges } from '#contract/permissions.ts'
import { accessMessages } from '#domain/access.ts'
import { Instant } from '#screens/instant.tsx'
import { defineList } from '#screens/list/list-definition.ts'
import { ListScreen } from '#screens/list/list-screen.tsx'
import { AccessPages } from './access-pages.tsx'

/** What was changed, if it isn't a screen. */
const SETTINGS = { role: 'User role', state: 'User status' } as const

const changed = ({ kind, screen }: AccessChange) => (kind === 'screen' ? screen : SETTINGS[kind])

export const accessChangeList = defineList({
  heading: 'Change History',
  filters: filtersOf(textFilter('search')),
  endpoint: getAccessChanges,
  request: ({ search }) => ({ query: { keywords: search.trim() || undefined } }),
  columns: [
    { key: 'at', title: 'Date', render: ({ atUtc }) => <Instant at={atUtc} /> },
    { key: 'by', title: 'Changed By', render: ({ by }) => by },
    { key: 'subject', title: 'Role or User', render: ({ subject }) => subject },
    { key: 'changed', title: 'Screen or Setting', render: changed },
    { key: 'before', title: 'Before', render: ({ before }) => before },
    { key: 'after', title: 'After', render: ({ after }) => after },
  ],
  keyOf: ({ id }) => id,
  nameOf: ({ subject }) => subject,
  emptyText: accessMessages.empty,
})

/** Every change of what roles and users may open, the latest first. */
export const AccessChangesScreen = () => <ListScreen definition={accessChangeList} above={() => <AccessPages />} />
