/** What holds of every record of the master data: versions, what is taken, what is in use. */
import { isUniqueViolation } from '#server/db/errors.ts'
import { Refusal } from '#server/http/refusal.ts'

/**
 * The record that a change is meant for, as it is stored now.
 *
 * @param rows what was read by its id
 * @param noun 'service'
 * @param seen the version that the change is based on; undefined asks for none
 * @throws Refusal 404 where there is none, 409 where somebody else changed it since
 */
export const requireRecord = <Row extends { version: number }>(
  [row]: readonly Row[],
  noun: string,
  seen?: string,
): Row => {
  if (!row) throw new Refusal(404, `There is no such ${noun}.`)
  if (seen !== undefined && seen !== String(row.version)) {
    throw new Refusal(409, `This ${noun} was changed by someone else meanwhile.`)
  }
  return row
}

/** @throws Refusal 409 at a field whose value another record has, where the write breaks this constraint */
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

/** @throws Refusal 409 where there is a use: '3 caseloads', 'the rates of Lincoln' */
export const refuseInUse = (noun: string, uses: readonly string[]): void => {
  if (uses.length > 0) throw new Refusal(409, `This ${noun} is in use and can not be deleted: ${uses.join('; ')}.`)
}
