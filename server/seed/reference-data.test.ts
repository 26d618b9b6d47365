import { verify } from '@node-rs/argon2'
import { asc, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { ROLE_IDS, type RoleName } from '#domain/roles.ts'
import { organisation } from '#server/db/schema/organization.ts'
import { permissions, rolePermissions, users } from '#server/db/schema/users.ts'
import { describeEngines, useDatabase } from '#tests/support/server/database.ts'
import { createAdministrator } from './create-administrator.ts'
import { applyReferenceData } from './reference-data.ts'

describeEngines('reference data', (engine) => {
  const database = useDatabase(engine)
  const screensOf = async (role: RoleName) => {
    const rows = await database()
      .db.select({ screen: permissions.screen })
      .from(rolePermissions)
      .innerJoin(permissions, eq(permissions.id, rolePermissions.permissionId))
      .where(eq(rolePermissions.roleId, ROLE_IDS[role]))
      .orderBy(asc(permissions.screen))
    return rows.map(({ screen }) => screen)
  }

  it('gives each role the screens of its menu', async () => {
    await applyReferenceData(database().db, { name: 'Springfield', timeZone: 'America/Chicago' })
    const providers = [
      'MyDocuments',
      'MyDocumentsHoursWorked',
      'ProfileInformation',
      'ProfileInformationHistory',
      'ProfileInformationRequestPTO',
      'ProviderCaseload',
      'ProviderScheduling',
      'ProviderSchedulorCreator',
      'ScheduleEventViewer',
    ]
    expect(await screensOf('Providers')).toEqual(providers)
    expect(await screensOf('SpecialProvider')).toEqual(providers)
    expect(await screensOf('Administrators')).toEqual([
      'BillingHistory',
      'Caseloads',
      'CennsusReport',
      'ManageDocuments',
      'NoteReport',
      'PTOReport',
      'PTORequest',
      'PayrollChecklistReport',
      'Permissions',
      'ProviderDetailReport',
      'ProviderProfileInformation',
      'RateDetailReport',
      'ScheduleEventViewer',
      'Scheduling',
      'SchoolAccount',
      'SchoolReport',
      'TrackingLabelReport',
    ])
  })

  it('keeps an administrator’s changes, however often and by however many servers it is applied', async () => {
    const { db } = database()
    await db.delete(rolePermissions).where(eq(rolePermissions.roleId, ROLE_IDS.SpecialProvider))
    const again = () => applyReferenceData(db, { name: 'Shelbyville', timeZone: 'Europe/Paris' })
    await Promise.all([again(), again(), again()])
    expect(await screensOf('SpecialProvider')).toEqual([])
    expect(await db.select().from(organisation)).toMatchObject([
      {
        id: 1,
        name: 'Springfield',
        timeZone: 'America/Chicago',
        currency: 'USD',
        locale: 'en-US',
        schoolYearEndsOn: null,
      },
    ])
  })

  it('can create the first administrator, once', async () => {
    const { db } = database()
    const first = { email: 'head@springfield.example', displayName: 'Edna', password: 'a long enough secret' }
    expect(await createAdministrator(db, first)).toBe(1)
    expect(
      await createAdministrator(db, { ...first, email: 'HEAD@springfield.example', password: 'x' }),
    ).toBeUndefined()
    const [user] = await db.select().from(users)
    expect(user).toMatchObject({ roleId: 1, displayName: 'Edna', providerId: null, isActive: true })
    expect(await verify(user?.passwordHash ?? '', 'a long enough secret')).toBe(true)
  })
})
