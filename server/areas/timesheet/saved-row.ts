/** The reply to a change of a timesheet row: the stored row, so that clients don't have to read it again. */
import { hoursToWire, type SavedTimesheet } from '#contract/schedule.ts'
import { readDayStatuses } from '#server/areas/provider-days/deciders.ts'
import { readDay } from '#server/areas/provider-days/provider-days.ts'
import type { Db, Queryable, Tx } from '#server/db/database.ts'
import { Refusal } from '#server/http/refusal.ts'
import { type RowKey, readTimesheetRows } from './timesheet-rows.ts'

type Session = NonNullable<SavedTimesheet['session']>

/** Undefined if the day has no session at the school. */
const readSavedRow = async (db: Queryable, key: RowKey) => {
  const { providerId, schoolId, date } = key
  const [row] = await readTimesheetRows(db, { from: date, to: date, providerIds: [providerId], schoolId })
  const [day] = await readDayStatuses(db, [await readDay(db, key)])
  return row && { ...row, day }
}

/**
 * Saves in one transaction and replies with the row. A 409 also has the row, with the other user's change.
 *
 * @param save returns the session that the hours were entered for, if any
 * @param readSession reads that session, for a 409
 */
export const replyWithRow = async (
  db: Queryable & Pick<Db, 'transaction'>,
  key: RowKey,
  save: (tx: Tx) => Promise<Session | undefined>,
  readSession?: () => Promise<Session | undefined>,
) => {
  try {
    return await db.transaction(async (tx) => {
      const session = await save(tx)
      const saved = await readSavedRow(tx, key)
      if (!saved) throw new Error('The row was saved and is not there')
      return { ...saved, ...(session && { session }) }
    })
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 409) throw error
    const [stored, session] = [await readSavedRow(db, key), await readSession?.()]
    throw new Refusal(409, error.message, { data: stored && hoursToWire({ ...stored, ...(session && { session }) }) })
  }
}
