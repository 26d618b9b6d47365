/** An administrator manages services and tracking labels; most tests are generated from the page definitions. */
import { asc, isNull } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { serviceForm, serviceList } from '#screens/services/service-screens.tsx'
import { trackingLabelForm, trackingLabelList } from '#screens/tracking-labels/tracking-label-screens.tsx'
import { trackingLabels } from '#server/db/schema/schedule.ts'
import { services } from '#server/db/schema/services.ts'
import { listTests } from '#tests/support/list-tests.ts'
import { usePortal } from '#tests/support/portal.ts'
import { recordTests } from '#tests/support/record-tests.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { setLabels } from '#tests/support/server/labels.ts'
import { addDistrict, addSession, TEST_NOW } from '#tests/support/server/schedule.ts'
import { PEOPLE } from '#tests/support/server/test-server.ts'

const portal = usePortal()
const db = () => portal.database().db

beforeEach(async () => {
  await truncateAll(portal.database())
  await addDistrict(portal.database())
  // The only service without a school's rate.
  await db().insert(services).values({ code: 'MUS', description: 'Music Therapy' })
})

test("uses the spec's wording", () => {
  const wordsOf = ({ heading, columns, emptyText, add, deletion }: typeof serviceList | typeof trackingLabelList) => [
    heading,
    ...columns.map(({ title }) => title),
    emptyText,
    add?.label,
    deletion?.question,
  ]
  expect([wordsOf(serviceList), serviceForm.titles]).toEqual([
    [
      'Service Listing Record',
      'Service Code',
      'Description',
      'No Data Available',
      'Add Service',
      'Are you sure you want to delete this service?',
    ],
    { add: 'Add Service', edit: 'Edit Service' },
  ])
  expect([wordsOf(trackingLabelList), trackingLabelForm.titles]).toEqual([
    [
      'Tracking Label Listing Record',
      'Tracking Label',
      'Description',
      'Minutes Count As',
      'No Data Found',
      'Add Tracking Label',
      'Are you sure you want to delete this Tracking Label?',
    ],
    { add: 'Add Tracking Label', edit: 'Edit Tracking Label' },
  ])
})

const storedServices = () =>
  db()
    .select({ code: services.code, description: services.description })
    .from(services)
    .where(isNull(services.deletedAt))
    .orderBy(asc(services.code))

const storedLabels = () =>
  db()
    .select({
      trackingLabel: trackingLabels.trackingLabel,
      description: trackingLabels.description,
      countsAs: trackingLabels.countsAs,
    })
    .from(trackingLabels)
    .where(isNull(trackingLabels.deletedAt))
    .orderBy(asc(trackingLabels.trackingLabel))

const writer = { languageId: 1, createdById: 1, updatedById: 1 }

const art = ['ART', 'Art Therapy']
const music = ['MUS', 'Music Therapy']
const ot = ['OT', 'Occupational Therapy']
const pt = ['PT', 'Physical Therapy']

listTests(portal, {
  definition: serviceList,
  path: '/service-record',
  rows: [art, music, ot, pt],
  filters: {
    search: { enter: 'phys', address: '?search=phys', shows: [pt] },
    sort: { enter: 'Description, Z-A', address: '?sort=-description', shows: [pt, ot, music, art] },
  },
  addRecords: (count) =>
    db()
      .insert(services)
      .values(Array.from({ length: count }, (_, index) => ({ code: `S${10 + index}`, description: 'More' }))),
  deletion: {
    name: 'MUS',
    row: music,
    body: { id: 4, ...writer },
    stored: async () => (await storedServices()).map(({ code }) => code),
  },
})

recordTests(portal, {
  definition: serviceForm,
  paths: { add: '/add-service', edit: '/edit-service/2' },
  record: {
    name: 'PT',
    foundAt: '/service-record?search=phys',
    entries: { 'Service Code': 'PT', Description: 'Physical Therapy' },
  },
  added: {
    entries: { 'Service Code': 'DAN', Description: 'Dance Therapy' },
    body: { code: 'DAN', description: 'Dance Therapy', ...writer },
    stored: { code: 'DAN', description: 'Dance Therapy' },
  },
  edited: {
    entries: { 'Service Code': 'PHY', Description: 'Physical Therapy, mine' },
    body: { id: 2, entityCacheKey: '1', code: 'PHY', description: 'Physical Therapy, mine', ...writer },
    stored: { code: 'PHY', description: 'Physical Therapy, mine' },
  },
  refused: {
    entries: { 'Service Code': 'ot' },
    field: 'Service Code',
    says: 'A service with this code already exists.',
  },
  stored: storedServices,
})

