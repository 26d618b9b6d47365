import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { bytes, now } from './columns.ts'

/** Where the bytes of a stored file are: in the database until a server moves them, in a folder, or in an S3 bucket. */
export const STORE_KINDS = ['table', 'folder', 's3'] as const
export type StoreKind = (typeof STORE_KINDS)[number]

/** Files whose bytes are kept outside of the rows that name them; every one is named by exactly one row. */
export const storedFiles = pgTable(
  'stored_files',
  {
    /** Random; its name in the store, too. */
    name: text().primaryKey(),
    store: text({ enum: STORE_KINDS }).notNull(),
    mediaType: text().notNull(),
    /** In bytes. */
    size: integer().notNull(),
    /** In hexadecimal. */
    sha256: text().notNull(),
    /** Whether the portal may show it, in addition to saving it. */
    canBeShown: boolean().notNull().default(false),
    createdAt: now(),
  },
  (t) => [check('stored_files_store', sql`${t.store} in ('table', 'folder', 's3')`), index().on(t.store)],
)

/** The bytes of files in the store 'table'. */
export const storedFileContents = pgTable('stored_file_contents', {
  name: text()
    .primaryKey()
    .references(() => storedFiles.name, { onDelete: 'cascade' }),
  content: bytes().notNull(),
})
