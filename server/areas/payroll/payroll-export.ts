/** Exports of payroll: stored as they were, so that a later one can say what has changed (docs/decisions/payroll.md). */
import { and, asc, desc, eq, gte, inArray, lte, ne, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { PayrollExportPlan } from '#contract/payroll-export.ts'
import {
  grossOf,
  type PayrollLine,
  payrollChanges,
  payrollExportMessages,
  payrollFileName,
  payrollLineSchema,
} from '#domain/billing/payroll-export.ts'
import type { Period } from '#domain/billing/period.ts'
import { formatDate } from '#domain/time.ts'
import { GRANTED_PTO_STATES } from '#domain/time-off.ts'
import { inBillingTurn } from '#server/areas/billing/billing-turn.ts'
import { isLocked } from '#server/areas/billing/lock-outs.ts'
import { paidProvider, payrollSegments } from '#server/areas/hours/payroll-segments.ts'
import type { Db, Tx } from '#server/db/database.ts'
import { currencyDigits } from '#server/db/organization.ts'
import { providerName } from '#server/db/providers.ts'
import { organisation } from '#server/db/schema/organization.ts'
import { payrollExports } from '#server/db/schema/payroll.ts'
import { providers } from '#server/db/schema/providers.ts'
import { rateTypes } from '#server/db/schema/rates.ts'
import { ptoRequests } from '#server/db/schema/time-off.ts'
import { users } from '#server/db/schema/users.ts'
import { csvOf } from '#server/documents/csv.ts'
import { FileReply, type HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'

/** The columns of the file. */
const COLUMNS: Readonly<Record<keyof PayrollLine, string>> = {
  providerId: 'Provider ID',
  provider: 'Provider',
  rateType: 'Rate Type',
  rate: 'Rate',
  from: 'From',
  to: 'To',
  hours: 'Hours',
  grossBase: 'Gross Base',
  pto: 'PTO',
  grossPto: 'Gross PTO',
  gross: 'Gross',
}

/** What has something to pay, by provider and date. */
const readLines = async (on: Db | Tx, period: Period): Promise<PayrollLine[]> => {
  const { rows } = await on.execute<{ [Key in keyof PayrollLine]: string }>(sql`
    select ${providers.id}::text as "providerId", ${providerName} as provider,
      concat_ws(', ', coalesce(${rateTypes.name}, 'No rate'), adjustment) as "rateType", coalesce(rate::text, '') as rate,
      first_day::text as from, last_day::text as to, round(hours, 2)::text as hours,
      gross_base::text as "grossBase", round(pto_hundredths / 100.0, 2)::text as pto, gross_pto::text as "grossPto",
      round(gross_base + gross_pto, ${currencyDigits()})::text as gross
    from (${payrollSegments({ period })}) as pay
    join ${paidProvider} on true
    left join ${rateTypes} on ${rateTypes.id} = pay.rate_type_id
    where minutes > 0 or pto_hundredths > 0 or adjustment_id is not null
    order by ${providers.lastName}, ${providers.firstName}, ${providers.id}, first_day, rate_change_history_id,
      adjustment_id`)
  return rows.map(({ from, to, ...line }) => ({ ...line, from: formatDate(from), to: formatDate(to) }))
}

const isOf = ({ startDate, endDate }: Period) =>
  and(eq(payrollExports.startDate, startDate), eq(payrollExports.endDate, endDate))

const readLast = async (on: Db | Tx, period: Period) => {
  const [last] = await on
    .select({ export: payrollExports, by: users.displayName })
    .from(payrollExports)
    .innerJoin(users, eq(users.id, payrollExports.exportedById))
    .where(isOf(period))
    .orderBy(desc(payrollExports.id))
    .limit(1)
  return last && { ...last.export, by: last.by, lines: z.array(payrollLineSchema).parse(last.export.lines) }
}

/** The latest export of each other period that shares a day. */
const readOverlaps = async (
  db: Pick<Db, 'selectDistinctOn'>,
  { startDate, endDate }: Period,
): Promise<PayrollExportPlan['overlaps']> => {
  const found = await db
    .selectDistinctOn([payrollExports.startDate, payrollExports.endDate])
    .from(payrollExports)
    .where(
      and(
        lte(payrollExports.startDate, endDate),
        gte(payrollExports.endDate, startDate),
        or(ne(payrollExports.startDate, startDate), ne(payrollExports.endDate, endDate)),
      ),
    )
    .orderBy(asc(payrollExports.startDate), asc(payrollExports.endDate), desc(payrollExports.id))
  return found.map((one) => ({
    id: one.id,
    startDate: one.startDate,
    endDate: one.endDate,
    onUtc: one.exportedAt.toISOString(),
  }))
}

const isUnsent = ({ startDate, endDate }: Period) =>
  and(
    sql`coalesce(${ptoRequests.paidOn}, ${ptoRequests.requestedDate}) between ${startDate} and ${endDate}`,
    inArray(ptoRequests.state, [...GRANTED_PTO_STATES]),
    ne(ptoRequests.quickBooksStatus, 'Sent'),
  )

export const payrollExportHandlers: HandlersOf<'planPayrollExport' | 'exportPayroll' | 'getPayrollExportFile'> = {
  planPayrollExport: async ({ body: { startDate, endDate }, db }) => {
    const period = { startDate, endDate }
    const lines = await readLines(db, period)
    const last = await readLast(db, period)
    return {
      providers: new Set(lines.map(({ providerId }) => providerId)).size,
      gross: grossOf(lines),
      requests: await db.$count(ptoRequests, isUnsent(period)),
      isLocked: await isLocked(db, period),
      last: last
        ? {
            id: last.id,
            by: last.by,
            onUtc: last.exportedAt.toISOString(),
            changes: payrollChanges(last.lines, lines),
          }
        : null,
      overlaps: await readOverlaps(db, period),
    }
  },

  exportPayroll: ({ body: { startDate, endDate, lastId, confirmedOverlaps }, db, user, now }) =>
    inBillingTurn(db, async (tx) => {
      const period = { startDate, endDate }
      // One export at a time, so that each knows of the one before.
      await tx.select().from(organisation).for('update')
      const last = await readLast(tx, period)
      if ((last?.id ?? null) !== lastId) throw new Refusal(409, payrollExportMessages.changed)
      const other = (await readOverlaps(tx, period)).find(({ id }) => !confirmedOverlaps.includes(id))
      if (other) throw new Refusal(409, payrollExportMessages.overlaps(period, other))
      const lines = await readLines(tx, period)
      if (lines.length === 0 && !last) throw new Refusal(404, payrollExportMessages.nothing(period))
      await tx.update(ptoRequests).set({ quickBooksStatus: 'Sent' }).where(isUnsent(period))
      const [stored] = await tx
        .insert(payrollExports)
        .values({ startDate, endDate, lines, exportedById: user.userId, exportedAt: now })
        .returning({ id: payrollExports.id })
      if (!stored) throw new Error('The export was not stored')
      return stored
    }),

  getPayrollExportFile: async ({ query: { id }, db }) => {
    const [stored] = await db.select().from(payrollExports).where(eq(payrollExports.id, id))
    if (!stored) throw new Refusal(404, payrollExportMessages.notFound)
    const lines = z.array(payrollLineSchema).parse(stored.lines)
    const keys = payrollLineSchema.keyof().options
    const rows = lines.map((line) => keys.map((key) => line[key]))
    return new FileReply(await csvOf([keys.map((key) => COLUMNS[key]), ...rows]), payrollFileName(stored))
  },
}
