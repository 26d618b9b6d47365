/** A provider's record: read, added and updated by the office, and in part by the provider (spec 3, sections 3 to 5). */

import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { BodyOf } from '#contract/endpoint.ts'
import type { updateProvider } from '#contract/providers.ts'
import { hasLeft } from '#domain/account.ts'
import {
  type EmergencyContact,
  invitedInWords,
  isBlankContact,
  isMaskedSsn,
  maskedSsn,
  NEW_PROVIDER_ROLE_ID,
  PROVIDER_STATUS_IDS,
  type ProfileForm,
  type ProviderForm,
  profileSchema,
  providerMessages,
  providerSchema,
  shownSsn,
  ssnDigits,
} from '#domain/provider-form.ts'
import { type LocalDate, localOf } from '#domain/time.ts'
import { takeTurn } from '#server/areas/acl/who-manages.ts'
import { isCityIn, placeOf } from '#server/areas/address/city.ts'
import { endRequestsOf } from '#server/areas/documents/acknowledgments.ts'
import { settleExpiries } from '#server/areas/documents/document-notices.ts'
import { holdPayroll } from '#server/areas/hours/pay-adjustments.ts'
import { requireConfirmed } from '#server/areas/login/fresh-proof.ts'
import type { IdentityParts } from '#server/areas/login/identity-provider-sign-in.ts'
import { PROVIDER, requireOwn, requireProvider } from '#server/areas/master-data/required-provider.ts'
import { orTaken, requireRecord } from '#server/areas/master-data/stored-record.ts'
import { bulkInsert } from '#server/db/bulk-insert.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { requireOne } from '#server/db/require-one.ts'
import {
  ethnicities,
  genders,
  providerEmergencyContacts,
  providerSchools,
  providerServices,
  providerStatuses,
  providers,
  providerTypes,
} from '#server/db/schema/providers.ts'
import { ssnReveals } from '#server/db/schema/readings.ts'
import { schools } from '#server/db/schema/schools.ts'
import { services } from '#server/db/schema/services.ts'
import { roles, users } from '#server/db/schema/users.ts'
import { isWithoutPassword } from '#server/db/users.ts'
import { providerScope } from '#server/http/access.ts'
import { parseFields } from '#server/http/field-errors.ts'
import { type Caller, done, type HandlersOf } from '#server/http/handler.ts'
import { Refusal, refuseField } from '#server/http/refusal.ts'
import { holdAfterLastDay, readAfterLastDay, settleAfterLastDay } from './after-last-day.ts'
import { createFollowEmployment, employmentOf, statusOn } from './employment.ts'
import { endIfDue } from './end-of-employment.ts'
import { inviteAdded, tellInvited } from './invitations.ts'
import { requireKeptWork } from './kept-work.ts'
import { changeRates, readProviderRateDays, readRateRows, saveRates } from './provider-rates.ts'
import type { SsnParts, SsnVault } from './ssn-vault.ts'

type Provider = typeof providers.$inferSelect

interface Clock {
  readonly today: LocalDate
  readonly now: Date
  readonly timeZone: string
}

const selectProvider = (db: Pick<Db, 'select'>, id: number) => db.select().from(providers).where(eq(providers.id, id))

const orNull = (date: LocalDate): LocalDate | null => (date === '' ? null : date)

const personalOf = (form: ProfileForm) => ({
  firstName: form.firstName,
  middleName: form.middleName,
  lastName: form.lastName,
  genderId: form.genderId,
  birthDate: orNull(form.dob),
  ethnicityId: form.ethnicityId,
  addressLine1: form.addressLine1,
  addressLine2: form.addressLine2,
  cityId: form.city,
  postalCode: form.postalCode,
  mobileNumber: form.mobileNumber,
  homePhone: form.homePhone,
})

const officeOf = (form: ProviderForm, today: LocalDate) => ({
  // The form requires both.
  providerTypeId: form.providerTypeId ?? 0,
  ...employmentOf(form, today),
  hireDate: orNull(form.hireDate),
  department: form.department,
  division: form.division,
  jobClass: form.jobClass,
  notes: form.notes,
})

const displayName = ({ firstName, lastName }: Pick<ProfileForm, 'firstName' | 'lastName'>) => `${firstName} ${lastName}`

