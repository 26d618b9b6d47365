import { and, asc, eq, gte, ilike, lte, sql } from 'drizzle-orm'
import { orTaken, requireRecord } from '#server/areas/master-data/stored-record.ts'
import { containing } from '#server/db/containing.ts'
import { rangeOf, replyPage } from '#server/db/page-range.ts'
import { type ContractHandlers, done } from '#server/http/handler.ts'
import { type roomApi, roomMessages } from './room-contract.ts'
import { rooms } from './rooms-table.ts'

const orNameTaken = <Result>(write: Promise<Result>) => orTaken(write, 'rooms_name', 'name', roomMessages.taken)

export const roomHandlers: ContractHandlers<typeof roomApi> = {
  getRooms: async ({ query, db }) => {
    const { search, floor, from, to } = query
    const where = and(
      ilike(rooms.name, containing(search?.trim() ?? '')),
      floor === undefined ? undefined : eq(rooms.floor, floor),
      from === undefined ? undefined : gte(rooms.inspectedOn, from),
      to === undefined ? undefined : lte(rooms.inspectedOn, to),
    )
    const { limit, offset } = rangeOf(query)
    const { id, name, inspectedOn } = rooms
    const rows = await db
      .select({ id, name, floor: rooms.floor, inspectedOn })
      .from(rooms)
      .where(where)
      .orderBy(asc(name), asc(id))
      .limit(limit)
      .offset(offset)
    return replyPage(query, rows, await db.$count(rooms, where))
  },

  getRoom: async ({ query, db }) => {
    const { version, ...room } = requireRecord(await db.select().from(rooms).where(eq(rooms.id, query.id)), 'room')
    return { ...room, entityCacheKey: String(version) }
  },

  addRoom: async ({ body: { name, floor }, db }) => {
    const [added] = await db.transaction((tx) =>
      orNameTaken(tx.insert(rooms).values({ name, floor }).returning({ id: rooms.id })),
    )
    return done({ id: added?.id ?? 0 }, roomMessages.added)
  },

  editRoom: async ({ body: { id, name, floor, entityCacheKey }, db }) => {
    await db.transaction(async (tx) => {
      requireRecord(await tx.select().from(rooms).where(eq(rooms.id, id)).for('update'), 'room', entityCacheKey)
      const changed = { name, floor, version: sql`${rooms.version} + 1` }
      await orNameTaken(tx.update(rooms).set(changed).where(eq(rooms.id, id)))
    })
    return done(null, roomMessages.updated)
  },

  deleteRoom: async ({ body: { id }, db }) => {
    await db.transaction(async (tx) => {
      requireRecord(await tx.delete(rooms).where(eq(rooms.id, id)).returning(), 'room')
    })
    return done(null, roomMessages.deletion.done)
  },
}
