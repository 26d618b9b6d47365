import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { ACKNOWLEDGMENT_STATES, DOCUMENT_ACTIONS } from '#domain/document-form.ts'
import { id, instant, name, now, version } from './columns.ts'
import { providers, providerTypes } from './providers.ts'
import { storedFiles } from './stored-files.ts'
import { users } from './users.ts'

/** Types of documents, such as a license; the spec calls them master templates. */
export const documentTemplates = pgTable(
  'document_templates',
  {
    id: id(),
    title: name().notNull(),
    /** Whether providers may choose it, too. */
    isForProviders: boolean().notNull().default(false),
    /** Whether its documents must have an expiry date. */
    mustExpire: boolean().notNull().default(false),
    /** A form to fill in, if there is one. */
    fileName: text().references(() => storedFiles.name),
    /** As that file was named when it was uploaded. */
    originalFileName: name(),
    /** Whether letters are generated from it: it has placeholders. */
    isLetter: boolean().notNull().default(false),
    createdAt: now(),
    deletedAt: instant(),
    version: version(),
  },
  (t) => [
    uniqueIndex('document_templates_title').on(sql`lower(${t.title})`).where(sql`${t.deletedAt} is null`),
    uniqueIndex('document_templates_file_name').on(t.fileName),
  ],
)

/** Which providers must have a document of a type. */
export const documentRequirements = pgTable(
  'document_requirements',
  {
    templateId: integer()
      .notNull()
      .references(() => documentTemplates.id),
    providerTypeId: integer()
      .notNull()
      .references(() => providerTypes.id),
  },
  (t) => [primaryKey({ columns: [t.templateId, t.providerTypeId] }), index().on(t.providerTypeId)],
)

/** Files of a provider, such as a license: a row for each version. */
export const providerDocuments = pgTable(
  'provider_documents',
  {
    id: id(),
    providerId: integer()
      .notNull()
      .references(() => providers.id),
    /** As the file was named when it was uploaded. */
    originalFileName: name().notNull(),
    /** The random name by which it is stored and downloaded. */
    fileName: text()
      .notNull()
      .references(() => storedFiles.name),
    /** This and the next one: null for a file that was attached before there were types. */
    title: name(),
    templateTypeId: integer().references(() => documentTemplates.id),
    /** The last day on which it is valid. */
    expiryDate: date(),
    /** The days before the expiry date of which people were told last (src/domain/document-form.ts); 0 once it is past. */
    expiryTold: smallint(),
    createdAt: now(),
    createdById: integer()
      .notNull()
      .references(() => users.id),
    /** From 1. */
    version: version(),
    /** The first version; null for that one itself. */
    firstId: integer().references((): AnyPgColumn => providerDocuments.id),
    /** When a newer version was uploaded. */
    supersededAt: instant(),
    deletedAt: instant(),
  },
  (t) => [
    uniqueIndex('provider_documents_file_name').on(t.fileName),
    uniqueIndex('provider_documents_version').on(t.firstId, t.version),
    index().on(t.providerId).where(sql`${t.deletedAt} is null`),
    index('provider_documents_expiry')
      .on(t.expiryDate)
      .where(sql`${t.deletedAt} is null and ${t.supersededAt} is null`),
    index().on(t.templateTypeId),
  ],
)

/** What happened to documents, and who read them. */
export const documentLog = pgTable(
  'document_log',
  {
    id: id(),
    documentId: integer()
      .notNull()
      .references(() => providerDocuments.id),
    action: text({ enum: DOCUMENT_ACTIONS }).notNull(),
    at: instant().notNull(),
    /** Null for the server itself. */
    userId: integer().references(() => users.id),
  },
  (t) => [index().on(t.documentId, t.id)],
)

/** Requests to a provider to read a document and accept it, each for one version of it. */
export const documentAcknowledgments = pgTable(
  'document_acknowledgments',
  {
    id: id(),
    documentId: integer()
      .notNull()
      .references(() => providerDocuments.id),
    state: text({ enum: ACKNOWLEDGMENT_STATES }).notNull(),
    askedAt: instant().notNull(),
    askedById: integer()
      .notNull()
      .references(() => users.id),
    /** When the provider first opened it. */
    readAt: instant(),
    acceptedAt: instant(),
    /** The provider's name at that time. */
    acceptedName: text(),
    /** The accepted file's hash, in hexadecimal. */
    sha256: text(),
    /** When it was withdrawn or a newer version replaced it. */
    endedAt: instant(),
  },
  (t) => [
    // One that counts for each version.
    uniqueIndex('document_acknowledgments_live')
      .on(t.documentId)
      .where(sql`${t.state} in ('asked', 'read', 'accepted')`),
    check(
      'document_acknowledgments_accepted',
      sql`num_nulls(${t.acceptedAt}, ${t.acceptedName}, ${t.sha256}) = case ${t.state} when 'accepted' then 0 else 3 end`,
    ),
    check(
      'document_acknowledgments_ended',
      sql`(${t.endedAt} is not null) = (${t.state} in ('withdrawn', 'replaced'))`,
    ),
    index().on(t.documentId, t.id),
  ],
)
