/** Rules for every master data record: versions, uniqueness, records in use. */
import { and, gt, isNull, type SQL } from 'drizzle-orm'
import { capitalized, counted, withThis } from '#domain/words.ts'
import { isUniqueViolation } from '#server/db/errors.ts'
import { occurrences } from '#server/db/schema/schedule.ts'
import { Refusal } from '#server/http/refusal.ts'

/**
 * The stored record that a change applies to.
 *
 * @param rows the rows with its id
 * @param noun 'service'
 * @param seen the version that the change is based on; undefined skips the check
 * @throws Refusal 404 if it does not exist, 409 if someone else has changed it
 */
export const requireRecord = <Row extends { version: number }>(
  [row]: readonly Row[],
  noun: string,
  seen?: string,
): Row => {
  if (!row) throw new Refusal(404, `${capitalized(noun)} not found.`)
  if (seen !== undefined && seen !== String(row.version)) {
    throw new Refusal(409, `Someone else has changed ${withThis(noun)}.`)
  }
  return row
}

/** @throws Refusal 409 for the field, when the write violates this unique constraint */
export const orTaken = async <Result>(
  write: Promise<Result>,
  constraint: string,
  path: string,
  message: string,
): Promise<Result> => {
  try {
    return await write
  } catch (error) {
    if (!isUniqueViolation(error, constraint)) throw error
    throw new Refusal(409, message, { errors: [{ path, message }] })
  }
}

/** Sessions that keep what they are with from being deleted: those that have not ended, today's too. */
export const isToCome = (now: Date): SQL | undefined => and(gt(occurrences.endsAt, now), isNull(occurrences.deletedAt))

/** As `refuseInUse` names them. */
export const sessionsToCome = (count: number): string[] =>
  count === 0 ? [] : [`${counted(count, 'session')} that ${count === 1 ? 'has' : 'have'} not ended`]

/**
 * @param uses where it is used: '3 caseloads', 'the rates of Lincoln'
 * @throws Refusal 409 if it is used
 */
export const refuseInUse = (noun: string, uses: readonly string[]): void => {
  if (uses.length > 0) throw new Refusal(409, `This ${noun} is in use and cannot be deleted: ${uses.join('; ')}.`)
}
