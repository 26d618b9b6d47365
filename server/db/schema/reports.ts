import { date, index, integer, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { MAILED_FORMATS, REPORT_SCHEDULES } from '#domain/reports.ts'
import { bytes, id, instant, name, now, version } from './columns.ts'
import { providers } from './providers.ts'
import { runs } from './runs.ts'
import { users } from './users.ts'

/** The details of a report that were made for a user, kept for some days (docs/decisions/report-details.md). */
export const reportDetails = pgTable(
  'report_details',
  {
    id: uuid().primaryKey(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** The spec's name of the details, as in their files' paths. */
    name: text().notNull(),
    title: text().notNull(),
    /** What was asked, in words. */
    filters: text().array().notNull(),
    /** The provider whose records alone they have; null for everyone's. */
    providerId: integer().references(() => providers.id),
    /** What makes them, or did; null if they were made at once. */
    runId: integer()
      .unique('report_details_run')
      .references(() => runs.id),
    /** How far the run is, in percent. */
    progress: smallint().notNull().default(0),
    createdAt: instant().notNull(),
  },
  (t) => [index().on(t.userId, t.createdAt), index().on(t.createdAt)],
)

export const reportDetailFiles = pgTable(
  'report_detail_files',
  {
    detailsId: uuid()
      .notNull()
      .references(() => reportDetails.id, { onDelete: 'cascade' }),
    format: text({ enum: ['pdf', 'xlsx', 'docx'] }).notNull(),
    content: bytes().notNull(),
  },
  (t) => [primaryKey({ columns: [t.detailsId, t.format] })],
)

/** Reports that a user has saved under a name, some of them sent by email regularly. */
export const savedReports = pgTable(
  'saved_reports',
  {
    id: id(),
    userId: integer()
      .notNull()
      .references(() => users.id),
    /** The name in the report's definition. */
    report: text().notNull(),
    name: name().notNull(),
    /** The query of its address: filters and order. */
    address: text().notNull(),
    schedule: text({ enum: REPORT_SCHEDULES }).notNull(),
    format: text({ enum: MAILED_FORMATS }).notNull(),
    /** Since when it has been sent like this. */
    scheduledAt: now(),
    /** The day for which it was last sent. */
    lastSentOn: date(),
    /** Why it is no longer sent; null if it is, or was never. */
    stopped: text(),
    createdAt: now(),
    version: version(),
  },
  (t) => [uniqueIndex('saved_reports_name').on(t.userId, t.name), index().on(t.schedule, t.lastSentOn)],
)
