/** The catalog of services (spec 3, sections 2 and 7). */
import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import { type ServiceForm, serviceFormSchema, serviceMessages } from '#contract/services.ts'
import { counted, firstInWords } from '#domain/words.ts'
import type { ImportDefinition } from '#server/areas/imports/import-definition.ts'
import { importHandlersOf } from '#server/areas/imports/import-handlers.ts'
import {
  isToCome,
  orTaken,
  refuseInUse,
  requireRecord,
  sessionsToCome,
} from '#server/areas/master-data/stored-record.ts'
import { type Executor, insertNumbered } from '#server/db/bulk-insert.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { hasWords } from '#server/db/has-words.ts'
import { orderOf } from '#server/db/list-order.ts'
import { rangeOf, replyPage } from '#server/db/page-range.ts'
import { requireOne } from '#server/db/require-one.ts'
import { schoolServiceRates } from '#server/db/schema/rates.ts'
import { occurrences } from '#server/db/schema/schedule.ts'
import { schools } from '#server/db/schema/schools.ts'
import { services } from '#server/db/schema/services.ts'
import { caseloadFrequencies } from '#server/db/schema/students.ts'
import { done, type HandlersOf } from '#server/http/handler.ts'

const NOUN = 'service'

const isLive = isNull(services.deletedAt)

const selectService = (db: Pick<Db, 'select'>, id: number) => {
  const { code, description, version } = services
  return db
    .select({ id: services.id, code, description, version })
    .from(services)
    .where(and(eq(services.id, id), isLive))
}

/** For filters and reports, by code: also deleted services that sessions have, marked. */
export const knownServices = (db: Pick<Db, 'select'>) =>
  db
    .select({
      id: services.id,
      code: sql<string>`concat(${services.code}, case when ${services.deletedAt} is not null then ' (deleted)' end)`,
      description: services.description,
    })
    .from(services)
    .where(or(isLive, sql`exists (select from ${occurrences} where ${occurrences.serviceId} = ${services.id})`))
    .orderBy(asc(services.code), asc(services.id))

/** The services to choose from, by code. */
export const liveServices = (db: Pick<Db, 'select'>) =>
  db
    .select({ id: services.id, code: services.code, description: services.description })
    .from(services)
    .where(isNull(services.deletedAt))
    .orderBy(asc(services.code), asc(services.id))

/** @throws Refusal 409 if another service has the code */
const orCodeTaken = <Result>(write: Promise<Result>) => orTaken(write, 'services_code', 'code', serviceMessages.taken)

/**
 * Adds services to the catalog.
 *
 * @returns their ids
 * @throws Refusal 409 if a code is taken
 */
const addServices = (on: Executor, forms: readonly ServiceForm[]): Promise<number[]> =>
  orCodeTaken(
    insertNumbered(
      on,
      services,
      forms.map(({ code, description }) => ({ code, description })),
    ),
  )

/** What still uses the service. Past sessions keep its name: its row stays. */
const usesOf = async (tx: Tx, id: number, now: Date): Promise<string[]> => {
  const priced = await tx
    .selectDistinct({ name: schools.name })
    .from(schoolServiceRates)
    .innerJoin(schools, eq(schools.id, schoolServiceRates.schoolId))
    .where(
      and(
        eq(schoolServiceRates.serviceId, id),
        isNull(schoolServiceRates.deletedAt),
        isNull(schoolServiceRates.endedOn),
        isNull(schools.deletedAt),
      ),
    )
    .orderBy(asc(schools.name))
  const [students] = await tx
    .select({ count: sql<number>`count(distinct ${caseloadFrequencies.studentId})::int` })
    .from(caseloadFrequencies)
    .where(and(eq(caseloadFrequencies.serviceId, id), isNull(caseloadFrequencies.deletedAt)))
  const sessions = await tx.$count(occurrences, and(eq(occurrences.serviceId, id), isToCome(now)))
  return [
    ...(priced.length > 0 ? [`the rates of ${firstInWords(priced.map(({ name }) => name))}`] : []),
    ...(students && students.count > 0 ? [`the caseload of ${counted(students.count, 'student')}`] : []),
    ...sessionsToCome(sessions),
  ]
}

/** Services from a spreadsheet, one per row. */
const columns = {
  code: { title: 'Service Code', width: 16, fields: ['code'] },
  description: { title: 'Description', width: 40, fields: ['description'] },
} as const

const importDefinition: ImportDefinition<keyof typeof columns, ReadonlySet<string>, ServiceForm> = {
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

const { sample, run, problems } = importHandlersOf(importDefinition)

export const serviceHandlers: HandlersOf<
  | 'getServices'
  | 'getService'
  | 'addService'
  | 'editService'
  | 'deleteService'
  | 'getServiceImportSample'
  | 'importServices'
  | 'getServiceImportProblems'
> = {
  getServices: async ({ query, db }) => {
    const where = and(isLive, hasWords(query.keywords, services.code, services.description))
    const { limit, offset } = rangeOf(query)
    const { id, code, description } = services
    const rows = await db
      .select({ id, code, description })
      .from(services)
      .where(where)
      .orderBy(...orderOf(query.sort, { code: [code, id], description: [description, id] }, 'code'))
      .limit(limit)
      .offset(offset)
    return replyPage(query, rows, await db.$count(services, where))
  },

  getService: async ({ query, db }) => {
    const { version, ...service } = requireRecord(await selectService(db, query.id), NOUN)
    return { ...service, entityCacheKey: String(version) }
  },

  addService: async ({ body: { code, description }, db }) => {
    const added = await db.transaction((tx) => addServices(tx, [{ code, description }]))
    return done({ id: requireOne(added, 'The service') }, serviceMessages.added)
  },

  editService: async ({ body: { id, code, description, entityCacheKey }, db }) => {
    await db.transaction(async (tx) => {
      requireRecord(await selectService(tx, id).for('update'), NOUN, entityCacheKey)
      await orCodeTaken(
        tx
          .update(services)
          .set({ code, description, version: sql`${services.version} + 1` })
          .where(eq(services.id, id)),
      )
    })
    return done(null, serviceMessages.updated)
  },

  deleteService: async ({ body: { id }, db, now }) => {
    await db.transaction(async (tx) => {
      requireRecord(await selectService(tx, id).for('update'), NOUN)
      refuseInUse(NOUN, await usesOf(tx, id, now))
      await tx.update(services).set({ deletedAt: now }).where(eq(services.id, id))
    })
    return done(null, serviceMessages.deleted)
  },

  getServiceImportSample: sample,
  importServices: run,
  getServiceImportProblems: problems,
}
