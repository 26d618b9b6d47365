/** The start of several machines' browser runs: the portal with stored sessions. */
import type { Page } from 'playwright-core'
import { ROLE_IDS, type RoleName } from '#domain/roles.ts'
import type { SessionForm } from '#domain/session-form.ts'
import { addDays, localOf, weekOf } from '#domain/time.ts'
import type { Database } from '#server/db/database.ts'
import { permissions, rolePermissions } from '#server/db/schema/users.ts'
import { usePortal } from '#tests/support/portal.ts'
import { truncateAll } from '#tests/support/server/database.ts'
import { addDistrict, addSession } from '#tests/support/server/schedule.ts'
import { PEOPLE, TEST_TIME_ZONE } from '#tests/support/server/test-server.ts'

const [, , TUESDAY = ''] = weekOf(addDays(localOf(Date.now(), TEST_TIME_ZONE).date, 14))
/** The day of the first occurrence of `weeklySeries`; all of that week is in the future. */
export const SERIES_DAY = TUESDAY

/** Paul's session on three Tuesdays. */
export const weeklySeries: Partial<SessionForm> = {
  providerId: 1,
  rateTypeId: 1,
  date: TUESDAY,
  endDate: addDays(TUESDAY, 14),
  rule: { type: 'weekly', option: 'everyNWeeks', everyNWeeks: 1, days: [2] },
}

export const dailySeries = (form: Partial<SessionForm>): Partial<SessionForm> => ({
  rateTypeId: 1,
  rule: { type: 'daily', option: 'everyNDays', everyNDays: 1 },
  ...form,
})

/** Everyone may open the pages of the session form. */
const openForms = async ({ db }: Database) => {
  const screens = ['Scheduling', 'ProviderSchedulorCreator'] as const
  const added = screens.map((screen, index) => ({ id: 90 + index, module: 'Scheduling', screen, name: screen }))
  await db.insert(permissions).values(added)
  const grants = Object.values(ROLE_IDS).flatMap((roleId) => added.map(({ id }) => ({ roleId, permissionId: id })))
  await db.insert(rolePermissions).values(grants)
}

/** The first ids if sessions have different numbers. */
export const IDS = { series: 4, occurrence: 71, student: 301 } as const

/** For sessions stored afterward: a wrong id must not be right by chance. */
export const startAtDifferentIds = async ({ pool }: Database) => {
  const first = { schedule_events: IDS.series, occurrences: IDS.occurrence, occurrence_students: IDS.student }
  for (const [table, id] of Object.entries(first))
    await pool.query(`alter table ${table} alter column id restart with ${id}`)
}

/** For sessions stored before: 9 for a series, and from 58 for its occurrences. */
export const setDifferentVersions = async ({ pool }: Database) => {
  await pool.query('update schedule_events set version = 9')
  await pool.query('update occurrences set version = id - 13')
}

/**
 * Call at the top of the file; rows and pages last until `begin`, which a path calls that opens a page. The first
 * occurrence of the first session has the id 1.
 * @param numbers 'different' gives it the first of `IDS`, and every record another version
 */
export function usePortalWithSessions(sessions: readonly Partial<SessionForm>[], numbers?: 'different') {
  const portal = usePortal({ lasts: 'file' })
  const begin = async () => {
    await truncateAll(portal.database())
    await addDistrict(portal.database())
    await openForms(portal.database())
    if (numbers) await startAtDifferentIds(portal.database())
    const token = await portal.server().tokenOf(PEOPLE.Administrators.userId)
    for (const session of sessions) await addSession(portal.server(), token, session)
    if (numbers) await setDifferentVersions(portal.database())
  }
  /** A page of a signed-in user. */
  const signedIn = async (role: RoleName): Promise<Page> => {
    const page = await portal.newPage()
    await portal.signIn(page, PEOPLE[role].email)
    return page
  }
  return { portal, begin, signedIn }
}
