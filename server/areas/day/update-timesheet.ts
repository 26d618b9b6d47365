/** 'Update Timesheet': an administrator corrects the hours that a session belongs to (spec 2, sections 2.2 and 7). */
import { eq, sql } from 'drizzle-orm'
import { sessionHoursFromWire } from '#contract/schedule.ts'
import { MODAL_WORDS, timesheetErrors } from '#domain/timesheet.ts'
import {
  type ChangeContext,
  holdOccurrence,
  occurrenceLine,
  requireOccurrenceMove,
} from '#server/areas/schedule/occurrence-moves.ts'
import { settleDays } from '#server/areas/schedule/session-days.ts'
import { readOccurrence, type StoredOccurrence } from '#server/areas/schedule/stored-sessions.ts'
import { replyWithRow } from '#server/areas/timesheet/saved-row.ts'
import { refuseEntry, refuseHoursAhead, refuseStaleHours } from '#server/areas/timesheet/timesheet-handlers.ts'
import { readTimesheetRows } from '#server/areas/timesheet/timesheet-rows.ts'
import type { Tx } from '#server/db/database.ts'
import { timesheets } from '#server/db/schema/days-and-hours.ts'
import { occurrences } from '#server/db/schema/schedule.ts'
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

/**
 * Refuses to replace hours that the caller has not seen, and confirmed hours with some that have not ended. Call with the
 * day locked.
 */
const refuseHours = async (
  { tx, now, timeZone }: ChangeContext,
  { providerId, date, form: { schoolId } }: StoredOccurrence,
  { timesheetId = 0, timesheetCacheKey, ...hours }: SeenHours & Pick<Hours, 'endTime' | 'isZeroHours'>,
) => {
  const [row] = await readTimesheetRows(tx, { from: date, to: date, providerIds: [providerId], schoolId })
  if (row) refuseStaleHours(row, { id: timesheetId, entityCacheKey: timesheetCacheKey })
  if (row?.isConfirmed) refuseHoursAhead({ ...hours, date }, { now, timeZone })
}

/** Stores the hours. Confirmed hours stay confirmed: the administrator is responsible for the correction. */
const storeHours = async ({ tx, user }: ChangeContext, { providerId, date, form }: StoredOccurrence, hours: Hours) => {
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

const sessionOf = ({ id, form: { isTimesheetReq }, version }: StoredOccurrence) => ({
  id,
  isTimesheetReq,
  entityCacheKey: String(version),
})

export const updateTimesheetHandlers: HandlersOf<'updateTimesheet'> = {
  updateTimesheet: async ({ body, db, user, now, timeZone }) => {
    const { id, isTimesheetReq, isZeroHours, startTime, endTime, entityCacheKey: seen } = sessionHoursFromWire(body)
    const scope = providerScope(user)
    const find = (on: Parameters<typeof readOccurrence>[0]) => readOccurrence(on, id, scope)
    const { providerId, date, form } = await find(db)
    const save = async (tx: Tx) => {
      const change = { tx, user, now, timeZone }
      const { stored, day, days } = await holdOccurrence(change, { id, scope, seen })
      const move = requireOccurrenceMove(stored, day, EVENT, change)
      if (isTimesheetReq) {
        const { serviceId } = stored.form
        refuseEntry(timesheetErrors({ startTime, endTime, isZeroHours, serviceId }, MODAL_WORDS))
        await refuseHours(change, stored, { ...body, isZeroHours })
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
      return sessionOf(await find(tx))
    }
    const key = { providerId, schoolId: form.schoolId, date }
    return replyWithRow(db, key, save, async () => sessionOf(await find(db)))
  },
}
