import { count } from 'drizzle-orm'
import { localOf } from '#domain/time.ts'
import { type Settings, SettingsError } from './config.ts'
import type { Db } from './db/database.ts'
import { organisation } from './db/schema/organization.ts'
import { users } from './db/schema/users.ts'
import { createAdministrator } from './seed/create-administrator.ts'
import { applyReferenceData } from './seed/reference-data.ts'
import { seedDemoDistrict } from './seed/seed-demo-district.ts'

/** The demo district's time zone by default. */
const DEMO_TIME_ZONE = 'America/New_York'

export interface Prepared {
  /** The organization's IANA zone. */
  readonly timeZone: string
  /** Whether no one can sign in yet. */
  readonly isWithoutUsers: boolean
}

/**
 * Prepares the database for the server: the organization and its reference data, and at the first start the demo
 * district or the first administrator.
 *
 * @param tell called before slow steps
 * @throws SettingsError if the time zone is missing, or differs from the stored one
 */
export async function prepareDatabase(
  db: Db,
  settings: Settings,
  now: Date,
  tell: (what: string) => void,
): Promise<Prepared> {
  const [stored] = await db.select({ timeZone: organisation.timeZone }).from(organisation)
  if (stored && settings.timeZone !== undefined && settings.timeZone !== stored.timeZone) {
    throw new SettingsError(
      `TIME_ZONE is ${settings.timeZone}, but the data is stored in ${stored.timeZone}: unset it, or set it to that.`,
    )
  }
  const isDemo = settings.mode === 'demo'
  const timeZone = stored?.timeZone ?? settings.timeZone ?? (isDemo ? DEMO_TIME_ZONE : undefined)
  if (timeZone === undefined)
    throw new SettingsError("Set TIME_ZONE to the organization's time zone, such as America/New_York.")

  const [before] = await db.select({ users: count() }).from(users)
  const isNew = before?.users === 0
  if (isNew && isDemo) {
    tell('Creating the demo district (first start only) …')
    await seedDemoDistrict(db, { today: localOf(now, timeZone).date, timeZone })
    return { timeZone, isWithoutUsers: false }
  }
  await applyReferenceData(db, { name: settings.organisation, timeZone })
  if (!isNew) return { timeZone, isWithoutUsers: false }
  const { administrator } = settings
  if (administrator) await createAdministrator(db, { ...administrator, displayName: 'Administrator' })
  return { timeZone, isWithoutUsers: administrator === undefined }
}
