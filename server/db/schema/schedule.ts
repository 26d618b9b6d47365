/** Sessions, their dates and students, and what they are marked with. */
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  time,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { CountsAs } from '#domain/label-counts.ts'
import type { RecurrenceRule } from '#domain/recurrence.ts'
import type { SessionForm } from '#domain/session-form.ts'
import { created } from './audit-columns.ts'
import { id, instant, name, now, version } from './columns.ts'
import { providers } from './providers.ts'
import { rateTypes } from './rates.ts'
import { schools } from './schools.ts'
import { services } from './services.ts'
import { caseloadFrequencies, students } from './students.ts'
import { users } from './users.ts'

export const colours = pgTable('colours', {
  id: integer().primaryKey(),
  name: text().notNull(),
  code: text().notNull(),
})

export const trackingLabels = pgTable(
  'tracking_labels',
  {
    id: id(),
    trackingLabel: name().notNull(),
    description: text().notNull(),
    /** What the minutes of sessions count as that get the label from now on: 1 delivered, 2 absent, 3 make-up due. */
    countsAs: smallint().$type<CountsAs>().notNull().default(1),
    deletedAt: instant(),
    version: version(),
  },
  (t) => [
    uniqueIndex('tracking_labels_label').on(sql`lower(${t.trackingLabel})`).where(sql`${t.deletedAt} is null`),
    check('tracking_labels_counts_as', sql`${t.countsAs} in (1, 2, 3)`),
  ],
)

/** The tracking labels of a session or of a student in it, in the order in which they were chosen. */
const borneLabels = () => ({
  /** Ids of `tracking_labels`, whose rows are kept: a deleted label keeps its name here. */
  labelIds: integer().array().notNull().default([]),
  /** What each of them counts as here, whatever becomes of the label. */
  labelMeanings: smallint().array().$type<CountsAs[]>().notNull().default([]),
})

/** The values of the session form; its dates are rows of `occurrences`. */
export const scheduleEvents = pgTable(
  'schedule_events',
  {
    id: id(),
    eventName: name().notNull(),
    /** 1 Basic, 2 Advance. */
    scheduleEventMode: smallint().notNull(),
    isTimesheetRequired: boolean().notNull(),
    providerId: integer()
      .notNull()
      .references(() => providers.id),
    schoolId: integer()
      .notNull()
      .references(() => schools.id),
    serviceId: integer()
      .notNull()
      .references(() => services.id),
    /** What new occurrences start with. Null if a provider created it: providers can't choose one. */
    rateTypeId: integer().references(() => rateTypes.id),
    colourCode: text().notNull(),
    fromDate: date().notNull(),
    toDate: date().notNull(),
    startTime: time().notNull(),
    endTime: time().notNull(),
    recurrence: jsonb().$type<RecurrenceRule>().notNull(),
    isRecurring: boolean().notNull(),
    createdById: integer()
      .notNull()
      .references(() => users.id),
    updatedById: integer().references(() => users.id),
    createdAt: now(),
    updatedAt: now(),
    deletedAt: instant(),
    version: version(),
  },
  (t) => [
    index().on(t.providerId),
    check('schedule_events_times', sql`${t.startTime} < ${t.endTime}`),
    check('schedule_events_dates', sql`${t.fromDate} <= ${t.toDate}`),
  ],
)

/** The students of a session: those a new occurrence starts with. */
export const scheduleEventStudents = pgTable(
  'schedule_event_students',
  {
    scheduleEventId: integer()
      .notNull()
      .references(() => scheduleEvents.id, { onDelete: 'cascade' }),
    caseloadFrequencyId: integer()
      .notNull()
      .references(() => caseloadFrequencies.id),
  },
  (t) => [primaryKey({ columns: [t.scheduleEventId, t.caseloadFrequencyId] })],
)

/**
 * One date of a session. Provider, school and title are repeated here: the week query reads only this table, and an
 * individually edited occurrence may differ from its session.
 */
