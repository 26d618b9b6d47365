import { Anchor, ColorSwatch } from '@mantine/core'
import { Link } from 'wouter'
import { callOf } from '#contract/call.ts'
import { filtersOf, sortFilter, textFilter } from '#contract/filters.ts'
import {
  activateSchool,
  deleteSchool,
  getSchoolContacts,
  getSchoolImportProblems,
  getSchoolImportSample,
  getSchools,
  importSchools,
  type School,
} from '#contract/schools.ts'
import { calendarAddressOf } from '#domain/calendar-addresses.ts'
import { schoolMessages } from '#domain/school-form.ts'
import { formatDate } from '#domain/time.ts'
import { counted } from '#domain/words.ts'
import { comingAtSchool } from '#screens/coming-sessions/coming-question.tsx'
import { type Answered, departureQuestion } from '#screens/coming-sessions/departure-question.tsx'
import { defineDetailsTable } from '#screens/details/define-details.tsx'
import { defineList } from '#screens/list/list-definition.ts'
import { ListScreen } from '#screens/list/list-screen.tsx'

const contacts = defineDetailsTable({
  read: callOf(getSchoolContacts, ({ id }: School) => ({ query: { id } })),
  titleOf: ({ name }) => name,
  ariaLabel: 'Contacts',
  columns: [
    { key: 'name', title: 'Contact Person Name', render: ({ personName }) => personName },
    { key: 'phone', title: 'Phone Number', render: ({ phoneNumber }) => phoneNumber },
  ],
  keyOf: ({ id }) => id,
  emptyText: schoolMessages.empty,
})

export const schoolList = defineList({
  heading: 'School Listing',
  filters: filtersOf(textFilter('search', 'Search School'), sortFilter({ name: 'School Name', city: 'City' })),
  endpoint: getSchools,
  request: ({ search, sort }) => ({ query: { propertyName: search.trim() || undefined, sort: sort || undefined } }),
  columns: [
    {
      key: 'color',
      title: 'School Color',
      width: '7rem',
      render: ({ colourCode }) => <ColorSwatch color={colourCode} size={20} role="img" aria-label={colourCode} />,
    },
    {
      key: 'name',
      title: 'School Name',
      isHeading: true,
      render: ({ name, sessionsToCome }) => (
        <>
          {name}
          {sessionsToCome && (
            <Anchor component={Link} display="block" size="sm" href={calendarAddressOf(sessionsToCome, true)}>
              {`${counted(sessionsToCome.count, 'session')} to come from ${formatDate(sessionsToCome.date)}`}
            </Anchor>
          )}
        </>
      ),
    },
    {
      key: 'address',
      title: 'Address',
      render: ({ city, addressLine1, addressLine2 }) => [city, addressLine1, addressLine2].filter(Boolean).join(', '),
    },
    {
      key: 'contacts',
      title: 'Contact Details',
      render: () => 'See Details',
      labelOf: ({ name }) => `See Details, ${name}`,
      details: contacts,
    },
  ],
  keyOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  emptyText: schoolMessages.empty,
  add: { href: '/add-school', label: 'Add School' },
  editHref: ({ id }) => `/updateSchool/${id}`,
  deletion: {
    call: callOf(deleteSchool, ({ id }: School) => ({ params: { id } })),
    question: schoolMessages.deletion,
    destructiveLabel: 'Delete school',
    done: schoolMessages.deleted,
    failed: 'Not deleted',
  },
  status: {
    call: callOf(activateSchool, ({ id, isActive, comingSessions }: School & Answered) => ({
      body: { Id: id, IsActive: !isActive, ...(comingSessions && { comingSessions }) },
    })),
    beforeRun: {
      isAsked: ({ isActive }) => isActive,
      Question: departureQuestion(comingAtSchool, 'deactivate', {
        questionOf: ({ name }: School) => `Deactivate ${name}?`,
      }),
    },
    isActive: ({ isActive }) => isActive,
    failed: 'Not changed',
  },
  imports: {
    endpoints: { sample: getSchoolImportSample, run: importSchools, problems: getSchoolImportProblems },
    title: 'Import Schools',
    noun: 'school',
    layout:
      'One row for each school, as in the sample file; more rows with the same name add contacts and rates to that school.',
  },
})

/** The schools of the district (spec 3, section 2). */
export const SchoolListScreen = () => <ListScreen definition={schoolList} />
