import { callOf } from '#contract/call.ts'
import { choiceFilter, dateRangeFilter, filtersOf, textFilter } from '#contract/filters.ts'
import { dateRangeProblem } from '#domain/date-range.ts'
import { formatDate } from '#domain/time.ts'
import { defineList } from '#screens/list/list-definition.ts'
import { ListScreen } from '#screens/list/list-screen.tsx'
import { deleteRoom, FLOORS, getRooms, type Room, roomMessages } from './room-contract.ts'

export const roomList = defineList({
  heading: 'Rooms',
  filters: filtersOf(textFilter('search'), choiceFilter('floor', 'Floor', FLOORS), dateRangeFilter(dateRangeProblem)),
  endpoint: getRooms,
  request: ({ from, to, ...query }) => ({ query: { ...query, from: from || undefined, to: to || undefined } }),
  columns: [
    { key: 'name', title: 'Room', render: ({ name }) => name },
    { key: 'floor', title: 'Floor', render: ({ floor }) => floor },
    { key: 'inspected', title: 'Inspected', render: ({ inspectedOn }) => inspectedOn && formatDate(inspectedOn) },
  ],
  keyOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  emptyText: roomMessages.empty,
  add: { href: '/add-room', label: 'Add Room' },
  editHref: ({ id }) => `/edit-room/${id}`,
  deletion: { call: callOf(deleteRoom, ({ id }: Room) => ({ body: { id } })), ...roomMessages.deletion },
})

export const RoomListScreen = () => <ListScreen definition={roomList} />