export const occurrences = pgTable(
  'occurrences',
  {
    id: id(),
    scheduleEventId: integer()
      .notNull()
      .references(() => scheduleEvents.id),
    providerId: integer()
      .notNull()
      .references(() => providers.id),
    schoolId: integer()
      .notNull()
      .references(() => schools.id),
    serviceId: integer()
      .notNull()
      .references(() => services.id),
    title: name().notNull(),
    colourCode: text().notNull(),
    scheduleEventMode: smallint().notNull(),
    isTimesheetRequired: boolean().notNull(),
    isRecurring: boolean().notNull(),
    studentsCount: smallint().notNull().default(0),
    date: date().notNull(),
    startTime: time().notNull(),
    endTime: time().notNull(),
    startsAt: instant().notNull(),
    endsAt: instant().notNull(),
    /** Individually changed or deleted: a change of the whole session leaves it alone, and does not restore it. */
    isEditedAlone: boolean().notNull().default(false),
    /** The date that the session's rule gave, if the occurrence was individually moved to another. */
    movedFrom: date(),
    /** What it is priced by, whatever becomes of its session. Null: its school's only one for the service. */
    rateTypeId: integer().references(() => rateTypes.id),
    /** For a session without individual students (spec 2, section 3). */
    ...borneLabels(),
    trackingFeedback: text().notNull().default(''),
    /** When it was added to the schedule: its life begins here. */
    createdAt: now(),
    deletedAt: instant(),
    version: version(),
  },
  (t) => [
    index('occurrences_provider_date').on(t.providerId, t.date),
    index('occurrences_date').on(t.date),
    index('occurrences_event_date').on(t.scheduleEventId, t.date),
    index('occurrences_school_date').on(t.schoolId, t.date),
    check('occurrences_times', sql`${t.startTime} < ${t.endTime}`),
    check('occurrences_labels', sql`cardinality(${t.labelIds}) = cardinality(${t.labelMeanings})`),
  ],
)

export const occurrenceStudents = pgTable(
  'occurrence_students',
  {
    id: id(),
    occurrenceId: integer()
      .notNull()
      .references(() => occurrences.id, { onDelete: 'cascade' }),
    studentId: integer()
      .notNull()
      .references(() => students.id),
    caseloadFrequencyId: integer()
      .notNull()
      .references(() => caseloadFrequencies.id),
    ...borneLabels(),
    trackingFeedback: text().notNull().default(''),
    version: version(),
  },
  (t) => [
    unique().on(t.occurrenceId, t.caseloadFrequencyId),
    index().on(t.studentId),
    // The entries with a label that means absence.
    index('occurrence_students_missed').on(t.occurrenceId, t.studentId).where(sql`${t.labelMeanings} && '{2,3}'`),
    check('occurrence_students_labels', sql`cardinality(${t.labelIds}) = cardinality(${t.labelMeanings})`),
  ],
)

/** A provider's change to an occurrence, pending until an administrator approves or rejects it. */
export const occurrenceEdits = pgTable('occurrence_edits', {
  occurrenceId: integer()
    .primaryKey()
    .references(() => occurrences.id, { onDelete: 'cascade' }),
  form: jsonb().$type<SessionForm>().notNull(),
  requestedById: integer()
    .notNull()
    .references(() => users.id),
  requestedAt: now(),
})

/**
 * The secret addresses from which calendar apps read a provider's sessions; one at a time, and a new one replaces the
 * old. The address itself is not stored: it is signed with the server's secret.
 */
export const calendarFeeds = pgTable(
  'calendar_feeds',
  {
    id: uuid().primaryKey(),
    providerId: integer()
      .notNull()
      .references(() => providers.id),
    ...created(),
    revokedAt: instant(),
  },
  (t) => [uniqueIndex('calendar_feeds_live').on(t.providerId).where(sql`${t.revokedAt} is null`)],
)
