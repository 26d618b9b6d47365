/** The note of a provider's day (spec 2, sections 2.3 and 3). */
import { and, eq, sql } from 'drizzle-orm'
import type { DayNote } from '#contract/day.ts'
import { isReadOnlyDay } from '#domain/provider-day.ts'
import { type LocalDate, localDateSchema, localOf } from '#domain/time.ts'
import {
  type DayKey,
  dayEntity,
  lockDays,
  readDay,
  readOnlyMessage,
} from '#server/areas/provider-days/provider-days.ts'
import type { Db } from '#server/db/database.ts'
import { dayNotes } from '#server/db/schema/days-and-hours.ts'
import { providers } from '#server/db/schema/providers.ts'
import { requireOwnDays } from '#server/http/access.ts'
import type { Caller, HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'

/** An instant means the organization's day that contains it. */
const dateOf = (startDateTimeUtc: string, timeZone: string): LocalDate =>
  localDateSchema.safeParse(startDateTimeUtc).data ?? localOf(startDateTimeUtc, timeZone).date

/** The requested day. Providers can only access their own. */
const dayMeant = (
  { id: providerId, startDateTimeUtc }: { id: number; startDateTimeUtc: string },
  user: Caller,
  timeZone: string,
): DayKey => {
  requireOwnDays(user, providerId)
  return { providerId, date: dateOf(startDateTimeUtc, timeZone) }
}

const readNote = async (db: Pick<Db, 'select' | 'execute'>, key: DayKey): Promise<DayNote> => {
  const { providerId, date } = key
  const [note] = await db
    .select({ dayNote: dayNotes.dayNote, version: dayNotes.version })
    .from(dayNotes)
    .where(and(eq(dayNotes.providerId, providerId), eq(dayNotes.date, date)))
  const day = await readDay(db, key)
  return {
    dayNote: note?.dayNote ?? '',
    entityCacheKey: String(note?.version ?? 0),
    readOnlyReason: isReadOnlyDay(day.state) ? readOnlyMessage(day) : null,
  }
}

export const dayNoteHandlers: HandlersOf<'getDayNote' | 'addDayNote'> = {
  getDayNote: ({ body, db, user, timeZone }) => readNote(db, dayMeant(body, user, timeZone)),

  addDayNote: async ({ body, db, user, now, timeZone }) => {
    const key = dayMeant(body, user, timeZone)
    const { entityCacheKey } = body
    const dayNote = body.dayNote.trim()
    return db.transaction(async (tx) => {
      const [provider] = await tx.select({ id: providers.id }).from(providers).where(eq(providers.id, key.providerId))
      if (!provider) throw new Refusal(404, 'Provider not found.')
      const day = (await lockDays(tx, [key])).get(dayEntity(key))
      if (day && isReadOnlyDay(day.state)) throw new Refusal(409, readOnlyMessage(day))
      const before = await readNote(tx, key)
      if (entityCacheKey !== undefined && entityCacheKey !== before.entityCacheKey) {
        throw new Refusal(409, 'Someone else has changed this note. Please review it.')
      }
      const note = { dayNote, updatedById: user.userId, updatedAt: now }
      await tx
        .insert(dayNotes)
        .values({ ...key, ...note })
        .onConflictDoUpdate({
          target: [dayNotes.providerId, dayNotes.date],
          set: { ...note, version: sql`${dayNotes.version} + 1` },
        })
      return readNote(tx, key)
    })
  },
}
