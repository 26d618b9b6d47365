/**
 * The details of reports: made at once if they are short, else by a job, and kept for some days for the user who asked
 * (docs/decisions/report-details.md).
 */
import { randomUUID } from 'node:crypto'
import { and, desc, eq, inArray } from 'drizzle-orm'
import { z } from 'zod'
import { DETAIL_FILES, type DetailFormat, type ReportDetailsFile } from '#contract/reports/details-view.ts'
import type { ReportRequest } from '#contract/reports/report-request.ts'
import { reportMessages } from '#domain/reports.ts'
import { callerOf } from '#server/areas/login/caller-of.ts'
import type { Db, PooledDb, Tx } from '#server/db/database.ts'
import { organizationZone } from '#server/db/organization.ts'
import { rangeOf, replyPage } from '#server/db/page-range.ts'
import { reportDetailFiles, reportDetails } from '#server/db/schema/reports.ts'
import { users } from '#server/db/schema/users.ts'
import { runInThread } from '#server/documents/document-threads.ts'
import { admit, providerScope } from '#server/http/access.ts'
import { type Caller, FileReply, type HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { defineJob, enqueue } from '#server/jobs/job.ts'
import type { Asked } from './report-query.ts'
import type { ServedDetails } from './served-report.ts'

type Stored = typeof reportDetails.$inferSelect

/** Details of up to so many rows are made while the user waits: that takes less than a second. */
const MAX_ROWS_AT_ONCE = 600

/** How many a user may have waiting or running, so that others' reports and email get their turn. */
const MAX_UNDER_WAY = 3

/** Those that the user asked for, and that have no records which the user may no longer read. */
const ofCaller = (user: Caller) => {
  const providerId = providerScope(user)
  return and(
    eq(reportDetails.userId, user.userId),
    providerId === undefined ? undefined : eq(reportDetails.providerId, providerId),
  )
}

/** It is neither made nor given up or canceled. */
const isUnderWay = (id: string) => and(eq(reportDetails.id, id), inArray(reportDetails.state, ['waiting', 'running']))

const fileOf = ({ id }: Stored, formats: readonly DetailFormat[], format: DetailFormat) =>
  formats.includes(format) ? `${id}.${format}` : null

const shown = (stored: Stored, formats: readonly DetailFormat[]): ReportDetailsFile => ({
  id: stored.id,
  name: stored.name,
  title: stored.title,
  filters: stored.filters,
  state: stored.state,
  progress: stored.progress,
  reason: stored.reason,
  createdOnUtc: stored.createdAt.toISOString(),
  pdfFileName: fileOf(stored, formats, 'pdf'),
  excelFileName: fileOf(stored, formats, 'xlsx'),
  docFileName: fileOf(stored, formats, 'docx'),
})

/** Every report's details, by name (served-reports.ts). */
export type DetailsByName = ReadonlyMap<string, ServedDetails>

const store = async (
  tx: Tx,
  id: string,
  files: ReadonlyMap<DetailFormat, Uint8Array>,
  user: Caller,
  endedAt: Date,
): Promise<boolean> => {
  const isStored = await tx
    .update(reportDetails)
    // The user's role may have changed since they asked.
    .set({ state: 'done', progress: 100, endedAt, providerId: providerScope(user) ?? null })
    // It may have been canceled meanwhile.
    .where(isUnderWay(id))
    .returning({ id: reportDetails.id })
  if (isStored.length === 0) return false
  for (const [format, content] of files) {
    await tx.insert(reportDetailFiles).values({ detailsId: id, format, content: Buffer.from(content) })
  }
  return true
}

const detailsJob = { name: 'report-details', payload: z.object({ id: z.uuid() }) }

export const detailsJobOf = (known: DetailsByName) =>
  defineJob({
    ...detailsJob,
    attempts: 3,
    run: async ({ id }, { db, clock, finish }) => {
      const stored = await beginWork(db, id)
      if (!stored) return
      const details = known.get(stored.name)
      const now = clock()
      const user = await callerOf(db, stored.userId, now)
      const admitted = details && user && admit([details.access], user)
      if (!admitted) {
        await giveUp(db, id, reportMessages.noAccess, now)
        return
      }
      const asked = { db, user: admitted, now: stored.createdAt, timeZone: await organizationZone(db) }
      await makeFiles(db, details, id, asked, stored.request, finish, clock)
    },
    ended: async (tx, { id }, { state, at }) => {
      if (state === 'failed') await giveUp(tx, id, reportMessages.detailsFailed, at)
    },
  })

const beginWork = async (db: Db, id: string): Promise<Stored | undefined> => {
  const [stored] = await db
    .update(reportDetails)
    .set({ state: 'running', progress: 5 })
    .where(isUnderWay(id))
    .returning()
  return stored
}

const giveUp = async (on: Pick<Db, 'update'>, id: string, reason: string, endedAt: Date): Promise<void> => {
  await on.update(reportDetails).set({ state: 'failed', reason, endedAt }).where(isUnderWay(id))
}

/** How far it is once the rows are read; the files share the rest. */
const READ = 25

const makeFiles = async (
  db: PooledDb,
  details: ServedDetails,
  id: string,
  asked: Asked,
  request: ReportRequest,
  finish: (tx: Tx) => Promise<void>,
  clock: () => Date,
): Promise<void> => {
  const isWanted = async (progress: number) => {
    const still = await db
      .update(reportDetails)
      .set({ progress })
      .where(and(eq(reportDetails.id, id), eq(reportDetails.state, 'running')))
      .returning({ id: reportDetails.id })
    return still.length > 0
  }
  const files = new Map<DetailFormat, Uint8Array>()
  try {
    const { content } = await details.read(asked, request)
    for (const [index, format] of details.formats.entries()) {
      if (!(await isWanted(READ + Math.round(((100 - READ) * index) / details.formats.length)))) return
      files.set(format, await runInThread('writeReport', [{ ...content, format }]))
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await giveUp(db, id, error.message, clock())
    return
  }
  await db.transaction(async (tx) => {
    if (await store(tx, id, files, asked.user, clock())) await finish(tx)
  })
}

/**
 * Makes the details, or has a job make them.
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
    if (!isShort) await refuseMore(tx, user.userId)
    await tx.insert(reportDetails).values({
      ...{ id, userId: user.userId, name: details.name, title, request },
      filters: [...filters],
      providerId: providerScope(user) ?? null,
      state: 'waiting',
      createdAt: now,
    })
    if (isShort) await store(tx, id, files, user, now)
    else await enqueue(tx, detailsJob, { id })
  })
  return shown(await ownDetails(db, user, id), details.formats)
}

/** @throws Refusal 409 */
const refuseMore = async (tx: Tx, userId: number): Promise<void> => {
  // One request of the user after the other.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
  const underWay = await tx.$count(
    reportDetails,
    and(eq(reportDetails.userId, userId), inArray(reportDetails.state, ['waiting', 'running'])),
  )
  if (underWay >= MAX_UNDER_WAY) throw new Refusal(409, reportMessages.tooManyUnderWay)
}

/** @throws Refusal 404 */
const ownDetails = async (db: Pick<Db, 'select'>, user: Caller, id: string): Promise<Stored> => {
  const [stored] = await db
    .select()
    .from(reportDetails)
    .where(and(eq(reportDetails.id, id), ofCaller(user)))
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
  const formatsOf = (stored: Stored) => known.get(stored.name)?.formats ?? []
  const reply = (stored: Stored) => shown(stored, formatsOf(stored))
  return {
    readReportDetails: async ({ body: { id }, db, user }) => reply(await ownDetails(db, user, id)),

    cancelReportDetails: ({ body: { id }, db, user, now }) =>
      db.transaction(async (tx) => {
        await ownDetails(tx, user, id)
        const [stored] = await tx
          .update(reportDetails)
          .set({ state: 'canceled', endedAt: now })
          .where(isUnderWay(id))
          .returning()
        if (!stored) throw new Refusal(409, reportMessages.detailsOver)
        return reply(stored)
      }),

    deleteReportDetails: ({ body: { id }, db, user }) =>
      db.transaction(async (tx) => {
        await ownDetails(tx, user, id)
        await tx.delete(reportDetails).where(eq(reportDetails.id, id))
        return null
      }),

    getAllReportDetails: async ({ body, db, user }) => {
      const own = ofCaller(user)
      const { limit, offset } = rangeOf(body)
      const rows = await db
        .select()
        .from(reportDetails)
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
