/**
 * The details of reports: made at once if they are short, else in a run, and kept for some days for the user who asked
 * (docs/decisions/report-details.md).
 */
import { randomUUID } from 'node:crypto'
import { and, desc, eq, exists } from 'drizzle-orm'
import { z } from 'zod'
import { DETAIL_FILES, type DetailFormat, type ReportDetailsFile } from '#contract/reports/details-view.ts'
import type { ReportRequest } from '#contract/reports/report-request.ts'
import { reportMessages } from '#domain/reports.ts'
import { callerOf } from '#server/areas/login/caller-of.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { organizationZone } from '#server/db/organization.ts'
import { rangeOf, replyPage } from '#server/db/page-range.ts'
import { reportDetailFiles, reportDetails } from '#server/db/schema/reports.ts'
import { runs } from '#server/db/schema/runs.ts'
import { runInThread } from '#server/documents/document-threads.ts'
import { admit, providerScope } from '#server/http/access.ts'
import { type Caller, FileReply, type HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { defineRun } from '#server/jobs/run.ts'
import type { Asked } from './report-query.ts'
import type { ServedDetails } from './served-report.ts'

interface Stored {
  readonly details: typeof reportDetails.$inferSelect
  /** Null if they were made at once. */
  readonly run: Pick<typeof runs.$inferSelect, 'state' | 'reason'> | null
}

/** Details of up to so many rows are made while the user waits: that takes less than a second. */
const MAX_ROWS_AT_ONCE = 600

/** Those that the user asked for, and that have no records which the user may no longer read. */
const ofCaller = (user: Caller) => {
  const providerId = providerScope(user)
  return and(
    eq(reportDetails.userId, user.userId),
    providerId === undefined ? undefined : eq(reportDetails.providerId, providerId),
  )
}

const stateOf = ({ details, run }: Stored): ReportDetailsFile['state'] => {
  if (run === null) return 'done'
  return run.state === 'running' && details.progress === 0 ? 'waiting' : run.state
}

const shown = (stored: Stored, formats: readonly DetailFormat[]): ReportDetailsFile => {
  const { id, name, title, filters, progress, createdAt } = stored.details
  const fileOf = (format: DetailFormat) => (formats.includes(format) ? `${id}.${format}` : null)
  return {
    ...{ id, name, title, filters, progress },
    state: stateOf(stored),
    reason: stored.run?.reason ?? null,
    createdOnUtc: createdAt.toISOString(),
    pdfFileName: fileOf('pdf'),
    excelFileName: fileOf('xlsx'),
    docFileName: fileOf('docx'),
  }
}

/** Every report's details, by name (served-reports.ts). */
export type DetailsByName = ReadonlyMap<string, ServedDetails>

type Files = ReadonlyMap<DetailFormat, Uint8Array>

const storeFiles = async (tx: Tx, detailsId: string, files: Files): Promise<void> => {
  for (const [format, content] of files) {
    await tx.insert(reportDetailFiles).values({ detailsId, format, content: Buffer.from(content) })
  }
}

const kind = {
  name: 'report-details',
  /** The body of the request. */
  input: z.object({ request: z.record(z.string(), z.unknown()) }),
  attempts: 3,
  // So that others' reports and email get their turn.
  perUser: 3,
  tooMany: reportMessages.tooManyUnderWay,
  failed: reportMessages.detailsFailed,
  isWhole: true,
}

/** Starts and cancels runs; what they do is known to those that know all reports (`detailsRunOf`). */
const detailsRun = defineRun({ ...kind, step: () => Promise.reject(new Error('No reports are known here')) })

/** How far it is when it has begun, and once the rows are read; the files share the rest. */
const BEGUN = 5
const READ = 25

/** Has one item: all files, from rows that are read once, so that they say the same. */
export const detailsRunOf = (known: DetailsByName) =>
  defineRun({
    ...kind,
    step: async ({ db, clock }, { id: runId, startedById, createdAt, input: { request } }, _, write) => {
      const isWanted = async (progress: number) => {
        const isRunning = exists(
          db
            .select()
            .from(runs)
            .where(and(eq(runs.id, runId), eq(runs.state, 'running'))),
        )
        const still = await db
          .update(reportDetails)
          .set({ progress })
          .where(and(eq(reportDetails.runId, runId), isRunning))
          .returning({ id: reportDetails.id, name: reportDetails.name })
        return still[0]
      }
      const stored = await isWanted(BEGUN)
      if (!stored) return
      const details = known.get(stored.name)
      const user = await callerOf(db, startedById, clock())
      const admitted = details && user && admit([details.access], user)
      if (!admitted) throw new Refusal(403, reportMessages.noAccess)
      const asked = { db, user: admitted, now: createdAt, timeZone: await organizationZone(db) }
      const { content } = await details.read(asked, request)
      const files = new Map<DetailFormat, Uint8Array>()
      for (const [index, format] of details.formats.entries()) {
        if (!(await isWanted(READ + Math.round(((100 - READ) * index) / details.formats.length)))) return
        files.set(format, await runInThread('writeReport', [{ ...content, format }]))
      }
      await write(async (tx) => {
        // The user's role may have changed since they asked.
        const providerId = providerScope(admitted) ?? null
        await tx.update(reportDetails).set({ progress: 100, providerId }).where(eq(reportDetails.id, stored.id))
        await storeFiles(tx, stored.id, files)
        return { outcome: 'done' }
      })
    },
  })

/**
 * Makes the details, or starts a run that makes them.
 *
 * @throws Refusal 400 if a file would have too many rows; 409 if the user has too many under way
 */
export const createDetails = async (
  details: ServedDetails,
  asked: Asked,
  request: ReportRequest,
): Promise<ReportDetailsFile> => {
  const { db, user, now } = asked
  const { content, total } = await details.read(asked, request, MAX_ROWS_AT_ONCE)
  const isShort = total <= MAX_ROWS_AT_ONCE
  const files = new Map<DetailFormat, Uint8Array>()
  if (isShort) {
    for (const format of details.formats) files.set(format, await runInThread('writeReport', [{ ...content, format }]))
  }
  const { title, filters } = content
  const id = randomUUID()
  await db.transaction(async (tx) => {
    const { userId } = user
    const order = { input: { request }, startedById: userId, now, items: async () => [1] }
    await tx.insert(reportDetails).values({
      ...{ id, userId, name: details.name, title },
      filters: [...filters],
      providerId: providerScope(user) ?? null,
      runId: isShort ? null : await detailsRun.begin(tx, order),
      progress: isShort ? 100 : 0,
      createdAt: now,
    })
    await storeFiles(tx, id, files)
  })
  return shown(await ownDetails(db, user, id), details.formats)
}

/** With the run of each. */
const selectDetails = (db: Pick<Db, 'select'>) =>
  db
    .select({ details: reportDetails, run: { state: runs.state, reason: runs.reason } })
    .from(reportDetails)
    .leftJoin(runs, eq(runs.id, reportDetails.runId))

/** @throws Refusal 404 */
const ownDetails = async (db: Pick<Db, 'select'>, user: Caller, id: string): Promise<Stored> => {
  const [stored] = await selectDetails(db).where(and(eq(reportDetails.id, id), ofCaller(user)))
  if (!stored) throw new Refusal(404, reportMessages.detailsNotFound)
  return stored
}

const formatOf = (path: string): DetailFormat | undefined =>
  (Object.keys(DETAIL_FILES) as DetailFormat[]).find((format) => DETAIL_FILES[format].path === path)

const FILE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(pdf|xlsx|docx)$/

export const reportDetailsHandlers = (
  known: DetailsByName,
): HandlersOf<
  'readReportDetails' | 'cancelReportDetails' | 'deleteReportDetails' | 'getAllReportDetails' | 'getReportFile'
> => {
  const formatsOf = (stored: Stored) => known.get(stored.details.name)?.formats ?? []
  const reply = (stored: Stored) => shown(stored, formatsOf(stored))
  return {
    readReportDetails: async ({ body: { id }, db, user }) => reply(await ownDetails(db, user, id)),

    cancelReportDetails: ({ body: { id }, db, user, now }) =>
      db.transaction(async (tx) => {
        const { runId } = (await ownDetails(tx, user, id)).details
        const wasRunning = runId !== null && (await detailsRun.cancel(tx, runId, { by: user.userId, at: now }))
        if (!wasRunning) throw new Refusal(409, reportMessages.detailsOver)
        return reply(await ownDetails(tx, user, id))
      }),

    deleteReportDetails: ({ body: { id }, db, user, now }) =>
      db.transaction(async (tx) => {
        const { runId } = (await ownDetails(tx, user, id)).details
        if (runId !== null) await detailsRun.cancel(tx, runId, { by: user.userId, at: now })
        await tx.delete(reportDetails).where(eq(reportDetails.id, id))
        return null
      }),

    getAllReportDetails: async ({ body, db, user }) => {
      const own = ofCaller(user)
      const { limit, offset } = rangeOf(body)
      const rows = await selectDetails(db)
        .where(own)
        .orderBy(desc(reportDetails.createdAt), desc(reportDetails.id))
        .limit(limit)
        .offset(offset)
      return replyPage(body, rows.map(reply), await db.$count(reportDetails, own))
    },

    getReportFile: async ({ params: { name, format: path, file }, db, user }) => {
      const [, id, extension] = FILE.exec(file) ?? []
      const format = formatOf(path)
      const details = known.get(name)
      const notFound = new Refusal(404, reportMessages.fileNotFound)
      if (!id || !details || format === undefined || extension !== format) throw notFound
      if (!admit([details.access], user)) throw notFound
      const [found] = await db
        .select({ content: reportDetailFiles.content })
        .from(reportDetailFiles)
        .innerJoin(reportDetails, eq(reportDetails.id, reportDetailFiles.detailsId))
        .where(
          and(
            eq(reportDetails.id, id),
            ofCaller(user),
            eq(reportDetails.name, name),
            eq(reportDetailFiles.format, format),
          ),
        )
      if (!found) throw notFound
      return new FileReply(new Uint8Array(found.content), details.fileNameOf(format))
    },
  }
}