const absent = ['ABS', 'Student absent', 'Absent']
const present = ['PRE', 'Present, session held', 'Delivered']

listTests(portal, {
  definition: trackingLabelList,
  path: '/tracking-label',
  rows: [absent, present],
  filters: {
    search: { enter: 'held', address: '?search=held', shows: [present] },
    sort: { enter: 'Tracking Label, Z-A', address: '?sort=-label', shows: [present, absent] },
  },
  addRecords: (count) =>
    db()
      .insert(trackingLabels)
      .values(Array.from({ length: count }, (_, index) => ({ trackingLabel: `L${10 + index}`, description: 'More' }))),
  deletion: {
    name: 'PRE',
    row: present,
    body: { id: 1, ...writer },
    stored: async () => (await storedLabels()).map(({ trackingLabel }) => trackingLabel),
  },
})

recordTests(portal, {
  definition: trackingLabelForm,
  paths: { add: '/add-tracking-label', edit: '/update-tracking/1' },
  record: {
    name: 'PRE',
    foundAt: '/tracking-label?search=session',
    entries: { 'Tracking Label': 'PRE', Description: 'Present, session held', 'Minutes Count As': 'Delivered' },
  },
  added: {
    entries: { 'Tracking Label': 'TELE', Description: 'Teletherapy', 'Minutes Count As': 'Delivered' },
    body: { trackingLabel: 'TELE', description: 'Teletherapy', countsAs: 1, ...writer },
    stored: { trackingLabel: 'TELE', description: 'Teletherapy', countsAs: 1 },
  },
  edited: {
    entries: {
      'Tracking Label': 'PRES',
      Description: 'Present, session held as planned',
      'Minutes Count As': 'Make-up due',
    },
    body: {
      id: 1,
      entityCacheKey: '1',
      trackingLabel: 'PRES',
      description: 'Present, session held as planned',
      countsAs: 3,
      ...writer,
    },
    stored: { trackingLabel: 'PRES', description: 'Present, session held as planned', countsAs: 3 },
  },
  refused: {
    entries: { 'Tracking Label': 'abs', 'Minutes Count As': 'Absent' },
    field: 'Tracking Label',
    says: 'This tracking label already exists.',
  },
  stored: storedLabels,
})

test('asks before a new meaning of a label changes past sessions', async () => {
  portal.server().now = new Date('2026-11-10T15:00:00Z')
  const paul = await portal.server().tokenOf(PEOPLE.Providers.userId)
  await addSession(portal.server(), paul, { date: '2026-11-12' })
  await addSession(portal.server(), paul, { date: '2026-11-13' })
  await portal.database().pool.query(`update occurrence_students set ${setLabels('PRE')} where student_id = 1`)
  await portal.database().pool.query(`update provider_days set state = 'approved' where date = '2026-11-12'`)
  portal.server().now = TEST_NOW
  const page = await portal.newPage()
  await portal.signIn(page, PEOPLE.Administrators.email)
  await page.goto('/update-tracking/1')
  const choose = async (meaning: string) => {
    await page.getByRole('combobox', { name: 'Minutes Count As' }).click()
    await page.getByRole('option', { name: meaning }).click()
    await page.getByRole('button', { name: 'Save' }).click()
  }
  await choose('Absent')
  const question = page.getByRole('dialog', { name: 'This changes 1 past session.' })
  await question
    .getByText(
      'Sessions with PRE from 11/13/2026 to 11/13/2026 will count as Absent. 1 more stays as it is, because the day is approved or locked.',
    )
    .waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await choose('Absent')
  await question.getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Tracking Label has been updated successfully').waitFor()
  expect(await storedLabels()).toMatchObject([{ trackingLabel: 'ABS' }, { trackingLabel: 'PRE', countsAs: 2 }])
  const { rows } = await portal.database().pool.query(
    `select date::text, occurrence_students.label_meanings from occurrence_students join occurrences on occurrences.id = occurrence_id
     where student_id = 1 order by date`,
  )
  expect(rows).toEqual([
    { date: '2026-11-12', label_meanings: [1] },
    { date: '2026-11-13', label_meanings: [2] },
  ])
})
