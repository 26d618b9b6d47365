import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { cities } from './address.ts'
import { id, instant, key, name, version } from './columns.ts'
import { schools } from './schools.ts'
import { services } from './services.ts'

export const genders = pgTable('genders', { id: integer().primaryKey(), title: text().notNull() })

export const ethnicities = pgTable('ethnicities', { id: integer().primaryKey(), title: text().notNull() })

export const providerTypes = pgTable('provider_types', { id: integer().primaryKey(), title: text().notNull() })

export const providerStatuses = pgTable('provider_statuses', { id: integer().primaryKey(), title: text().notNull() })

export const providers = pgTable(
  'providers',
  {
    id: id(),
    firstName: name().notNull(),
    middleName: name().notNull().default(''),
    lastName: name().notNull(),
    email: text().notNull(),
    providerTypeId: integer()
      .notNull()
      .references(() => providerTypes.id),
    statusId: integer()
      .notNull()
      .references(() => providerStatuses.id),
    birthDate: date(),
    genderId: integer().references(() => genders.id),
    ethnicityId: integer().references(() => ethnicities.id),
    addressLine1: text().notNull().default(''),
    addressLine2: text().notNull().default(''),
    /** Null for a provider who was stored before this was required. */
    cityId: integer().references(() => cities.id),
    postalCode: text().notNull().default(''),
    mobileNumber: text().notNull().default(''),
    homePhone: text().notNull().default(''),
    hireDate: date(),
    /** The last day at work; the account ends with it. */
    termDate: date(),
    department: name().notNull().default(''),
    division: name().notNull().default(''),
    jobClass: name().notNull().default(''),
    notes: text().notNull().default(''),
    /** The Social Security number, encrypted (server/areas/providers/ssn-vault.ts); null for none. */
    ssn: text(),
    /** Which key it is encrypted with. */
    ssnKeyId: text(),
    ssnLastFour: text(),
    /** What the whole name is compared by (`nameKey` in src/domain/name-key.ts). */
    nameKey: key().generatedAlwaysAs(
      sql`name_key(first_name || case middle_name when '' then '' else ' ' || middle_name end || ' ' || last_name)`,
    ),
    version: version(),
  },
  (t) => [
    index().on(t.lastName, t.firstName),
    index('providers_same_name').on(t.nameKey),
    // Providers whose last day will end their account.
    index('providers_leaving').on(t.termDate).where(sql`${t.statusId} <> 3`),
    index().on(t.ssnKeyId).where(sql`${t.ssn} is not null`),
    check('providers_ssn_whole', sql`num_nulls(${t.ssn}, ${t.ssnKeyId}, ${t.ssnLastFour}) in (0, 3)`),
  ],
)

export const providerEmergencyContacts = pgTable(
  'provider_emergency_contacts',
  {
    id: id(),
    providerId: integer()
      .notNull()
      .references(() => providers.id),
    name: name().notNull(),
    relationship: text().notNull(),
    number: text().notNull(),
    deletedAt: instant(),
  },
  (t) => [index().on(t.providerId)],
)

/** The services that a provider delivers. */
export const providerServices = pgTable(
  'provider_services',
  {
    providerId: integer()
      .notNull()
      .references(() => providers.id),
    serviceId: integer()
      .notNull()
      .references(() => services.id),
  },
  (t) => [primaryKey({ columns: [t.providerId, t.serviceId] }), index().on(t.serviceId)],
)

export const providerSchools = pgTable(
  'provider_schools',
  {
    providerId: integer()
      .notNull()
      .references(() => providers.id),
    schoolId: integer()
      .notNull()
      .references(() => schools.id),
  },
  (t) => [primaryKey({ columns: [t.providerId, t.schoolId] }), index().on(t.schoolId)],
)
