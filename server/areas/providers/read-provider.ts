/** A provider's record, as the form shows it (spec 3, sections 3 to 5). */
import { eq } from 'drizzle-orm'
import { maskedSsn, type ProviderForm } from '#domain/provider-form.ts'
import { eachPhone } from '#domain/provider-phones.ts'
import { type LocalDate, localOf } from '#domain/time.ts'
import { placeOf } from '#server/areas/address/city.ts'
import { PROVIDER, requireOwn } from '#server/areas/master-data/required-provider.ts'
import { requireRecord } from '#server/areas/master-data/stored-record.ts'
import type { Db } from '#server/db/database.ts'
import { providers } from '#server/db/schema/providers.ts'
import { roles, users } from '#server/db/schema/users.ts'
import { isWithoutPassword } from '#server/db/users.ts'
import { providerScope } from '#server/http/access.ts'
import type { HandlersOf } from '#server/http/handler.ts'
import { readContacts } from './emergency-contacts.ts'
import { statusOn } from './employment.ts'
import { readSchools, readServices } from './provider-assignments.ts'
import { readProviderRateDays, readRateRows } from './provider-rates.ts'

export type Provider = typeof providers.$inferSelect

export const selectProvider = (db: Pick<Db, 'select'>, id: number) =>
  db.select().from(providers).where(eq(providers.id, id))

const readAccount = async (db: Pick<Db, 'select'>, providerId: number) => {
  const [account] = await db
    .select({ user: users, role: roles, isGmailUser: isWithoutPassword })
    .from(users)
    .innerJoin(roles, eq(roles.id, users.roleId))
    .where(eq(users.providerId, providerId))
  return account
}

/** The form's values of a stored provider. */
export const readProviderForm = async (db: Pick<Db, 'select'>, stored: Provider, today: LocalDate) => {
  const { id } = stored
  const account = await readAccount(db, id)
  const providerSchoolRows = await readSchools(db, id)
  const serviceRows = await readServices(db, id)
  const { countryId, stateId, cityId } = await placeOf(db, stored.cityId)
  const form: ProviderForm = {
    firstName: stored.firstName,
    middleName: stored.middleName,
    lastName: stored.lastName,
    genderId: stored.genderId,
    dob: stored.birthDate ?? '',
    ethnicityId: stored.ethnicityId,
    ssn: stored.ssnLastFour === null ? '' : maskedSsn(stored.ssnLastFour),
    addressLine1: stored.addressLine1,
    addressLine2: stored.addressLine2,
    countryId,
    stateId,
    city: cityId,
    postalCode: stored.postalCode,
    ...eachPhone((phone) => stored[phone]),
    providerEmergencyContacts: await readContacts(db, id),
    emailId: stored.email,
    providerTypeId: stored.providerTypeId,
    statusId: statusOn(stored, today),
    userRoleId: account?.role.id ?? null,
    schoolIds: providerSchoolRows.map((school) => school.id),
    serviceTypeIds: serviceRows.map((service) => service.id),
    hireDate: stored.hireDate ?? '',
    termDate: stored.termDate ?? '',
    department: stored.department,
    division: stored.division,
    jobClass: stored.jobClass,
    notes: stored.notes,
    providerRateChangeHistories: await readRateRows(db, id, today),
  }
  return { form, account, providerSchools: providerSchoolRows, providerServiceTypes: serviceRows }
}

export const readProviderHandlers: HandlersOf<'getProvider'> = {
  getProvider: async ({ params: { id }, db, user, now, timeZone }) => {
    requireOwn(user, id)
    const stored = requireRecord(await selectProvider(db, id), PROVIDER)
    const today = localOf(now, timeZone).date
    const { form, account, ...named } = await readProviderForm(db, stored, today)
    const { providerEmergencyContacts: contacts, providerRateChangeHistories: rates, ...provider } = form
    const seesAll = providerScope(user) === undefined
    return {
      id,
      entityCacheKey: String(stored.version),
      provider: {
        ...provider,
        notes: seesAll ? provider.notes : '',
        isAdmin: account?.role.name === 'Administrators',
        isGmailUser: account?.isGmailUser === true,
      },
      ...named,
      providerEmergencyContacts: contacts,
      providerRoles: account ? [{ id: account.role.id, name: account.role.name }] : [],
      providerRateChangeHistories: seesAll ? rates : [],
      rateDays: seesAll ? await readProviderRateDays(db, id, today) : [],
    }
  },
}
