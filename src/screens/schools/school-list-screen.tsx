import { Anchor, ColorSwatch } from '@mantine/core'
import type { School, SchoolContactDetail } from '#contract/schools.ts'
import { schoolMessages } from '#domain/school-form.ts'
import type { SearchFilters } from '#machines/common/record-page.ts'
import { DetailsTable } from '#screens/details/details-table.tsx'
import { filterCodecs } from '#screens/list/list-address.ts'
import { type ListDefinition, ListScreen } from '#screens/list/list-screen.tsx'
import { sortOf } from '#screens/list/sort.ts'
import { useProvided } from '#screens/provided.tsx'
import { useActorRef } from '#screens/use-actor.ts'
import type { Column } from '#ui/data-table/data-table.tsx'

const nameOf = ({ name }: School) => name

const addressOf = ({ city, addressLine1, addressLine2 }: School) =>
  [city, addressLine1, addressLine2].filter(Boolean).join(', ')

const sort = sortOf({ name: 'School Name', city: 'City' })

const definition: ListDefinition<School, SearchFilters> = {
  heading: 'School Listing',
  codecs: { search: filterCodecs.text, sort: sort.codec },
  sort,
  search: { filter: 'search', label: 'Search School' },
  add: { href: '/add-school', label: 'Add School' },
  columns: [
    {
      key: 'colour',
      title: 'School Color',
      width: '7rem',
      render: ({ colourCode }) => <ColorSwatch color={colourCode} size={20} role="img" aria-label={colourCode} />,
    },
    { key: 'name', title: 'School Name', render: nameOf },
    { key: 'address', title: 'Address', render: addressOf },
  ],
  keyOf: ({ id }) => id,
  emptyText: schoolMessages.empty,
  edit: { href: ({ id }) => `/updateSchool/${id}`, nameOf },
  deletion: { question: schoolMessages.deletion, done: schoolMessages.deleted, failed: 'Not deleted', nameOf },
  status: { isActive: ({ isActive }) => isActive, failed: 'Not changed', nameOf },
}

const contactColumns: readonly Column<SchoolContactDetail>[] = [
  { key: 'name', title: 'Contact Person Name', render: ({ personName }) => personName },
  { key: 'phone', title: 'Phone Number', render: ({ phoneNumber }) => phoneNumber },
]

/** The schools of the district (spec 3, section 2). */
export const SchoolListScreen = () => {
  const contacts = useActorRef(useProvided('schoolContacts'))
  return (
    <ListScreen
      definition={definition}
      machine={useProvided('schools')}
      deletion={useProvided('schoolDeletion')}
      status={useProvided('schoolSwitch')}
      imports="schools"
      columns={() => [
        {
          key: 'contacts',
          title: 'Contact Details',
          render: (school) => (
            <Anchor
              component="button"
              type="button"
              inherit
              aria-label={`See Details, ${school.name}`}
              onClick={() => contacts.send({ type: 'details.open', subject: school })}
            >
              See Details
            </Anchor>
          ),
        },
      ]}
    >
      {() => (
        <DetailsTable
          dialog={contacts}
          titleOf={nameOf}
          ariaLabel="Contacts"
          columns={contactColumns}
          keyOf={({ id }) => id}
          emptyText={schoolMessages.empty}
        />
      )}
    </ListScreen>
  )
}
