/** An administrator manages providers: the list, and the pages that add, change and show one. */
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { providerList } from '#screens/providers/provider-list-screen.tsx'
import { providers } from '#server/db/schema.ts'
import { listTests } from '#tests/support/list-tests.ts'
import { usePortal } from '#tests/support/portal.ts'
import { addPlaces } from '#tests/support/school-page.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { addDistrict } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE } from '#tests/support/server/test-server.ts'

const portal = usePortal()
const { database } = portal
const db = () => database().db

const OTHER_TYPE = { id: 2, title: 'Physical Therapist' }

beforeEach(async () => {
  await truncateAll(database())
  await addDistrict(database())
  await addPlaces(database())
  await allowScreen(database(), 'Administrators', 'ProviderProfileInformation')
  await database().pool.query('insert into provider_types (id, title) values ($1, $2)', Object.values(OTHER_TYPE))
  await db()
    .update(providers)
    .set({ providerTypeId: OTHER_TYPE.id, addressLine1: '12 Elm Street', cityId: 1, postalCode: '62701' })
    .where(eq(providers.id, PEOPLE.SpecialProvider.providerId))
})

test("the list uses the spec's wording", () => {
  const { heading, columns, emptyText, add, filterDelay } = providerList
  expect([heading, columns.map(({ title }) => title), emptyText, add, filterDelay]).toEqual([
    'Manage Providers',
    ['Provider', 'Email ID', 'Role', 'Type', 'Address', 'Status'],
    'No Data Available',
    { href: '/add-provider', label: 'Add Provider' },
    100,
  ])
})

const paul = ['Paul Provider', PEOPLE.Providers.email, 'Providers', 'Occupational Therapist', '', 'Active']
const sofia = [
  'Sofía Special',
  PEOPLE.SpecialProvider.email,
  'SpecialProvider',
  'Physical Therapist',
  '12 Elm Street, Springfield, IL 62701',
  'Active',
]

listTests(portal, {
  definition: providerList,
  path: '/manage-providers',
  rows: [paul, sofia],
  filters: {
    search: { enter: 'sof', address: '?search=sof', shows: [sofia] },
    type: { enter: 'Physical Therapist', address: '?type=2', shows: [sofia] },
    state: { enter: 'Illinois', address: '?state=1', shows: [sofia] },
    sort: { enter: 'Provider, Z-A', address: '?sort=-name', shows: [sofia, paul] },
  },
  addRecords: (count) =>
    db()
      .insert(providers)
      .values(
        Array.from({ length: count }, (_, index) => ({
          firstName: 'Zoe',
          lastName: `Number ${index + 1}`,
          email: `zoe-${index}@district.example`,
          providerTypeId: 1,
          statusId: 1,
        })),
      ),
})
