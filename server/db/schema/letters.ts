import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { LETTER_FORMATS } from '#domain/document-form.ts'
import { LETTER_RUN_STATES } from '#domain/runs.ts'
import { id, instant, name } from './columns.ts'
import { documentTemplates, providerDocuments } from './documents.ts'
import { providers } from './providers.ts'
import { users } from './users.ts'

/** Generating a letter for one or more providers, one after the other. */
export const letterRuns = pgTable(
  'letter_runs',
  {
    id: id(),
    templateTypeId: integer()
      .notNull()
      .references(() => documentTemplates.id),
    /** What the documents are called. */
    documentName: name().notNull(),
    format: text({ enum: LETTER_FORMATS }).notNull(),
    /** Whether the provider is asked to accept it. */
    asksToAccept: boolean().notNull(),
    /** Whether a provider made it for themselves. */
    isOwn: boolean().notNull(),
    state: text({ enum: LETTER_RUN_STATES }).notNull(),
    startedById: integer()
      .notNull()
      .references(() => users.id),
    createdAt: instant().notNull(),
    endedAt: instant(),
    /** Why it failed as a whole. */
    reason: text(),
  },
  (t) => [
    index().on(t.startedById, t.id),
    check('letter_runs_ended', sql`(${t.state} = 'running') = (${t.endedAt} is null)`),
  ],
)

export const letterRunProviders = pgTable(
  'letter_run_providers',
  {
    runId: integer()
      .notNull()
      .references(() => letterRuns.id),
    providerId: integer()
      .notNull()
      .references(() => providers.id),
    /** The checksum of the letter that was shown before it was saved; null if it wasn't. */
    seen: text(),
    outcome: text({ enum: ['waiting', 'saved', 'failed'] }).notNull(),
    documentId: integer().references(() => providerDocuments.id),
    /** Why it failed. */
    reason: text(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.providerId] })],
)
