/** Generating the invoices of all schools (docs/decisions/invoice-runs.md). */
import { and, asc, eq } from 'drizzle-orm'
import { z } from 'zod'
import { id } from '#contract/endpoint.ts'
import { type InvoiceSelection, invoiceMessages } from '#domain/billing/invoice-rules.ts'
import type { Period } from '#domain/billing/period.ts'
import { localDateSchema } from '#domain/time.ts'
import { ADMINISTRATORS, defineNotification, notice, notify } from '#server/areas/notifications/notify.ts'
import { organizationZone } from '#server/db/organization.ts'
import { invoices } from '#server/db/schema/invoices.ts'
import { runItems } from '#server/db/schema/runs.ts'
import { defineJob, enqueue } from '#server/jobs/job.ts'
import { defineRun, type RunEnd } from '#server/jobs/run.ts'
import { invoiceFile } from './invoice-files.ts'
import { INVOICE_FORMATS } from './invoice-path.ts'
import { issueIfChanged } from './issue-invoice.ts'

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
      .from(runItems)
      .innerJoin(invoices, eq(invoices.id, runItems.invoiceId))
      .where(and(eq(runItems.runId, runId), eq(runItems.outcome, 'done')))
      .orderBy(asc(invoices.number))
    for (const { invoiceId } of issued) {
      signal.throwIfAborted()
      const [invoice] = await db.select().from(invoices).where(eq(invoices.id, invoiceId))
      for (const format of INVOICE_FORMATS) if (invoice) await invoiceFile(db, invoice, format)
    }
  },
})

interface EndFacts extends Period {
  readonly state: RunEnd['state']
  readonly issued: number
  readonly skipped: number
}

const inWords = ({ state, issued, skipped, ...period }: EndFacts) =>
  invoiceMessages.runEnded(state, period, issued, skipped)

const runEnded = defineNotification({
  kind: 'invoice-run-ended',
  lastsIn: 'always',
  audience: 'ADM',
  category: 'Billing',
  subject: 'invoice-run',
  words: inWords,
  inMail: inWords,
  href: ({ startDate }: EndFacts) => `/invoice-record?${new URLSearchParams({ period: startDate })}`,
})

export const invoiceRun = defineRun({
  name: 'invoice-run',
  input: z.object({ startDate: localDateSchema, endDate: localDateSchema }),
  // Over about four minutes.
  attempts: 5,
  tooMany: invoiceMessages.runRunning,
  failed: invoiceMessages.runFailed,
  step: async ({ clock }, { input, startedById: userId }, schoolId, write) => {
    const selection: InvoiceSelection = { ...input, schoolId, studentIds: [], serviceIds: [] }
    await write(async (tx) => {
      const issuer = {
        user: { userId, role: 'Administrators' },
        now: clock(),
        timeZone: await organizationZone(tx),
      } as const
      const { isNew, id: invoiceId } = await issueIfChanged(tx, selection, issuer)
      return { outcome: isNew ? 'done' : 'unchanged', invoiceId }
    })
  },
  runEnded: async (
    tx,
    { id: runId, input, startedById },
    { done: issued, refused: skipped },
    { state, at: now, by },
  ) => {
    if (issued > 0) await enqueue(tx, invoiceFilesJob, { runId })
    // Who started a run that is done, or canceled it, knows.
    const userId = state === 'done' ? startedById : by
    await notify(tx, { userId, now }, [notice(runEnded, ADMINISTRATORS, runId, { ...input, state, issued, skipped })])
  },
})
