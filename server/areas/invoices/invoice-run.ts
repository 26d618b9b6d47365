/**
 * Generating the invoices of all schools: one job works through the schools of a run, each in a transaction of its own,
 * so that a crash neither loses nor repeats an invoice (docs/decisions/invoice-runs.md).
 */
import { and, asc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { id } from '#contract/endpoint.ts'
import { type InvoiceSelection, invoiceMessages } from '#domain/billing/invoice-rules.ts'
import { ADMINISTRATORS, defineNotification, notice, notify } from '#server/areas/notifications/notify.ts'
import type { PooledDb, Tx } from '#server/db/database.ts'
import { organizationZone } from '#server/db/organization.ts'
import { invoiceRunSchools, invoiceRuns, invoices } from '#server/db/schema/invoices.ts'
import { schools } from '#server/db/schema/schools.ts'
import { Refusal } from '#server/http/refusal.ts'
import { defineJob, enqueue } from '#server/jobs/job.ts'
import { invoiceFile } from './invoice-files.ts'
import { INVOICE_FORMATS } from './invoice-path.ts'
import { issueIfChanged } from './issue-invoice.ts'

export type StoredRun = typeof invoiceRuns.$inferSelect
type Outcome = Pick<typeof invoiceRunSchools.$inferInsert, 'outcome' | 'invoiceId' | 'reason'>

/**
 * Writes the files of a run's invoices before anyone asks for them: once it is over, since writing them takes several
 * times as long as issuing.
 */
export const invoiceFilesJob = defineJob({
  name: 'invoice-files',
  payload: z.object({ runId: id }),
  attempts: 5,
  run: async ({ runId }, { db, signal }) => {
    const issued = await db
      .select({ invoiceId: invoices.id })
      .from(invoiceRunSchools)
      .innerJoin(invoices, eq(invoices.id, invoiceRunSchools.invoiceId))
      .where(and(eq(invoiceRunSchools.runId, runId), eq(invoiceRunSchools.outcome, 'issued')))
      .orderBy(asc(invoices.number))
    for (const { invoiceId } of issued) {
      signal.throwIfAborted()
      const [invoice] = await db.select().from(invoices).where(eq(invoices.id, invoiceId))
      for (const format of INVOICE_FORMATS) if (invoice) await invoiceFile(db, invoice, format)
    }
  },
})

interface RunEnd extends Pick<StoredRun, 'startDate' | 'endDate'> {
  readonly state: 'done' | 'canceled' | 'failed'
  readonly issued: number
  readonly skipped: number
}

/** Locks the run until the transaction ends: one server at a time works on it, and canceling waits for that. */
export const lockRun = async (tx: Tx, runId: number): Promise<StoredRun | undefined> => {
  const [run] = await tx.select().from(invoiceRuns).where(eq(invoiceRuns.id, runId)).for('update')
  return run
}

const runEnded = defineNotification({
  kind: 'invoice-run-ended',
  lastsIn: 'always',
  audience: 'ADM',
  category: 'Billing',
  subject: 'invoice-run',
  words: ({ state, issued, skipped, ...period }: RunEnd) => invoiceMessages.runEnded(state, period, issued, skipped),
  inMail: ({ state, issued, skipped, ...period }) => invoiceMessages.runEnded(state, period, issued, skipped),
  href: ({ startDate }) => `/invoice-record?${new URLSearchParams({ period: startDate })}`,
})

/** Ends a run and tells the administrators. */
export const endRun = async (
  tx: Tx,
  { id: runId, startDate, endDate }: StoredRun,
  {
    state,
    at,
    by,
    reason = null,
  }: { state: 'done' | 'canceled' | 'failed'; at: Date; by: number | null; reason?: string | null },
): Promise<void> => {
  await tx.update(invoiceRuns).set({ state, endedAt: at, reason }).where(eq(invoiceRuns.id, runId))
  const counts = await tx
    .select({ outcome: invoiceRunSchools.outcome, count: sql<number>`count(*)::int` })
    .from(invoiceRunSchools)
    .where(eq(invoiceRunSchools.runId, runId))
    .groupBy(invoiceRunSchools.outcome)
  const countOf = (wanted: string) => counts.find(({ outcome }) => outcome === wanted)?.count ?? 0
  if (countOf('issued') > 0) await enqueue(tx, invoiceFilesJob, { runId })
  const end = { state, startDate, endDate, issued: countOf('issued'), skipped: countOf('skipped') }
  await notify(tx, { userId: by, now: at }, [notice(runEnded, ADMINISTRATORS, runId, end)])
}

/** Issues the invoice, or notes why it can't be. */
const outcomeOf = async (tx: Tx, run: StoredRun, schoolId: number, now: Date): Promise<Outcome> => {
  const { startDate, endDate, startedById: userId } = run
  const selection: InvoiceSelection = { schoolId, startDate, endDate, studentIds: [], serviceIds: [] }
  const issuer = { user: { userId, role: 'Administrators' }, now, timeZone: await organizationZone(tx) } as const
  try {
    // A savepoint: a refused invoice leaves nothing behind, above all no used number.
    const { isNew, id: invoiceId } = await tx.transaction((inner) => issueIfChanged(inner, selection, issuer))
    return { outcome: isNew ? 'issued' : 'unchanged', invoiceId }
  } catch (error) {
    if (error instanceof Refusal) return { outcome: 'skipped', reason: error.message }
    throw error
  }
}

type Finish = (tx: Tx) => Promise<void>

/** Works on the next school, or ends the run if there is none. @returns whether it is over */
const takeStep = (db: PooledDb, runId: number, now: Date, finish: Finish) =>
  db.transaction(async (tx): Promise<boolean> => {
    const run = await lockRun(tx, runId)
    if (run?.state !== 'running') {
      await finish(tx)
      return true
    }
    const isWaiting = and(eq(invoiceRunSchools.runId, runId), eq(invoiceRunSchools.outcome, 'waiting'))
    const [next] = await tx
      .select({ schoolId: invoiceRunSchools.schoolId })
      .from(invoiceRunSchools)
      .innerJoin(schools, eq(schools.id, invoiceRunSchools.schoolId))
      .where(isWaiting)
      .orderBy(asc(schools.name), asc(schools.id))
      .limit(1)
    if (!next) {
      await endRun(tx, run, { state: 'done', at: now, by: run.startedById })
      await finish(tx)
      return true
    }
    const outcome = await outcomeOf(tx, run, next.schoolId, now)
    await tx
      .update(invoiceRunSchools)
      .set(outcome)
      .where(and(isWaiting, eq(invoiceRunSchools.schoolId, next.schoolId)))
    return false
  })

export const invoiceRunJob = defineJob({
  name: 'invoice-run',
  payload: z.object({ runId: id }),
  // Over about four minutes.
  attempts: 5,
  run: async ({ runId }, { db, clock, signal, finish }) => {
    for (let isOver = false; !isOver; ) {
      signal.throwIfAborted()
      isOver = await takeStep(db, runId, clock(), finish)
    }
  },
  ended: async (tx, { runId }, { state, at }) => {
    const run = state === 'failed' ? await lockRun(tx, runId) : undefined
    if (run?.state === 'running') {
      await endRun(tx, run, { state: 'failed', at, by: null, reason: invoiceMessages.runFailed })
    }
  },
})
