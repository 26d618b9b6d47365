/** Hours of a provider at a school on a day: what may be named in them, saving and confirming (spec 2, sections 4 and 5). */
import { and, asc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm'
import type { LocalDate } from '#domain/time.ts'
import { type TimesheetErrors, timesheetErrors } from '#domain/timesheet.ts'
import { dayEntity, lockDays, requireMove, storeMoves } from '#server/areas/schedule/provider-days.ts'
import type { Db } from '#server/db/database.ts'
import { occurrences, schoolServiceRates, services, timesheets } from '#server/db/schema.ts'
import { providerScope } from '#server/http/access.ts'
import type { HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { type RowKey, readTimesheetRows } from './timesheet-rows.ts'

const noSuchRow = () => new Refusal(404, 'There is no session of this provider at this school on this day.')

const refuseEntry = (errors: TimesheetErrors): void => {
  const fields = Object.entries(errors).map(([path, message]) => ({ path, message }))
  const [first] = fields
  if (first) throw new Refusal(400, first.message, { errors: fields })
}

/** Services with a rate at the school on that day, and those of the provider's sessions there. */
const readServices = (db: Pick<Db, 'select'>, { providerId, schoolId, date }: RowKey) => {
  const priced = db
    .select({ id: schoolServiceRates.serviceId })
    .from(schoolServiceRates)
    .where(
      and(
        eq(schoolServiceRates.schoolId, schoolId),
        lte(schoolServiceRates.effectiveDate, date),
        isNull(schoolServiceRates.deletedAt),
      ),
    )
  const held = db
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
  return db
    .select({ id: services.id, name: services.description, code: services.code })
    .from(services)
    .where(or(and(inArray(services.id, priced), isNull(services.deletedAt)), inArray(services.id, held)))
    .orderBy(asc(services.description), asc(services.id))
}

/** The row of one provider, school and day, with the day's other rows that ask for hours. */
const readRow = async (db: Pick<Db, 'execute'>, { providerId, schoolId, date }: RowKey) => {
  const rows = await readTimesheetRows(db, { from: date, to: date, providerIds: [providerId] })
  const required = rows.filter(({ isRequired }) => isRequired)
  return {
    row: required.find((row) => row.schoolId === schoolId),
    others: required.filter((row) => row.schoolId !== schoolId),
  }
}

/** A provider reaches their own rows alone; another's look as if they were not there. */
const boundToScope = (providerId: number, scope: number | undefined): void => {
  if (scope !== undefined && scope !== providerId) throw noSuchRow()
}

export const timesheetHandlers: HandlersOf<'updateSchoolTime' | 'getEventsServiceTypes'> = {
  getEventsServiceTypes: async ({ body, db, user }) => {
    boundToScope(body.providerId, providerScope(user))
    return readServices(db, body)
  },

  updateSchoolTime: async ({ body, db, user, now }) => {
    const { providerId, schoolId, isBillable: isZeroHours, isConfirmClicked, serviceId, entityCacheKey } = body
    const date: LocalDate = body.eventDate
    const key = { providerId, schoolId, date }
    boundToScope(providerId, providerScope(user))
    refuseEntry(
      timesheetErrors({ startTime: body.startTime, endTime: body.endTime, zeroHours: isZeroHours, serviceId }),
    )
    return db.transaction(async (tx) => {
      // Looked at before the day is locked: locking stores the day, and a day without sessions is none.
      if (!(await readRow(tx, key)).row) throw noSuchRow()
      const day = (await lockDays(tx, [key])).get(dayEntity(key))
      const { row, others } = await readRow(tx, key)
      if (!day || !row) throw noSuchRow()
      const unconfirmedRows = others.filter(({ isConfirmed }) => !isConfirmed).length + (isConfirmClicked ? 0 : 1)
      const move = requireMove(
        day,
        { type: isConfirmClicked ? 'hours.confirm' : 'hours.change' },
        user,
        unconfirmedRows,
      )
      if (entityCacheKey !== undefined && entityCacheKey !== row.entityCacheKey) {
        throw new Refusal(409, 'These hours were changed by someone else meanwhile. Please look at them again.')
      }
      const known = await readServices(tx, key)
      if (!known.some(({ id }) => id === serviceId)) {
        refuseEntry({ serviceId: `${row.schoolName} has no such service on this day` })
      }
      const entry = {
        // Nothing is asked of the times of zero hours: what stood there stays.
        startTime: (isZeroHours ? row.startTime : body.startTime) || row.startTime,
        endTime: (isZeroHours ? row.endTime : body.endTime) || row.endTime,
        isZeroHours,
        serviceId,
        confirmedAt: isConfirmClicked ? now : null,
        confirmedById: isConfirmClicked ? user.userId : null,
        updatedById: user.userId,
      }
      await tx
        .insert(timesheets)
        .values({ ...key, ...entry })
        .onConflictDoUpdate({
          target: [timesheets.providerId, timesheets.schoolId, timesheets.date],
          set: { ...entry, version: sql`${timesheets.version} + 1` },
        })
      await storeMoves(tx, [move], { userId: user.userId, now })
      const saved = (await readRow(tx, key)).row
      if (!saved) throw noSuchRow()
      return saved
    })
  },
}
