import { callOf } from '#contract/call.ts'
import { blankRecord, type EditedRecord } from '#machines/common/record-page.ts'
import { recordFields } from '#screens/form/record-fields.tsx'
import { RecordPage, type RecordPageDefinition } from '#screens/form/record-page.tsx'
import {
  addRoom,
  editRoom,
  FLOORS,
  getRoom,
  type RoomForm,
  roomContentSchema,
  roomFormSchema,
  roomMessages,
} from './room-contract.ts'

const bodyOf = ({ name, floor }: RoomForm) => ({ name, floor: floor ?? 0 })

export const roomForm: RecordPageDefinition<RoomForm> = {
  noun: 'room',
  titles: { add: 'Add Room', edit: 'Edit Room' },
  blank: blankRecord({ name: '', floor: null }),
  read: callOf(
    getRoom,
    (id: number) => ({ query: { id } }),
    ({ name, floor, entityCacheKey: version }) => ({ values: { name, floor }, version, more: null }),
  ),
  add: callOf(addRoom, (values: RoomForm) => ({ body: bodyOf(values) })),
  edit: callOf(editRoom, ({ values, ...record }: EditedRecord<RoomForm>) => ({
    body: { ...bodyOf(values), ...record },
  })),
  content: roomContentSchema,
  schema: () => roomFormSchema,
  done: { add: roomMessages.added, edit: roomMessages.updated },
  back: '/rooms',
  fields: recordFields([
    { name: 'name', label: 'Room' },
    { kind: 'choice', name: 'floor', label: 'Floor', options: FLOORS },
  ]),
}

export const RoomFormScreen = () => <RecordPage definition={roomForm} />
