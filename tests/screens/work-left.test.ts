/** The list of providers whose work is still to hand over. */
import { eq } from 'drizzle-orm'
import { beforeEach } from 'vitest'
import { addDays, formatDate, localOf } from '#domain/time.ts'
import { workLeftList } from '#screens/home/open-work-lists.tsx'
import { providerStatuses, providers } from '#server/db/schema/providers.ts'
import { students } from '#server/db/schema/students.ts'
import { listTests } from '#tests/support/list-tests.ts'
import { usePortal } from '#tests/support/portal.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { addDistrict } from '#tests/support/server/schedule.ts'
import { allowScreen, PEOPLE, TEST_TIME_ZONE } from '#tests/support/server/test-server.ts'

const portal = usePortal()
const db = () => portal.database().db
const today = localOf(Date.now(), TEST_TIME_ZONE).date
const [tomorrow, lastDay] = [addDays(today, 1), addDays(today, 7)]

beforeEach(async () => {
  await truncateAll(portal.database())
  await addDistrict(portal.database())
  await allowScreen(portal.database(), 'Administrators', 'ProviderProfileInformation')
  await db().insert(providerStatuses).values({ id: 2, title: 'On Leave' })
  await db().update(providers).set({ termDate: lastDay }).where(eq(providers.id, PEOPLE.Providers.providerId))
  await db().update(providers).set({ statusId: 2 }).where(eq(providers.id, PEOPLE.SpecialProvider.providerId))
})

listTests(portal, {
  definition: workLeftList,
  path: '/work-left',
  rows: [
    ['Sofía Special', 'On Leave', '', formatDate(tomorrow), '0', '2'],
    ['Paul Provider', 'Active', formatDate(lastDay), formatDate(addDays(lastDay, 1)), '0', '3'],
  ],
  filters: {},
  hasRowActions: true,
  addRecords: async (count) => {
    const added = await db()
      .insert(providers)
      .values(
        Array.from({ length: count }, (_, at) => ({
          firstName: 'Zoe',
          lastName: `Number ${at}`,
          email: `zoe-${at}@district.example`,
          providerTypeId: 1,
          statusId: 2,
        })),
      )
      .returning({ id: providers.id })
    await db()
      .insert(students)
      .values(added.map(({ id }) => ({ name: `Student of ${id}`, gender: 'Female', schoolId: 1, providerId: id })))
  },
})