/** What a person chose from lists must still be there. @throws Refusal 400 at the field */
const requireChoices = async (tx: Tx, form: ProfileForm): Promise<void> => {
  const { countryId, stateId, city: cityId, genderId, ethnicityId } = form
  if (!(await isCityIn(tx, { countryId, stateId, cityId }))) refuseField('city', 'City Is Required')
  if (genderId !== null && (await tx.$count(genders, eq(genders.id, genderId))) === 0) {
    refuseField('genderId', 'Choose one of the listed genders.')
  }
  if (ethnicityId !== null && (await tx.$count(ethnicities, eq(ethnicities.id, ethnicityId))) === 0) {
    refuseField('ethnicityId', 'Choose one of the listed ethnicities.')
  }
}

const isStatus = async (tx: Tx, id: number): Promise<boolean> =>
  (await tx.$count(providerStatuses, eq(providerStatuses.id, id))) > 0

/** @param before what the provider has already, which may have been deleted since */
const requireOfficeChoices = async (
  tx: Tx,
  form: ProviderForm,
  {
    before,
    today,
  }: {
    readonly before: { readonly schoolIds: readonly number[]; readonly serviceIds: readonly number[] }
    readonly today: LocalDate
  },
): Promise<void> => {
  const { providerTypeId, statusId } = form
  if ((await tx.$count(providerTypes, eq(providerTypes.id, providerTypeId ?? 0))) === 0) {
    refuseField('providerTypeId', 'Provider Type Is Required')
  }
  if (!(await isStatus(tx, statusId ?? 0))) refuseField('statusId', 'Status Is Required')
  // A last day that has passed sets the status by itself.
  if (!(await isStatus(tx, employmentOf(form, today).statusId))) refuseField('termDate', providerMessages.noTerminated)
  const addedSchools = form.schoolIds.filter((id) => !before.schoolIds.includes(id))
  const liveSchools = await tx
    .select({ id: schools.id })
    .from(schools)
    .where(and(inArray(schools.id, addedSchools), eq(schools.isActive, true), isNull(schools.deletedAt)))
    .for('share')
  if (liveSchools.length < addedSchools.length) {
    refuseField('schoolIds', 'One of these schools is no longer active. Please choose again.')
  }
  const addedServices = form.serviceTypeIds.filter((id) => !before.serviceIds.includes(id))
  const liveServices = await tx
    .select({ id: services.id })
    .from(services)
    .where(and(inArray(services.id, addedServices), isNull(services.deletedAt)))
    .for('share')
  if (liveServices.length < addedServices.length) {
    refuseField('serviceTypeIds', 'One of these services no longer exists. Please choose again.')
  }
}

const contactOf = (typed: EmergencyContact) => ({
  name: typed.emergencyContactName,
  relationship: typed.emergencyContactRelationship,
  number: typed.emergencyContactNumber,
})

const saveContacts = async (tx: Tx, providerId: number, contacts: readonly EmergencyContact[], now: Date) => {
  await bulkInsert(
    tx,
    providerEmergencyContacts,
    contacts.flatMap((typed) =>
      typed.id !== null || typed.isDeleted || isBlankContact(typed) ? [] : [{ providerId, ...contactOf(typed) }],
    ),
  )
  for (const typed of contacts) {
    const { id, isDeleted } = typed
    if (id === null) continue
    const { id: contactId, providerId: ownerId, deletedAt } = providerEmergencyContacts
    const [stored] = await tx
      .update(providerEmergencyContacts)
      .set(isDeleted ? { deletedAt: now } : contactOf(typed))
      .where(and(eq(contactId, id), eq(ownerId, providerId), isNull(deletedAt)))
      .returning({ id: contactId })
    if (!stored) throw new Refusal(404, 'Contact not found.')
  }
}

const readContacts = async (db: Pick<Db, 'select'>, providerId: number): Promise<EmergencyContact[]> => {
  const { id, providerId: ownerId, deletedAt } = providerEmergencyContacts
  const rows = await db
    .select()
    .from(providerEmergencyContacts)
    .where(and(eq(ownerId, providerId), isNull(deletedAt)))
    .orderBy(asc(id))
  return rows.map((row) => ({
    id: row.id,
    emergencyContactName: row.name,
    emergencyContactRelationship: row.relationship,
    emergencyContactNumber: row.number,
    isDeleted: false,
  }))
}

