import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { ANNEX_STUDENTS } from '#domain/billing/invoice.ts'
import { cities } from './address.ts'
import { id, instant, name, version } from './columns.ts'

export const schools = pgTable(
  'schools',
  {
    id: id(),
    name: name().notNull(),
    colourCode: text().notNull().default('#000000'),
    addressLine1: text().notNull().default(''),
    addressLine2: text().notNull().default(''),
    /** Null for a school that was stored before this was required. */
    cityId: integer().references(() => cities.id),
    zipCode: text().notNull().default(''),
    isActive: boolean().notNull().default(true),
    deletedAt: instant(),
    /** Counts changes of the profile with its contacts. */
    version: version(),
    /** Counts changes of its rates as a whole. */
    ratesVersion: version(),
  },
  (t) => [index().on(t.name)],
)

export const schoolContacts = pgTable(
  'school_contacts',
  {
    id: id(),
    schoolId: integer()
      .notNull()
      .references(() => schools.id),
    personName: name().notNull(),
    phoneNumber: text().notNull(),
    designation: text().notNull(),
    emailAddress: text().notNull(),
    fax: text().notNull().default(''),
    deletedAt: instant(),
  },
  (t) => [index().on(t.schoolId)],
)

export const schoolBillingProfiles = pgTable('school_billing_profiles', {
  schoolId: integer()
    .primaryKey()
    .references(() => schools.id),
  billingEmail: text().notNull(),
  billingNote: text().notNull().default(''),
  /** How annexes name this school's students; null: as the organization's do. */
  annexStudents: text({ enum: ANNEX_STUDENTS }),
  version: version(),
})
