/** Starting, following and canceling the run that generates the invoices of all schools. */
import { asc, eq, inArray } from 'drizzle-orm'
import type { InvoiceRun } from '#contract/invoices.ts'
import { invoiceMessages } from '#domain/billing/invoice-rules.ts'
import type { Period } from '#domain/billing/period.ts'
import { roundMoney } from '#domain/money.ts'
import { isLocked } from '#server/areas/billing/lock-outs.ts'
import { readChargeSums } from '#server/areas/hours/charges.ts'
import { holdPeriods } from '#server/areas/provider-days/provider-days.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { organizationMoney } from '#server/db/organization.ts'
import { invoices } from '#server/db/schema/invoices.ts'
import { runItems } from '#server/db/schema/runs.ts'
import { schools } from '#server/db/schema/schools.ts'
import { done, type HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { pathOf } from './invoice-path.ts'
import { invoiceRun } from './invoice-run.ts'
import { shownReplacement } from './replacement-terms.ts'

/** @param runId the latest one if left out */
const readRun = async (db: Pick<Db, 'select'>, runId?: number): Promise<InvoiceRun | null> => {
  const run = await invoiceRun.read(db, { runId })
  if (!run) return null
  const { currency } = await organizationMoney(db)
  const { outcome, invoiceId, reason } = runItems
  const { number, invoiceNumber, total } = invoices
  const rows = await db
    .select({
      schoolId: schools.id,
      schoolName: schools.name,
      outcome,
      invoiceId,
      reason,
      number,
      invoiceNumber,
      total,
      replacement: shownReplacement,
    })
    .from(runItems)
    .innerJoin(schools, eq(schools.id, runItems.itemId))
    .leftJoin(invoices, eq(invoices.id, invoiceId))
    .where(eq(runItems.runId, run.id))
    .orderBy(asc(schools.name), asc(schools.id))
  return {
    id: run.id,
    ...run.input,
    state: run.state,
    startedBy: run.startedBy,
    createdOnUtc: run.createdAt.toISOString(),
    total: rows.length,
    done: rows.filter((row) => row.outcome !== 'waiting').length,
    issued: rows.flatMap((row) =>
      row.outcome === 'done' && row.number !== null
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
      row.outcome === 'refused' ? { schoolId: row.schoolId, schoolName: row.schoolName, reason: row.reason ?? '' } : [],
    ),
    reason: run.reason,
  }
}

const notFound = () => new Refusal(404, invoiceMessages.runNotFound)

/** @throws Refusal 404 */
const readRunOf = async (db: Pick<Db, 'select'>, id: number): Promise<InvoiceRun> => {
  const run = await readRun(db, id)
  if (!run) throw notFound()
  return run
}

/** The schools with approved work in the period, also work that has no rate, by name. */
const schoolsWithWork = async (tx: Tx, period: Period): Promise<number[]> => {
  const sums = await readChargeSums(tx, { period })
  const ids = new Set(sums.filter(({ isApproved, days }) => isApproved && days > 0).map(({ schoolId }) => schoolId))
  const rows = await tx
    .select({ id: schools.id })
    .from(schools)
    .where(inArray(schools.id, [...ids]))
    .orderBy(asc(schools.name), asc(schools.id))
  return rows.map(({ id }) => id)
}

/** @throws Refusal 404 without approved work, 409 if the period is not locked or a run is under way */
const start = async (tx: Tx, { startDate, endDate }: Period, startedById: number, now: Date): Promise<number> => {
  const period = { startDate, endDate }
  await holdPeriods(tx)
  return invoiceRun.begin(tx, {
    ...{ input: period, startedById, now },
    items: async () => {
      if (!(await isLocked(tx, period))) throw new Refusal(409, invoiceMessages.notLocked(period))
      const schoolIds = await schoolsWithWork(tx, period)
      if (schoolIds.length === 0) throw new Refusal(404, invoiceMessages.nothing(period))
      return schoolIds
    },
  })
}

export const invoiceRunHandlers: HandlersOf<'startInvoiceRun' | 'readInvoiceRun' | 'cancelInvoiceRun'> = {
  startInvoiceRun: async ({ body, db, user, now }) => {
    const id = await db.transaction((tx) => start(tx, body, user.userId, now))
    return done(await readRunOf(db, id), invoiceMessages.runStarted)
  },

  readInvoiceRun: ({ body: { id }, db }) => (id ? readRunOf(db, id) : readRun(db)),

  cancelInvoiceRun: async ({ body: { id }, db, user, now }) => {
    if (!(await invoiceRun.read(db, { runId: id }))) throw notFound()
    const wasRunning = await db.transaction((tx) => invoiceRun.cancel(tx, id, { by: user.userId, at: now }))
    if (!wasRunning) throw new Refusal(409, invoiceMessages.runOver)
    return done(await readRunOf(db, id), invoiceMessages.runCanceled)
  },
}