export const readSchools = (db: Pick<Db, 'select'>, providerId: number) =>
  db
    .select({ id: schools.id, name: schools.name })
    .from(providerSchools)
    .innerJoin(schools, eq(schools.id, providerSchools.schoolId))
    .where(eq(providerSchools.providerId, providerId))
    .orderBy(asc(schools.name), asc(schools.id))

export const readServices = (db: Pick<Db, 'select'>, providerId: number) =>
  db
    .select({ id: services.id, name: services.description })
    .from(providerServices)
    .innerJoin(services, eq(services.id, providerServices.serviceId))
    .where(eq(providerServices.providerId, providerId))
    .orderBy(asc(services.code), asc(services.id))

const readUser = async (db: Pick<Db, 'select'>, providerId: number) => {
  const [account] = await db
    .select({ user: users, role: roles, isGmailUser: isWithoutPassword })
    .from(users)
    .innerJoin(roles, eq(roles.id, users.roleId))
    .where(eq(users.providerId, providerId))
  return account
}

const saveAssignments = async (tx: Tx, providerId: number, { schoolIds, serviceTypeIds }: ProviderForm) => {
  await tx.delete(providerSchools).where(eq(providerSchools.providerId, providerId))
  await bulkInsert(
    tx,
    providerSchools,
    [...new Set(schoolIds)].map((schoolId) => ({ providerId, schoolId })),
  )
  await tx.delete(providerServices).where(eq(providerServices.providerId, providerId))
  await bulkInsert(
    tx,
    providerServices,
    [...new Set(serviceTypeIds)].map((serviceId) => ({ providerId, serviceId })),
  )
}

/** Only the office may change these; what a provider sends of them must be what is stored. */
const OFFICE_FIELDS = [
  'emailId',
  'providerTypeId',
  'statusId',
  'userRoleId',
  'schoolIds',
  'serviceTypeIds',
  'hireDate',
  'termDate',
  'department',
  'division',
  'jobClass',
] as const satisfies readonly (keyof ProviderForm)[]

const isSame = (sent: unknown, stored: unknown): boolean =>
  Array.isArray(sent) && Array.isArray(stored)
    ? JSON.stringify([...sent].sort()) === JSON.stringify([...stored].sort())
    : sent === stored

interface VaultPart {
  /** Undefined if the server stores no Social Security numbers. */
  readonly ssnVault: SsnVault | undefined
}

/** What a form's field stores; undefined leaves it as it is. @throws Refusal 400 if it can't be stored */
const sealedSsn = (ssnVault: SsnVault | undefined, ssn: string, providerId: number) => {
  if (isMaskedSsn(ssn)) return undefined
  if (ssn === '') return { ssn: null, ssnKeyId: null, ssnLastFour: null }
  if (!ssnVault) return refuseField('ssn', providerMessages.noSsnKeys)
  return ssnVault.close(ssnDigits(ssn), providerId)
}

interface Adding extends Clock, VaultPart {
  readonly byUserId: number
}

/**
 * Adds a provider with an account that nobody was invited to yet (`inviteAdded`).
 *
 * @param form checked with `providerSchema('add', today)`
 * @throws Refusal 400 if something chosen no longer exists
 * @throws the database's error if the email address is in use
 */
export const insertProvider = async (
  tx: Tx,
  form: ProviderForm,
  { ssnVault, byUserId, today, now }: Adding,
): Promise<number> => {
  await requireChoices(tx, form)
  await requireOfficeChoices(tx, form, { before: { schoolIds: [], serviceIds: [] }, today })
  const { emailId: email } = form
  const added = await tx
    .insert(providers)
    .values({ email, ...personalOf(form), ...officeOf(form, today) })
    .returning({ id: providers.id })
  const { id: providerId } = requireOne(added, 'The provider')
  await tx
    .update(providers)
    .set({ ...sealedSsn(ssnVault, form.ssn, providerId), version: 1 })
    .where(eq(providers.id, providerId))
  await saveContacts(tx, providerId, form.providerEmergencyContacts, now)
  await saveAssignments(tx, providerId, form)
  const from = form.hireDate === '' ? today : form.hireDate
  await saveRates(
    tx,
    { providerId, rows: form.providerRateChangeHistories, from, kept: [] },
    { today, now, by: byUserId },
  )
  await tx.insert(users).values({ email, displayName: displayName(form), roleId: NEW_PROVIDER_ROLE_ID, providerId })
  return providerId
}

