import { and, eq, isNull } from 'drizzle-orm'
import { requireRecord } from '#server/areas/master-data/stored-record.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { schools } from '#server/db/schema/schools.ts'

export const NOUN = 'school'

export const isLive = isNull(schools.deletedAt)

/** The school's row, which a transaction may lock. */
export const selectSchool = (db: Pick<Db, 'select'>, id: number) =>
  db
    .select()
    .from(schools)
    .where(and(eq(schools.id, id), isLive))

/** @throws Refusal 404 if it does not exist */
export const requireSchool = async (db: Pick<Db, 'select'>, id: number) =>
  requireRecord(await selectSchool(db, id), NOUN)

/**
 * Like `requireSchool`, with the row locked: changes to any part of a school take turns.
 *
 * @param seen the version of the profile that a change is based on
 */
export const lockSchool = async (tx: Tx, id: number, seen?: string) =>
  requireRecord(await selectSchool(tx, id).for('update'), NOUN, seen)
