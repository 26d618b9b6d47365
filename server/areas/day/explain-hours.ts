/** Why a provider's hours at a school on a day are as they are, and what is odd about the hours of days. */
import { and, eq, sql } from 'drizzle-orm'
import type { HoursExplanation } from '#contract/day.ts'
import { isReadOnlyDay } from '#domain/provider-day.ts'
import { readOddHours } from '#server/areas/hours/hours-facts.ts'
import { dayEntity, lockDays, readDay, readOnlyMessage } from '#server/areas/provider-days/provider-days.ts'
import { type RowKey, readTimesheetRows } from '#server/areas/timesheet/timesheet-rows.ts'
import type { Db } from '#server/db/database.ts'
import { hoursExplanations } from '#server/db/schema/days-and-hours.ts'
import { requireOwnDays } from '#server/http/access.ts'
import type { Caller, HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'

/** The row that is meant. Providers can only access their own. */
const rowMeant = ({ providerId, schoolId, date }: RowKey, user: Caller): RowKey => {
  requireOwnDays(user, providerId)
  return { providerId, schoolId, date }
}

const readExplanation = async (db: Pick<Db, 'select' | 'execute'>, key: RowKey): Promise<HoursExplanation> => {
  const { providerId, schoolId, date } = key
  const [stored] = await db
    .select({ explanation: hoursExplanations.explanation, version: hoursExplanations.version })
    .from(hoursExplanations)
    .where(
      and(
        eq(hoursExplanations.providerId, providerId),
        eq(hoursExplanations.schoolId, schoolId),
        eq(hoursExplanations.date, date),
      ),
    )
  const day = await readDay(db, key)
  return {
    explanation: stored?.explanation ?? '',
    entityCacheKey: String(stored?.version ?? 0),
    readOnlyReason: isReadOnlyDay(day.state) ? readOnlyMessage(day) : null,
  }
}

export const explainHandlers: HandlersOf<'checkDays' | 'getHoursExplanation' | 'explainHours'> = {
  checkDays: async ({ body: { days }, db }) => {
    if (days.length === 0) return []
    const asked = new Set(days.map(dayEntity))
    const dates = days.map(({ date }) => date).sort()
    const [from = '', to = from] = [dates[0], dates.at(-1)]
    const providerIds = [...new Set(days.map(({ providerId }) => providerId))]
    return (await readOddHours(db, { from, to, providerIds })).filter((row) => asked.has(dayEntity(row)))
  },

  getHoursExplanation: ({ body, db, user }) => readExplanation(db, rowMeant(body, user)),

  explainHours: ({ body, db, user, now }) => {
    const key = rowMeant(body, user)
    return db.transaction(async (tx) => {
      // Checked before the day is locked: locking stores the day, and a day without sessions must not be stored.
      const { providerId, schoolId, date } = key
      const rows = await readTimesheetRows(tx, { from: date, to: date, providerIds: [providerId], schoolId })
      if (rows.length === 0) throw new Refusal(404, 'This provider has no session at this school on this day.')
      const day = (await lockDays(tx, [key])).get(dayEntity(key))
      if (day && isReadOnlyDay(day.state)) throw new Refusal(409, readOnlyMessage(day))
      const before = await readExplanation(tx, key)
      if (body.entityCacheKey !== before.entityCacheKey) {
        throw new Refusal(409, 'Someone else has changed this explanation. Please review it.')
      }
      const said = { explanation: body.explanation.trim(), updatedById: user.userId, updatedAt: now }
      await tx
        .insert(hoursExplanations)
        .values({ ...key, ...said })
        .onConflictDoUpdate({
          target: [hoursExplanations.providerId, hoursExplanations.schoolId, hoursExplanations.date],
          set: { ...said, version: sql`${hoursExplanations.version} + 1` },
        })
      return readExplanation(tx, key)
    })
  },
}
