import { Anchor, ColorSwatch, Switch } from '@mantine/core'
import { useActorRef, useSelector } from '@xstate/react'
import type { SnapshotFrom } from 'xstate'
import type { School, SchoolContactDetail } from '#contract/schools.ts'
import { schoolMessages } from '#domain/school-form.ts'
import type { confirmActionMachine } from '#machines/common/confirm-action.machine.ts'
import type { PagedListActor } from '#machines/common/paged-list.machine.ts'
import type { SearchFilters } from '#machines/common/record-page.ts'
import { DetailsTable } from '#screens/details/details-table.tsx'
import { filterCodecs } from '#screens/list/list-address.ts'
import { type ListDefinition, ListScreen } from '#screens/list/list-screen.tsx'
import { RowActionDialogs, type RowActionWords, useRowAction } from '#screens/list/row-action.tsx'
import { useProvided } from '#screens/provided.tsx'
import type { Column } from '#ui/data-table/data-table.tsx'

const nameOf = ({ name }: School) => name

const addressOf = ({ city, addressLine1, addressLine2 }: School) =>
  [city, addressLine1, addressLine2].filter(Boolean).join(', ')

const definition: ListDefinition<School, SearchFilters> = {
  heading: 'School Listing',
  codecs: { search: filterCodecs.text },
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
}

const contactColumns: readonly Column<SchoolContactDetail>[] = [
  { key: 'name', title: 'Contact Person Name', render: ({ personName }) => personName },
  { key: 'phone', title: 'Phone Number', render: ({ phoneNumber }) => phoneNumber },
]

const switchWords: RowActionWords<School> = { failed: 'Not changed', nameOf }

type SwitchSnapshot = SnapshotFrom<typeof confirmActionMachine>

/** Active or not: a school that is not can not be chosen any more. */
const useStatus = (list: PagedListActor<School, SearchFilters>) => {
  const onDone = () => list.send({ type: 'list.reload' })
  return useRowAction<School>(useProvided('schoolSwitch'), switchWords, onDone)
}

const StatusSwitch = ({
  school,
  list,
}: {
  readonly school: School
  readonly list: PagedListActor<School, SearchFilters>
}) => {
  const { action, begin } = useStatus(list)
  const isBusy = useSelector(action, (snapshot: SwitchSnapshot) => snapshot.hasTag('busy'))
  return (
    <>
      <Switch
        aria-label={`${school.name} is active`}
        checked={school.isActive}
        disabled={isBusy}
        onChange={() => begin(school)}
      />
      <RowActionDialogs action={action} words={switchWords} onDone={() => undefined} />
    </>
  )
}

/** The schools of the district (spec 3, section 2). */
export const SchoolListScreen = () => {
  const contacts = useActorRef(useProvided('schoolContacts'))
  return (
    <ListScreen
      definition={definition}
      machine={useProvided('schools')}
      deletion={useProvided('schoolDeletion')}
      columns={(list) => [
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
        {
          key: 'status',
          title: 'Status',
          width: '5rem',
          render: (school) => <StatusSwitch school={school} list={list} />,
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
