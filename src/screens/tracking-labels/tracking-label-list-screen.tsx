import type { TrackingLabel } from '#contract/lookups.ts'
import { trackingLabelMessages } from '#domain/tracking-label-form.ts'
import type { SearchFilters } from '#machines/common/record-page.ts'
import { filterCodecs } from '#screens/list/list-address.ts'
import { type ListDefinition, ListScreen } from '#screens/list/list-screen.tsx'
import { sortOf } from '#screens/list/sort.ts'
import { useProvided } from '#screens/provided.tsx'

const nameOf = ({ trackingLabel }: TrackingLabel) => trackingLabel

const sort = sortOf({ label: 'Tracking Label', description: 'Description' })

const definition: ListDefinition<TrackingLabel, SearchFilters> = {
  heading: 'Tracking Label Listing Record',
  codecs: { search: filterCodecs.text, sort: sort.codec },
  sort,
  search: { filter: 'search' },
  add: { href: '/add-tracking-label', label: 'Add Tracking Label' },
  columns: [
    { key: 'label', title: 'Tracking Label', render: nameOf },
    { key: 'description', title: 'Description', render: ({ description }) => description },
  ],
  keyOf: ({ id }) => id,
  emptyText: trackingLabelMessages.empty,
  edit: { href: ({ id }) => `/update-tracking/${id}`, nameOf },
  deletion: {
    question: trackingLabelMessages.deletion,
    done: trackingLabelMessages.deleted,
    failed: 'Not deleted',
    nameOf,
  },
}

/** The labels that sessions are marked with (spec 3, section 2). */
export const TrackingLabelListScreen = () => (
  <ListScreen
    definition={definition}
    machine={useProvided('trackingLabelList')}
    deletion={useProvided('trackingLabelDeletion')}
  />
)
