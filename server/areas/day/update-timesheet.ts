/** 'Update Timesheet': an administrator corrects the hours that a session belongs to (spec 2, sections 2.2 and 7). */
import { eq, sql } from 'drizzle-orm'
import { MODAL_WORDS, timesheetErrors } from '#domain/timesheet.ts'
import {
  type Change,
  holdOccurrence,
  occurrenceLine,
  requireOccurrenceMove,
} from '#server/areas/schedule/occurrence-moves.ts'
import { settleDays } from '#server/areas/schedule/session-days.ts'
import type { StoredOccurrence } from '#server/areas/schedule/stored-sessions.ts'
import { refuseEntry, refuseStaleHours } from '#server/areas/timesheet/timesheet-handlers.ts'
import { readTimesheetRows } from '#server/areas/timesheet/timesheet-rows.ts'
import { occurrences, timesheets } from '#server/db/schema.ts'
import { logTransitions } from '#server/db/transition-log.ts'
import { providerScope } from '#server/http/access.ts'
import type { HandlersOf } from '#server/http/handler.ts'

/** Like feedback, hours are corrected after the session was held. */
const EVENT = 'feedback.save'

interface Hours {
  startTime: string
  endTime: string
  isZeroHours: boolean
}

/** The version of the hours that the caller saw. */
interface SeenHours {
  timesheetId?: number | undefined
  timesheetCacheKey?: string | undefined
}

/** Refuses to replace hours that the caller has not seen. Call with the day locked. */
const refuseUnseenHours = async (
  tx: Change['tx'],
  { providerId, date, form: { schoolId } }: StoredOccurrence,
  { timesheetId = 0, timesheetCacheKey }: SeenHours,
) => {
  const [row] = await readTimesheetRows(tx, { from: date, to: date, providerIds: [providerId], schoolId })
  if (row) refuseStaleHours(row, { id: timesheetId, entityCacheKey: timesheetCacheKey })
}

/** Stores the hours. Confirmed hours stay confirmed: the administrator is responsible for the correction. */
const storeHours = async ({ tx, user }: Change, { providerId, date, form }: StoredOccurrence, hours: Hours) => {
  const { startTime, endTime, isZeroHours } = hours
  // Times of zero hours are not validated: the stored ones stay.
  const times = isZeroHours ? {} : { startTime, endTime }
  const entry = { ...times, isZeroHours, updatedById: user.userId }
  const { schoolId, serviceId } = form
  await tx
    .insert(timesheets)
    .values({ providerId, schoolId, date, serviceId, startTime: form.startTime, endTime: form.endTime, ...entry })
    .onConflictDoUpdate({
      target: [timesheets.providerId, timesheets.schoolId, timesheets.date],
      set: { ...entry, version: sql`${timesheets.version} + 1` },
    })
}

export const updateTimesheetHandlers: HandlersOf<'updateTimesheet'> = {
  updateTimesheet: ({ body, db, user, now, timeZone }) =>
    db.transaction(async (tx) => {
      const { id, isTimesheetReq, isSubmitWithZeroHours: isZeroHours, startTime, endTime, entityCacheKey: seen } = body
      const change = { tx, user, now, timeZone }
      const { stored, day, days } = await holdOccurrence(change, { id, scope: providerScope(user), seen })
      const move = requireOccurrenceMove(stored, day, EVENT, change)
      if (isTimesheetReq) {
        const { serviceId } = stored.form
        refuseEntry(timesheetErrors({ startTime, endTime, zeroHours: isZeroHours, serviceId }, MODAL_WORDS))
        await refuseUnseenHours(tx, stored, body)
      }
      if (isTimesheetReq !== stored.form.isTimesheetReq) {
        await tx
          .update(occurrences)
          .set({
            isTimesheetRequired: isTimesheetReq,
            isEditedAlone: sql`${occurrences.isEditedAlone} or ${occurrences.isRecurring}`,
            version: sql`${occurrences.version} + 1`,
          })
          .where(eq(occurrences.id, id))
        const detail = { version: stored.version + 1, changes: ['whether hours are required'] }
        await logTransitions(tx, user.userId, now, [occurrenceLine(id, move, EVENT, detail)])
      }
      if (isTimesheetReq) await storeHours(change, stored, { startTime, endTime, isZeroHours })
      await settleDays(tx, days.values(), [], change)
      return null
    }),
}