export const createProviderRecordHandlers = ({
  auth: { sessions, mail },
  identityProvider: { provider },
  ssnVault,
}: IdentityParts & SsnParts): HandlersOf<
  'getProvider' | 'getAfterLastDay' | 'addProvider' | 'updateProvider' | 'revealSsn'
> => {
  const followEmployment = createFollowEmployment(sessions, provider?.settings)

  /** The form's values of a stored provider. */
  const readForm = async (db: Pick<Db, 'select'>, stored: Provider, today: LocalDate) => {
    const { id } = stored
    const account = await readUser(db, id)
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
      mobileNumber: stored.mobileNumber,
      homePhone: stored.homePhone,
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

  const saveOwnProfile = async (
    tx: Tx,
    { stored, form }: { readonly stored: Provider; readonly form: ProviderForm },
    body: BodyOf<typeof updateProvider>,
    { today, now }: Clock,
  ): Promise<ProfileForm> => {
    const changed = OFFICE_FIELDS.find((field) => body[field] !== undefined && !isSame(body[field], form[field]))
    const sendsRates = (body.providerRateChangeHistories ?? []).some(
      (row) => row.id === null || row.isEdit || row.isDeleted,
    )
    if (changed !== undefined || sendsRates) {
      refuseField(changed ?? 'providerRateChangeHistories', 'Only the office can change this.', 403)
    }
    const profile = parseFields(profileSchema(today), body)
    await requireChoices(tx, profile)
    await tx
      .update(providers)
      .set({
        ...personalOf(profile),
        ...sealedSsn(ssnVault, profile.ssn, stored.id),
        version: sql`${providers.version} + 1`,
      })
      .where(eq(providers.id, stored.id))
    await saveContacts(tx, stored.id, profile.providerEmergencyContacts, now)
    return profile
  }

  const saveRecord = async (
    tx: Tx,
    { stored, form, user }: { readonly stored: Provider; readonly form: ProviderForm; readonly user: Caller },
    body: BodyOf<typeof updateProvider>,
    clock: Clock,
  ): Promise<ProfileForm> => {
    const { userId: byUserId } = user
    const record = parseFields(providerSchema('edit', clock.today), body)
    if (record.emailId.toLowerCase() !== form.emailId.toLowerCase()) {
      refuseField('emailId', 'The email address of a provider cannot be changed.')
    }
    if (record.userRoleId !== form.userRoleId) refuseField('userRoleId', 'The role is changed on the Permissions page.')
    await requireChoices(tx, record)
    const before = { schoolIds: form.schoolIds, serviceIds: form.serviceTypeIds }
    await requireOfficeChoices(tx, record, { before, today: clock.today })
    await requireKeptWork(tx, stored.id, { before: form, after: record })
    const { termDate: lastDay } = record
    if (lastDay !== '' && lastDay !== form.termDate) {
      await settleAfterLastDay(
        { ...clock, tx, user },
        { providerId: stored.id, lastDay },
        body.afterLastDay ?? undefined,
      )
    }
    if (hasLeft(employmentOf(record, clock.today), clock.today)) {
      await endRequestsOf({ tx, userId: byUserId, now: clock.now }, stored.id)
      await settleExpiries(tx, clock.now, stored.id)
    }
    await followEmployment(tx, { before: stored, shownStatusId: form.statusId, form: record, byUserId }, clock)
    await tx
      .update(providers)
      .set({
        ...personalOf(record),
        ...officeOf(record, clock.today),
        ...sealedSsn(ssnVault, record.ssn, stored.id),
        version: sql`${providers.version} + 1`,
      })
      .where(eq(providers.id, stored.id))
    await saveContacts(tx, stored.id, record.providerEmergencyContacts, clock.now)
    await saveAssignments(tx, stored.id, record)
    const { providerRateChangeHistories: rows } = record
    await changeRates(tx, { providerId: stored.id, rows }, { ...clock, by: byUserId })
    return record
  }

  return {
    getProvider: async ({ params: { id }, db, user, now, timeZone }) => {
      requireOwn(user, id)
      const stored = requireRecord(await selectProvider(db, id), PROVIDER)
      const today = localOf(now, timeZone).date
      const { form, account, ...named } = await readForm(db, stored, today)
      const { providerEmergencyContacts: contacts, providerRateChangeHistories: rates, ...provider } = form
      const isOffice = providerScope(user) === undefined
      return {
        id,
        entityCacheKey: String(stored.version),
        provider: {
          ...provider,
          notes: isOffice ? provider.notes : '',
          isAdmin: account?.role.name === 'Administrators',
          isGmailUser: account?.isGmailUser === true,
        },
        ...named,
        providerEmergencyContacts: contacts,
        providerRoles: account ? [{ id: account.role.id, name: account.role.name }] : [],
        providerRateChangeHistories: isOffice ? rates : [],
        rateDays: isOffice ? await readProviderRateDays(db, id, today) : [],
      }
    },

    getAfterLastDay: async ({ params: { id }, query: { lastDay }, db, user, now, timeZone }) => {
      await requireProvider(db, id)
      return db.transaction((tx) =>
        readAfterLastDay({ tx, user, now, timeZone, isPreview: true }, { providerId: id, lastDay }),
      )
    },

    addProvider: async ({ body, db, user, now, timeZone, origin }) => {
      const today = localOf(now, timeZone).date
      // Again, now with today.
      const form = parseFields(providerSchema('add', today), body)
      if (form.userRoleId !== NEW_PROVIDER_ROLE_ID) refuseField('userRoleId', 'User Role Is Required')
      const adding = { ssnVault, mail, origin, byUserId: user.userId, today, now, timeZone }
      const { id, invitation } = await orTaken(
        db.transaction(async (tx) => {
          const added = await insertProvider(tx, form, adding)
          const outcome = await inviteAdded(tx, added, adding)
          await tellInvited(tx, adding, outcome === 'sent' ? [added] : [])
          return { id: added, invitation: outcome }
        }),
        'users_email',
        'emailId',
        providerMessages.sameEmail,
      )
      return done({ id, invitation }, invitedInWords(invitation))
    },

    updateProvider: async ({ body, db, user, now, timeZone }) => {
      const clock = { today: localOf(now, timeZone).date, now, timeZone }
      const { id, entityCacheKey, statusId, termDate } = body
      requireOwn(user, id)
      const isOffice = providerScope(user) === undefined
      const save = db.transaction(async (tx) => {
        const mayEnd = statusId === PROVIDER_STATUS_IDS.terminated || Boolean(termDate)
        // Before the provider's row is locked, as everywhere.
        if (isOffice) await holdPayroll(tx)
        if (isOffice && mayEnd) await takeTurn(tx)
        if (isOffice && termDate) {
          await requireProvider(tx, id)
          const day = { providerId: id, lastDay: termDate }
          await holdAfterLastDay({ tx, user, now, timeZone }, day, body.afterLastDay ?? undefined)
        }
        requireRecord(await selectProvider(tx, id).for('update'), PROVIDER, entityCacheKey)
        // Their last day may have ended a moment ago.
        await endIfDue(tx, id, clock)
        const stored = requireRecord(await selectProvider(tx, id), PROVIDER)
        const { form, account } = await readForm(tx, stored, clock.today)
        const before = { stored, form, user }
        const sent = { ...body, ssn: body.ssn ?? form.ssn }
        const profile = await (isOffice ? saveRecord : saveOwnProfile)(tx, before, sent, clock)
        if (account) {
          await tx
            .update(users)
            .set({ displayName: displayName(profile) })
            .where(eq(users.id, account.user.id))
        }
        return profile
      })
      const { sameRateType } = providerMessages
      const saved = await orTaken(save, 'provider_rates_effective', 'providerRateChangeHistories', sameRateType)
      sessions.forgetCallers()
      const { firstName, middleName, lastName } = saved
      return done({ firstName, middleName, lastName }, providerMessages.updated)
    },

    revealSsn: async (context) => {
      const { body, db, user, now } = context
      const { id } = body
      requireOwn(user, id)
      await requireConfirmed(sessions, context)
      return await db.transaction(async (tx) => {
        const { ssn, ssnKeyId } = requireRecord(await selectProvider(tx, id), PROVIDER)
        if (ssn === null || ssnKeyId === null || !ssnVault) {
          throw new Refusal(404, 'This provider has no Social Security number.')
        }
        await tx.insert(ssnReveals).values({ providerId: id, userId: user.userId, at: now })
        return { ssn: shownSsn(ssnVault.open({ ssn, ssnKeyId }, id)) }
      })
    },
  }
}
