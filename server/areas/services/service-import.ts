/** Services from a spreadsheet, one per row. */
import { sql } from 'drizzle-orm'
import { type ServiceForm, serviceFormSchema, serviceMessages } from '#domain/service-form.ts'
import type { ImportDefinition } from '#server/areas/imports/import-definition.ts'
import { importHandlersOf } from '#server/areas/imports/import-handlers.ts'
import { services } from '#server/db/schema.ts'
import type { HandlersOf } from '#server/http/handler.ts'
import { addServices } from './add-services.ts'

const columns = {
  code: { title: 'Service Code', width: 16, fields: ['code'] },
  description: { title: 'Description', width: 40, fields: ['description'] },
} as const

const definition: ImportDefinition<keyof typeof columns, ReadonlySet<string>, ServiceForm> = {
  noun: 'service',
  columns,
  table: services,
  /** Codes in the file that are taken. */
  loadFacts: async (db, lines) => {
    const codes = sql.param(lines.map(({ texts }) => texts.code.trim()))
    const { rows } = await db.execute<{ code: string }>(sql`select code from unnest(${codes}::text[]) as code
      where lower(code collate "und-x-icu") in
        (select lower(${services.code}) from ${services} where ${services.deletedAt} is null)`)
    return new Set(rows.map(({ code }) => code))
  },
  toForm: ([line]) => ({ values: line?.texts }),
  schema: () => serviceFormSchema('add'),
  check: ({ code }, taken, report) => {
    if (taken.has(code)) report(0, 'code', serviceMessages.taken)
  },
  identity: { column: 'code', of: ({ code }) => code.toLowerCase() },
  write: async (tx, forms) => {
    await addServices(tx, forms)
  },
  sample: async () => ({
    name: 'Services',
    rows: [
      ['SLP-EVAL', 'Speech and language evaluation'],
      ['OT-CONSULT', 'Occupational therapy consultation'],
    ],
  }),
}

const { sample, run, problems } = importHandlersOf(definition)

export const serviceImportHandlers: HandlersOf<
  'getServiceImportSample' | 'importServices' | 'getServiceImportProblems'
> = {
  getServiceImportSample: sample,
  importServices: run,
  getServiceImportProblems: problems,
}
