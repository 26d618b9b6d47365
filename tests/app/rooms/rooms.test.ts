/** What every list page and every form page made from a definition does, tried on two. */
import { asc, eq } from 'drizzle-orm'
import { beforeEach } from 'vitest'
import { useTestApp } from '#tests/app/use-test-app.ts'
import { everyListTests } from '#tests/support/list-tests.ts'
import { everyRecordTests } from '#tests/support/record-tests.ts'
import { PEOPLE } from '#tests/support/server/test-server.ts'
import { editRoom } from './room-contract.ts'
import { roomForm } from './room-form.tsx'
import { roomList } from './room-list.tsx'
import { rooms, roomsTable } from './rooms-table.ts'

const portal = useTestApp([roomsTable])
const db = () => portal.database().db
const stored = () => db().select({ name: rooms.name, floor: rooms.floor }).from(rooms).orderBy(asc(rooms.name))

beforeEach(async () => {
  await db()
    .insert(rooms)
    .values([
      { name: 'Gym', floor: 1, inspectedOn: '2026-09-01' },
      { name: 'Library', floor: 2, inspectedOn: '2026-10-15' },
      { name: 'Art Room', floor: 2 },
    ])
})

const art = ['Art Room', '2', '']
const gym = ['Gym', '1', '09/01/2026']
const library = ['Library', '2', '10/15/2026']

everyListTests(portal, {
  definition: roomList,
  path: '/rooms',
  rows: [art, gym, library],
  filters: {
    search: { enter: 'R', address: '?search=R', shows: [art, library] },
    floor: { enter: 'Floor 1', address: '?floor=1', shows: [gym] },
    dates: { enter: '10/01/2026 - 10/31/2026', address: '?from=2026-10-01&to=2026-10-31', shows: [library] },
  },
  addRecords: (count) =>
    db()
      .insert(rooms)
      .values(Array.from({ length: count }, (_, index) => ({ name: `Room ${100 + index}`, floor: 3 }))),
  deletion: {
    name: 'Gym',
    row: gym,
    body: { id: 1 },
    stored: async () => (await stored()).map(({ name }) => name),
    refused: {
      name: 'Library',
      says: 'Room not found.',
      meanwhile: () => db().delete(rooms).where(eq(rooms.name, 'Library')),
    },
  },
})

everyRecordTests(portal, {
  definition: roomForm,
  paths: { add: '/add-room', edit: '/edit-room/1' },
  record: {
    name: 'Gym',
    foundAt: '/rooms?search=gym',
    entries: { Room: 'Gym', Floor: 'Floor 1' },
  },
  added: {
    entries: { Room: 'Music Room', Floor: 'Floor 3' },
    body: { name: 'Music Room', floor: 3 },
    stored: { name: 'Music Room', floor: 3 },
  },
  edited: {
    entries: { Room: 'Large Gym', Floor: 'Floor 3' },
    body: { id: 1, entityCacheKey: '1', name: 'Large Gym', floor: 3 },
    stored: { name: 'Large Gym', floor: 3 },
  },
  refused: { entries: { Room: 'Library' }, field: 'Room', says: 'There is a room with this name already.' },
  stored,
  changeMeanwhile: async () => {
    const token = await portal.server().tokenOf(PEOPLE.Administrators.userId)
    await portal.server().ask(editRoom, { token, body: { id: 1, name: 'Gym', floor: 2 } })
  },
})
