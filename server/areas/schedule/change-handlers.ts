/** Reading, changing and deleting stored sessions (spec 1, section 7; spec 2, sections 2.5, 2.6 and 7). */
import { eq } from 'drizzle-orm'
import { toWire } from '#contract/schedule-event-payload.ts'
import type { SavedChange, StoredSession } from '#contract/session-form.ts'
import { isReadOnlyDay, isUnderCorrection } from '#domain/provider-day.ts'
import { isAdministrator } from '#domain/roles.ts'
import { type SessionForm, sessionFormMessages } from '#domain/session-form.ts'
import { type DayKey, readDay, readOnlyMessage } from '#server/areas/provider-days/provider-days.ts'
import type { PooledDb } from '#server/db/database.ts'
import { occurrenceEdits } from '#server/db/schema/schedule.ts'
import { providerScope } from '#server/http/access.ts'
import { type Caller, type Done, done, type HandlersOf } from '#server/http/handler.ts'
import { approveEdit, changeOccurrence, rejectEdit, withdrawEdit } from './change-occurrence.ts'
import { changeOrAsk } from './deciding-requests.ts'
import type { ChangeContext } from './occurrence-moves.ts'
import { noSuchSession, readOccurrence, readSeries, readSpanOfSeries } from './stored-sessions.ts'

/** Runs a change in its transaction and returns its message. */
const changing =
  <Body>(run: (change: ChangeContext, body: Body) => Promise<SavedChange>, message: string) =>
  async (given: { body: Body; db: PooledDb } & Omit<ChangeContext, 'tx'>): Promise<Done<SavedChange>> => {
    const { body, db, user, now, timeZone } = given
    const changed = await db.transaction((tx) => run({ tx, user, now, timeZone }, body))
    return done(changed, changed.isPending ? WAITS : message)
  }

const WAITS = 'Your change is waiting for an administrator to approve it'
const DELETED = 'Event has been deleted successfully'

/** Rate types are hidden from providers (spec 1, section 2). */
const shownTo = (user: Caller, form: SessionForm): SessionForm =>
  isAdministrator(user.role) ? form : { ...form, rateTypeId: null }

/** Whether it is over, and why its day can't be changed; null if it can. A day that is being corrected can. */
const lockOf = async (db: PooledDb, stored: DayKey & { readonly endsAt: Date }, now: Date) => {
  const day = await readDay(db, stored)
  return {
    isEventPassed: stored.endsAt < now && !isUnderCorrection(day.state),
    readOnlyReason: isReadOnlyDay(day.state) ? readOnlyMessage(day) : null,
  }
}

export const changeHandlers: HandlersOf<
  | 'editScheduleEventRecurrenceById'
  | 'editScheduleEventById'
  | 'updateScheduleEventRecurrence'
  | 'updateScheduleEventSeries'
  | 'deleteScheduleEvents'
  | 'deleteScheduleEventSeries'
  | 'approveScheduleEventRecurrence'
  | 'rejectScheduleEventRecurrence'
  | 'withdrawScheduleEventRecurrence'
> = {
  editScheduleEventRecurrenceById: async ({ body, db, user, now }): Promise<StoredSession> => {
    const scope = providerScope(user)
    const stored = await readOccurrence(db, body.id, scope)
    if (stored.isDeleted && !body.withDeleted) throw noSuchSession()
    // A provider continues from their own pending change; an administrator from the stored session.
    const [edit] =
      scope === undefined
        ? []
        : await db
            .select({ form: occurrenceEdits.form })
            .from(occurrenceEdits)
            .where(eq(occurrenceEdits.occurrenceId, body.id))
    const form = edit ? { ...edit.form, rule: stored.form.rule, endDate: stored.form.endDate } : stored.form
    return {
      ...toWire(shownTo(user, form), {
        userId: user.userId,
        id: stored.id,
        isEventStarted: stored.startsAt <= now,
        isSingleEventRecurrence: stored.isRecurring,
      }),
      scheduleEventId: stored.scheduleEventId,
      scheduleEventRecurrenceId: stored.id,
      ...(await lockOf(db, stored, now)),
      entityCacheKey: String(stored.version),
      ...(stored.isDeleted && { isDeleted: true }),
    }
  },

  editScheduleEventById: async ({ body, db, user, now }): Promise<StoredSession> => {
    const stored = await readSeries(db, body.id, providerScope(user))
    if (stored.isDeleted) throw noSuchSession()
    const { first, last } = await readSpanOfSeries(db, body.id)
    return {
      ...toWire(shownTo(user, stored.form), {
        userId: user.userId,
        id: stored.id,
        isEventStarted: first !== null && first <= now,
      }),
      scheduleEventId: stored.id,
      scheduleEventRecurrenceId: null,
      isEventPassed: last !== null && last < now,
      readOnlyReason: null,
      entityCacheKey: String(stored.version),
    }
  },

  updateScheduleEventRecurrence: changing(changeOccurrence, sessionFormMessages.updated),
  updateScheduleEventSeries: changing(
    (change, body) => changeOrAsk(change, { ...body, change: 'updateSeries' }),
    sessionFormMessages.updated,
  ),
  deleteScheduleEvents: changing(
    (change, body) => changeOrAsk(change, { ...body, change: 'deleteOccurrences' }),
    DELETED,
  ),
  deleteScheduleEventSeries: changing(
    (change, body) => changeOrAsk(change, { ...body, change: 'deleteSeries' }),
    DELETED,
  ),
  approveScheduleEventRecurrence: changing(approveEdit, 'The change has been approved'),
  rejectScheduleEventRecurrence: changing(rejectEdit, 'The change has been rejected'),
  withdrawScheduleEventRecurrence: changing(withdrawEdit, 'The request has been withdrawn'),
}
