/** What callers are told of a row after saving it, or instead: the row as it is stored, so that nobody has to read it. */
import { hoursToWire, type SavedTimesheet } from '#contract/schedule.ts'
import { approvedDateOf } from '#server/areas/schedule/calendar-query.ts'
import { readDay } from '#server/areas/schedule/provider-days.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { Refusal } from '#server/http/refusal.ts'
import { type RowKey, readTimesheetRows } from './timesheet-rows.ts'

type Reader = Pick<Db, 'execute' | 'select'>
type Session = NonNullable<SavedTimesheet['session']>

/** Whether or not a session still asks for its hours; undefined where the day has no session at the school. */
const readSavedRow = async (db: Reader, key: RowKey) => {
  const { providerId, schoolId, date } = key
  const [row] = await readTimesheetRows(db, { from: date, to: date, providerIds: [providerId], schoolId })
  return row && { ...row, day: approvedDateOf(key, (await readDay(db, key)).state) }
}

/**
 * Saves in one transaction and replies with the row. A 409 carries the row, too: somebody else was faster, and the caller
 * goes on from theirs.
 *
 * @param save answers with the session that the hours were saved from, where there is one
 * @param readSession that session, for a 409
 */
export const replyWithRow = async (
  db: Reader & Pick<Db, 'transaction'>,
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
