import { z } from 'zod'
import { callOf } from '#contract/call.ts'
import { blankRecord, type EditedRecord } from '#machines/common/record-page.ts'
import { RecordPage, type RecordPageDefinition } from '#screens/form/record-page.tsx'
import { textFields } from '#screens/form/text-fields.tsx'
import { addRoom, editRoom, getRoom, type RoomForm, roomFormSchema, roomMessages } from './room-contract.ts'

export const roomForm: RecordPageDefinition<RoomForm> = {
  noun: 'room',
  titles: { add: 'Add Room', edit: 'Edit Room' },
  blank: blankRecord({ name: '', floor: '' }),
  read: callOf(
    getRoom,
    (id: number) => ({ query: { id } }),
    ({ name, floor, entityCacheKey: version }) => ({ values: { name, floor: String(floor) }, version, more: null }),
  ),
  add: callOf(addRoom, (body: RoomForm) => ({ body })),
  edit: callOf(editRoom, ({ values, ...record }: EditedRecord<RoomForm>) => ({ body: { ...values, ...record } })),
  content: z.object({ name: z.string(), floor: z.string() }),
  schema: () => roomFormSchema,
  done: { add: roomMessages.added, edit: roomMessages.updated },
  back: '/rooms',
  fields: textFields([
    { name: 'name', label: 'Room' },
    { name: 'floor', label: 'Floor' },
  ]),
}

export const RoomFormScreen = () => <RecordPage definition={roomForm} />
