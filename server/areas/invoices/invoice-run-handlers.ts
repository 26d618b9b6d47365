/** Starting, following and canceling the run that generates the invoices of all schools. */
import { asc, desc, eq } from 'drizzle-orm'
import type { InvoiceRun } from '#contract/invoices.ts'
import { invoiceMessages } from '#domain/billing/invoice-rules.ts'
import type { Period } from '#domain/billing/period.ts'
import { roundMoney } from '#domain/money.ts'
import { isLocked } from '#server/areas/billing/lock-outs.ts'
import { readChargeSums } from '#server/areas/hours/charges.ts'
import { holdPeriods } from '#server/areas/provider-days/provider-days.ts'
import { bulkInsert } from '#server/db/bulk-insert.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { organizationMoney } from '#server/db/organization.ts'
import { invoiceRunSchools, invoiceRuns, invoices } from '#server/db/schema/invoices.ts'
import { schools } from '#server/db/schema/schools.ts'
import { users } from '#server/db/schema/users.ts'
import { done, type HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { enqueue } from '#server/jobs/job.ts'
import { pathOf } from './invoice-path.ts'
import { endRun, invoiceRunJob, lockRun } from './invoice-run.ts'
import { shownReplacement } from './replacement-terms.ts'

/** @param id the latest one if left out */
const readRun = async (db: Pick<Db, 'select'>, id?: number): Promise<InvoiceRun | null> => {
  const [found] = await db
    .select({ run: invoiceRuns, startedBy: users.displayName })
    .from(invoiceRuns)
    .innerJoin(users, eq(users.id, invoiceRuns.startedById))
    .where(id === undefined ? undefined : eq(invoiceRuns.id, id))
    .orderBy(desc(invoiceRuns.id))
    .limit(1)
  if (!found) return null
  const { run, startedBy } = found
  const { currency } = await organizationMoney(db)
  const { schoolId, outcome, invoiceId, reason } = invoiceRunSchools
  const { number, invoiceNumber, total } = invoices
  const rows = await db
    .select({
      schoolId,
      schoolName: schools.name,
      outcome,
      invoiceId,
      reason,
      number,
      invoiceNumber,
      total,
      replacement: shownReplacement,
    })
    .from(invoiceRunSchools)
    .innerJoin(schools, eq(schools.id, schoolId))
    .leftJoin(invoices, eq(invoices.id, invoiceId))
    .where(eq(invoiceRunSchools.runId, run.id))
    .orderBy(asc(schools.name), asc(schools.id))
  return {
    id: run.id,
    startDate: run.startDate,
    endDate: run.endDate,
    state: run.state,
    startedBy,
    createdOnUtc: run.createdAt.toISOString(),
    total: rows.length,
    done: rows.filter((row) => row.outcome !== 'waiting').length,
    issued: rows.flatMap((row) =>
      row.outcome === 'issued' && row.number !== null
        ? {
            schoolName: row.schoolName,
            id: row.invoiceId ?? 0,
            invoiceNumber: row.invoiceNumber ?? '',
            total: roundMoney(row.total ?? '0', currency),
            pdfPath: pathOf(row.number, 'pdf'),
            docPath: pathOf(row.number, 'docx'),
            replaces: row.replacement?.invoiceNumbers ?? [],
            received: row.replacement?.received ?? [],
            reason: row.replacement?.reason ?? '',
          }
        : [],
    ),
    unchanged: rows.filter((row) => row.outcome === 'unchanged').length,
    skipped: rows.flatMap((row) =>
      row.outcome === 'skipped' ? { schoolId: row.schoolId, schoolName: row.schoolName, reason: row.reason ?? '' } : [],
    ),
    reason: run.reason,
  }
}

/** @throws Refusal 404 */
const readRunOf = async (db: Pick<Db, 'select'>, id: number): Promise<InvoiceRun> => {
  const run = await readRun(db, id)
  if (!run) throw new Refusal(404, invoiceMessages.runNotFound)
  return run
}

/** The schools with approved work in the period, also work that has no rate. */
const schoolsWithWork = async (tx: Tx, period: Period): Promise<number[]> => {
  const sums = await readChargeSums(tx, { period })
  return [...new Set(sums.filter(({ isApproved, days }) => isApproved && days > 0).map(({ schoolId }) => schoolId))]
}

/** @throws Refusal 404 without approved work, 409 if the period is not locked or a run is under way */
const start = async (tx: Tx, { startDate, endDate }: Period, startedById: number, now: Date): Promise<number> => {
  const period = { startDate, endDate }
  await holdPeriods(tx)
  // The index allows one that is running.
  const [added] = await tx
    .insert(invoiceRuns)
    .values({ ...period, state: 'running', startedById, createdAt: now })
    .onConflictDoNothing()
    .returning({ id: invoiceRuns.id })
  if (!added) throw new Refusal(409, invoiceMessages.runRunning)
  if (!(await isLocked(tx, period))) throw new Refusal(409, invoiceMessages.notLocked(period))
  const schoolIds = await schoolsWithWork(tx, period)
  if (schoolIds.length === 0) throw new Refusal(404, invoiceMessages.nothing(period))
  await bulkInsert(
    tx,
    invoiceRunSchools,
    schoolIds.map((schoolId) => ({ runId: added.id, schoolId, outcome: 'waiting' as const })),
  )
  await enqueue(tx, invoiceRunJob, { runId: added.id })
  return added.id
}

export const invoiceRunHandlers: HandlersOf<'startInvoiceRun' | 'readInvoiceRun' | 'cancelInvoiceRun'> = {
  startInvoiceRun: async ({ body, db, user, now }) => {
    const id = await db.transaction((tx) => start(tx, body, user.userId, now))
    return done(await readRunOf(db, id), invoiceMessages.runStarted)
  },

  readInvoiceRun: ({ body: { id }, db }) => (id ? readRunOf(db, id) : readRun(db)),

  cancelInvoiceRun: async ({ body: { id }, db, user, now }) => {
    await db.transaction(async (tx) => {
      const run = await lockRun(tx, id)
      if (!run) throw new Refusal(404, invoiceMessages.runNotFound)
      if (run.state !== 'running') throw new Refusal(409, invoiceMessages.runOver)
      await endRun(tx, run, { state: 'canceled', at: now, by: user.userId })
    })
    return done(await readRunOf(db, id), invoiceMessages.runCanceled)
  },
}
