/** A provider's hours at a school on a day: available services, saving and confirming (spec 2, sections 4 and 5). */
import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { hoursFromWire, type Timesheet } from '#contract/schedule.ts'
import { hoursAheadReason } from '#domain/day-over.ts'
import { formatDate, type LocalDate, localOf } from '#domain/time.ts'
import { type TimesheetErrors, timesheetErrors } from '#domain/timesheet.ts'
import { isInForce } from '#server/areas/master-data/rates-in-force.ts'
import {
  dayEntity,
  lockDays,
  requireMove,
  type StoredDay,
  storeMoves,
} from '#server/areas/provider-days/provider-days.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { timesheets } from '#server/db/schema/days-and-hours.ts'
import { providerSchools } from '#server/db/schema/providers.ts'
import { schoolServiceRates } from '#server/db/schema/rates.ts'
import { occurrences } from '#server/db/schema/schedule.ts'
import { services } from '#server/db/schema/services.ts'
import { providerScope } from '#server/http/access.ts'
import type { Caller, HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { replyWithRow } from './saved-row.ts'
import { type RowKey, readTimesheetRows } from './timesheet-rows.ts'

const noSuchRow = () => new Refusal(404, 'This provider has no session at this school on this day.')

/** Refuses invalid hours, with a message per field. */
export const refuseEntry = (errors: TimesheetErrors): void => {
  const fields = Object.entries(errors).map(([path, message]) => ({ path, message }))
  const [first] = fields
  if (first) throw new Refusal(400, first.message, { errors: fields })
}

/** The services of the provider's sessions at the school on that day. */
const heldServices = (db: Pick<Db, 'select'>, { providerId, schoolId, date }: RowKey) =>
  db
    .select({ id: occurrences.serviceId })
    .from(occurrences)
    .where(
      and(
        eq(occurrences.providerId, providerId),
        eq(occurrences.schoolId, schoolId),
        eq(occurrences.date, date),
        isNull(occurrences.deletedAt),
      ),
    )

/** Providers can ask about schools where they work, or had a session on that day; others' do not exist. */
const requireSchool = async (db: Pick<Db, 'select'>, key: RowKey): Promise<void> => {
  const places = await db
    .select({ id: providerSchools.schoolId })
    .from(providerSchools)
    .where(and(eq(providerSchools.providerId, key.providerId), eq(providerSchools.schoolId, key.schoolId)))
  if (places.length === 0 && (await heldServices(db, key)).length === 0) throw new Refusal(404, 'School not found.')
}

/** Services with a rate at the school on that day, and those of the provider's sessions there. */
const readServices = (db: Pick<Db, 'select'>, key: RowKey) => {
  const priced = db
    .select({ id: schoolServiceRates.serviceId })
    .from(schoolServiceRates)
    .where(isInForce(key.schoolId, key.date))
  const held = heldServices(db, key)
  return db
    .select({ id: services.id, name: services.description, code: services.code })
    .from(services)
    .where(or(and(inArray(services.id, priced), isNull(services.deletedAt)), inArray(services.id, held)))
    .orderBy(asc(services.description), asc(services.id))
}

/** The row of one provider, school and day, with the day's other rows that require hours. */
const readRow = async (db: Pick<Db, 'execute'>, { providerId, schoolId, date }: RowKey) => {
  const rows = await readTimesheetRows(db, { from: date, to: date, providerIds: [providerId] })
  const required = rows.filter(({ isRequired }) => isRequired)
  return {
    row: required.find((row) => row.schoolId === schoolId),
    others: required.filter((row) => row.schoolId !== schoolId),
  }
}

/** Providers only reach their own rows; others' look as if they did not exist. */
const boundToScope = (providerId: number, scope: number | undefined): void => {
  if (scope !== undefined && scope !== providerId) throw noSuchRow()
}

/** Locks the row's day and reads both afterward. */
const holdRow = async (tx: Tx, key: RowKey) => {
  // Checked before the day is locked: locking stores the day, and a day without sessions must not be stored.
  if (!(await readRow(tx, key)).row) throw noSuchRow()
  const day = (await lockDays(tx, [key])).get(dayEntity(key))
  const { row, others } = await readRow(tx, key)
  if (!day || !row) throw noSuchRow()
  return { day, row, unconfirmedOthers: others.filter(({ isConfirmed }) => !isConfirmed).length }
}

/**
 * Requires the version that the caller saw to be the newest. Versions restart when hours are deleted and stored again,
 * so stored hours must also have the same id.
 */
export const refuseStaleHours = (
  row: Timesheet,
  { id, entityCacheKey }: { id: number; entityCacheKey?: string | undefined },
): void => {
  if (entityCacheKey === undefined) return
  if (entityCacheKey === row.entityCacheKey && (id === 0 || id === row.id)) return
  throw new Refusal(409, 'Someone else has changed these hours. Please review them.')
}

/** Refuses to confirm hours that have not ended. */
export const refuseHoursAhead = (
  hours: Parameters<typeof hoursAheadReason>[0],
  { now, timeZone }: { now: Date; timeZone: string },
): void => {
  const reason = hoursAheadReason(hours, localOf(now, timeZone))
  if (reason !== undefined) throw new Refusal(400, reason)
}

/** Deleted hours as the log keeps them. */
const removedHours = ({ schoolId, startTime, endTime, isZeroHours, isConfirmed, serviceId }: Timesheet) => ({
  removed: { schoolId, startTime, endTime, isZeroHours, isConfirmed, serviceId },
})

const requireChange = (day: StoredDay, user: Caller, unconfirmedRows: number, isConfirmed: boolean) =>
  requireMove(day, { type: isConfirmed ? 'hours.confirm' : 'hours.change' }, user, unconfirmedRows)

export const timesheetHandlers: HandlersOf<'updateSchoolTime' | 'deleteSchoolTime' | 'getEventsServiceTypes'> = {
  getEventsServiceTypes: async ({ body, db, user }) => {
    const scope = providerScope(user)
    boundToScope(body.providerId, scope)
    if (scope !== undefined) await requireSchool(db, body)
    return readServices(db, body)
  },

  updateSchoolTime: async ({ body: sent, db, user, now, timeZone }) => {
    const body = hoursFromWire(sent)
    const { providerId, schoolId, isZeroHours, isConfirmClicked, serviceId } = body
    const date: LocalDate = body.eventDate
    const key = { providerId, schoolId, date }
    boundToScope(providerId, providerScope(user))
    refuseEntry(timesheetErrors(body))
    return replyWithRow(db, key, async (tx) => {
      const { day, row, unconfirmedOthers } = await holdRow(tx, key)
      const move = requireChange(day, user, unconfirmedOthers + (isConfirmClicked ? 0 : 1), isConfirmClicked)
      refuseStaleHours(row, body)
      const known = await readServices(tx, key)
      if (!known.some(({ id }) => id === serviceId)) {
        refuseEntry({ serviceId: `${row.schoolName} does not offer this service on this day` })
      }
      const entry = {
        // Times of zero hours are not validated: the stored ones stay.
        startTime: (isZeroHours ? row.startTime : body.startTime) || row.startTime,
        endTime: (isZeroHours ? row.endTime : body.endTime) || row.endTime,
        isZeroHours,
        serviceId,
        confirmedAt: isConfirmClicked ? now : null,
        confirmedById: isConfirmClicked ? user.userId : null,
        updatedById: user.userId,
      }
      if (isConfirmClicked) refuseHoursAhead({ ...entry, date }, { now, timeZone })
      await tx
        .insert(timesheets)
        .values({ ...key, ...entry })
        .onConflictDoUpdate({
          target: [timesheets.providerId, timesheets.schoolId, timesheets.date],
          set: { ...entry, version: sql`${timesheets.version} + 1` },
        })
      await storeMoves(tx, [move], { userId: user.userId, now })
    })
  },

  deleteSchoolTime: async ({ body, db, user, now }) => {
    const { providerId, schoolId, eventDate: date } = body
    const key = { providerId, schoolId, date }
    boundToScope(providerId, providerScope(user))
    return replyWithRow(db, key, async (tx) => {
      const { day, row, unconfirmedOthers } = await holdRow(tx, key)
      const move = requireChange(day, user, unconfirmedOthers + 1, false)
      refuseStaleHours(row, body)
      if (row.id === 0) throw new Refusal(404, `No hours are stored at ${row.schoolName} on ${formatDate(date)}.`)
      await tx.delete(timesheets).where(eq(timesheets.id, row.id))
      await storeMoves(tx, [{ ...move, detail: removedHours(row) }], { userId: user.userId, now })
    })
  },
}
