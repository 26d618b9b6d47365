/** The rooms of a school: the fields of their form, their messages, and their endpoints. */
import { z } from 'zod'
import { access, defineEndpoint, entityCacheKey, id, queryId } from '#contract/endpoint.ts'
import { pageOf, queryPaging } from '#contract/paging.ts'
import { requiredText } from '#domain/text-rules.ts'
import { localDateSchema } from '#domain/time.ts'

export const FLOORS = [1, 2, 3].map((floor) => ({ id: floor, name: `Floor ${floor}` }))

export const roomFormSchema = z.object({
  name: requiredText('Room Is Required', 50),
  floor: z.int('Floor Is Required').positive('Floor Is Required').max(FLOORS.length, 'Floor Is Required'),
})
/** The form's values, valid or not. */
export const roomContentSchema = z.object({ name: z.string(), floor: z.int().nullable() })
export type RoomForm = z.infer<typeof roomContentSchema>

export const roomMessages = {
  added: 'Room has been added successfully',
  updated: 'Room has been updated successfully',
  deletion: {
    question: 'Are you sure you want to delete this room?',
    done: 'Room has been deleted successfully',
    failed: 'Not deleted',
  },
  empty: 'No Rooms Found',
  taken: 'There is a room with this name already.',
} as const

const roomSchema = z.object({ id, name: z.string(), floor: z.int(), inspectedOn: localDateSchema.nullable() })
export type Room = z.infer<typeof roomSchema>

const rule = access.roles('Administrators')

export const getRooms = defineEndpoint({
  method: 'GET',
  path: '/api/room/get-rooms',
  summary: 'Rooms, page by page',
  access: rule,
  query: z.object({
    ...queryPaging,
    search: z.string().max(200).optional(),
    floor: z.coerce.number().int().optional(),
    from: localDateSchema.optional(),
    to: localDateSchema.optional(),
  }),
  data: pageOf('allRooms', roomSchema),
})

export const getRoom = defineEndpoint({
  method: 'GET',
  path: '/api/room/get-room',
  summary: 'One room',
  access: rule,
  query: z.object({ id: queryId }),
  data: roomSchema.extend({ entityCacheKey }),
})

export const addRoom = defineEndpoint({
  method: 'POST',
  path: '/api/room/add-room',
  summary: 'Add a room',
  access: rule,
  body: roomFormSchema,
  data: z.object({ id }),
})

export const editRoom = defineEndpoint({
  method: 'POST',
  path: '/api/room/edit-room',
  summary: 'Change a room',
  access: rule,
  body: roomFormSchema.extend({ id, entityCacheKey: entityCacheKey.optional() }),
  data: z.null(),
})

export const deleteRoom = defineEndpoint({
  method: 'POST',
  path: '/api/room/delete-room',
  summary: 'Delete a room',
  access: rule,
  body: z.object({ id }),
  data: z.null(),
})

export const roomApi = { getRooms, getRoom, addRoom, editRoom, deleteRoom }
