/** Finding invoices, marking them as paid, and what schools owe (spec 2, sections 2.12, 4 and 7). */
import { and, asc, count, desc, eq, gt, gte, isNotNull, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { BodyOf } from '#contract/endpoint.ts'
import type { getInvoiceHistory, InvoiceRecord } from '#contract/invoice-history.ts'
import type { InvoiceContent } from '#domain/billing/invoice.ts'
import { HISTORY_STATE_IDS, type HistoryStateId } from '#domain/billing/invoice-history.ts'
import { AGES, invoiceMessages, paidSchema } from '#domain/billing/invoice-rules.ts'
import { grouped } from '#domain/grouped.ts'
import { type Decimal, roundMoney, sumOf } from '#domain/money.ts'
import type { MoneyFormat } from '#domain/money-format.ts'
import { type LocalDate, localOf } from '#domain/time.ts'
import { invoiceMachine } from '#machines/billing/invoice.machine.ts'
import type { Db } from '#server/db/database.ts'
import { organizationMoney } from '#server/db/organization.ts'
import { rangeOf, replyPage } from '#server/db/page-range.ts'
import { requireCount } from '#server/db/require-one.ts'
import { invoiceDeliveries, invoiceSessions, invoices } from '#server/db/schema/invoices.ts'
import { jobs } from '#server/db/schema/jobs.ts'
import { schoolBillingProfiles, schools } from '#server/db/schema/schools.ts'
import { logTransitions } from '#server/db/transition-log.ts'
import { parseFields } from '#server/http/field-errors.ts'
import { type Caller, done, type HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { deliveryOf, latestDelivery } from './delivery-of.ts'
import { invoiceDetail } from './invoice-log.ts'
import { pathOf } from './invoice-path.ts'
import { askInvoice } from './issue-invoice.ts'
import { shownReplacement } from './replacement-terms.ts'

const successor = alias(invoices, 'successor')

const isCurrent = isNull(invoices.supersededById)
/** A credit note that goes with a new invoice has nothing due. */
const isUnpaid = and(isCurrent, isNull(invoices.paidOn), ne(invoices.amountDue, '0'))
const isOverdue = (today: LocalDate) => and(isUnpaid, lt(invoices.dueOn, today), gt(invoices.amountDue, '0'))
/** Needs `invoices` joined with their latest delivery. Nobody needs the email of an invoice that is paid. */
const isUndelivered = and(isUnpaid, eq(invoiceDeliveries.state, 'failed'))

const stateIs = (state: HistoryStateId, today: LocalDate): SQL | undefined => {
  switch (state) {
    case HISTORY_STATE_IDS.unpaid:
      return isUnpaid
    case HISTORY_STATE_IDS.overdue:
      return isOverdue(today)
    case HISTORY_STATE_IDS.paid:
      return isNotNull(invoices.paidOn)
    case HISTORY_STATE_IDS.replaced:
      return isNotNull(invoices.supersededById)
    case HISTORY_STATE_IDS.emailFailed:
      return isUndelivered
  }
}

export const countOverdue = (db: Pick<Db, '$count'>, today: LocalDate): Promise<number> =>
  db.$count(invoices, isOverdue(today))

export const countUndeliveredInvoices = async (db: Pick<Db, 'select'>): Promise<number> => {
  const counted = await db
    .select({ total: count() })
    .from(invoices)
    .innerJoin(invoiceDeliveries, latestDelivery)
    .where(isUndelivered)
  return requireCount(counted)
}

const isNumbered = (text: string): SQL | undefined =>
  or(
    sql`lower(${invoices.invoiceNumber}) = lower(${text})`,
    /^\d{1,9}$/.test(text) ? eq(invoices.number, Number.parseInt(text, 10)) : undefined,
  )

const searchOf = (body: BodyOf<typeof getInvoiceHistory>, today: LocalDate): SQL | undefined => {
  const { startDate, endDate, schoolId, providerId, stateId, invoiceNumber } = body
  return and(
    startDate ? gte(invoices.endDate, startDate) : undefined,
    endDate ? lte(invoices.startDate, endDate) : undefined,
    schoolId === undefined ? undefined : eq(invoices.schoolId, schoolId),
    providerId === undefined
      ? undefined
      : sql`exists (select from ${invoiceSessions}
          where ${invoiceSessions.invoiceId} = coalesce(${invoices.creditsId}, ${invoices.id}) and ${invoiceSessions.providerId} = ${providerId})`,
    stateId === 0 ? undefined : stateIs(stateId, today),
    invoiceNumber === '' ? undefined : isNumbered(invoiceNumber),
  )
}

/** Parts of the content, of which the whole can be large. */
const shownContent = {
  schoolName: sql<string>`${invoices.content} #>> '{school,name}'`,
  total: sql<Decimal>`${invoices.content} ->> 'total'`,
  money: sql<MoneyFormat>`${invoices.content} -> 'money'`,
  replacement: shownReplacement,
  credits: sql<InvoiceContent['credits'] | null>`${invoices.content} -> 'credits'`,
  providerNames: sql<string[]>`coalesce((
    select jsonb_agg(names.name order by names.name) from (
      select distinct work ->> 'providerName' as name from jsonb_array_elements(${invoices.content} -> 'work') as work
    ) as names), '[]')`,
}

const readRecords = async (
  on: Pick<Db, 'select'>,
  which: SQL | undefined,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<InvoiceRecord[]> => {
  const rows = await on
    .select({
      id: invoices.id,
      number: invoices.number,
      invoiceNumber: invoices.invoiceNumber,
      schoolId: invoices.schoolId,
      startDate: invoices.startDate,
      endDate: invoices.endDate,
      kind: invoices.kind,
      amountDue: invoices.amountDue,
      dueOn: invoices.dueOn,
      issuedAt: invoices.issuedAt,
      paidOn: invoices.paidOn,
      paidReference: invoices.paidReference,
      version: invoices.version,
      ...shownContent,
      supersededById: successor.id,
      supersededBy: successor.invoiceNumber,
      supersededByKind: successor.kind,
      billingEmail: sql<string>`coalesce(${schoolBillingProfiles.billingEmail}, '')`,
      delivery: invoiceDeliveries,
      lastFailure: jobs.reason,
    })
    .from(invoices)
    .leftJoin(schoolBillingProfiles, eq(schoolBillingProfiles.schoolId, invoices.schoolId))
    .leftJoin(successor, eq(successor.id, invoices.supersededById))
    .leftJoin(invoiceDeliveries, latestDelivery)
    .leftJoin(jobs, eq(jobs.id, invoiceDeliveries.jobId))
    .where(which)
    .orderBy(desc(invoices.number))
    .limit(limit)
    .offset(offset)
  return rows.map(
    ({
      number,
      startDate,
      endDate,
      issuedAt,
      paidOn,
      paidReference,
      version,
      delivery,
      lastFailure,
      supersededByKind,
      replacement,
      credits,
      ...row
    }) => ({
      ...row,
      amountDue: roundMoney(row.amountDue, row.money.currency),
      replaces: replacement,
      credits: credits ?? null,
      providerName: row.providerNames.join(', '),
      generatedOn: issuedAt.toISOString(),
      billingStartDate: startDate,
      billingEndDate: endDate,
      pdfFilePath: pathOf(number, 'pdf'),
      docFilePath: pathOf(number, 'docx'),
      supersededBy:
        row.supersededById === null || row.supersededBy === null || supersededByKind === null
          ? null
          : { id: row.supersededById, invoiceNumber: row.supersededBy, kind: supersededByKind },
      delivery: delivery && deliveryOf(delivery, lastFailure),
      paid: paidOn === null ? null : { on: paidOn, reference: paidReference ?? '' },
      entityCacheKey: String(version),
    }),
  )
}

const countRecords = async (on: Pick<Db, 'select'>, which: SQL | undefined): Promise<number> => {
  const counted = await on
    .select({ total: count() })
    .from(invoices)
    .leftJoin(invoiceDeliveries, latestDelivery)
    .where(which)
  return requireCount(counted)
}

/** `paid` is null to remove the mark. */
export const markPaid = (
  db: Pick<Db, 'transaction'>,
  {
    id,
    seen,
    paid,
    user,
    now,
  }: {
    readonly id: number
    readonly seen: string
    readonly paid: { readonly paidOn: LocalDate; readonly reference: string } | null
    readonly user: Caller
    readonly now: Date
  },
) =>
  db.transaction(async (tx) => {
    const [stored] = await tx.select().from(invoices).where(eq(invoices.id, id)).for('update')
    if (!stored) throw new Refusal(404, invoiceMessages.notFound)
    const { invoiceNumber, supersededById, version } = stored
    if (supersededById !== null) throw new Refusal(409, invoiceMessages.superseded(invoiceNumber))
    if (seen !== String(version)) throw new Refusal(409, invoiceMessages.changed)
    const event = paid ? 'invoice.markPaid' : 'invoice.unmarkPaid'
    const move = askInvoice(stored, { type: event }, user, invoiceMessages.changed)
    await tx
      .update(invoices)
      .set({ paidOn: paid?.paidOn ?? null, paidReference: paid?.reference ?? null, version: version + 1 })
      .where(eq(invoices.id, id))
    await logTransitions(tx, user.userId, now, [
      { machine: invoiceMachine.id, entity: String(id), event, ...move, ...(paid && invoiceDetail.of(paid)) },
    ])
    const [record] = await readRecords(tx, eq(invoices.id, id), { limit: 1, offset: 0 })
    if (!record) throw new Refusal(404, invoiceMessages.notFound)
    return record
  })

/** How long an invoice has been due, as an index of `AGES`. */
const ageOn = (today: LocalDate) => sql<number>`case
  when ${invoices.dueOn} >= ${today}::date or ${invoices.amountDue} < 0 then 0
  when ${today}::date - ${invoices.dueOn} <= 30 then 1
  when ${today}::date - ${invoices.dueOn} <= 60 then 2
  when ${today}::date - ${invoices.dueOn} <= 90 then 3
  else 4 end`

const readOutstanding = async (db: Pick<Db, 'select'>, today: LocalDate) => {
  const { currency } = await organizationMoney(db)
  const age = ageOn(today)
  const rows = await db
    .select({ id: schools.id, name: schools.name, age, amount: sql<Decimal>`sum(${invoices.amountDue})::text` })
    .from(invoices)
    .innerJoin(schools, eq(schools.id, invoices.schoolId))
    .where(isUnpaid)
    .groupBy(schools.id, schools.name, sql`3`)
    .orderBy(asc(schools.name), asc(schools.id))
  const totalOf = (amounts: Iterable<Decimal>) => roundMoney(sumOf(amounts), currency)
  const byAge = (of: readonly (typeof rows)[number][]) =>
    AGES.map((_, index) => totalOf(of.filter((row) => row.age === index).map(({ amount }) => amount)))
  return {
    schools: [...grouped(rows, ({ id }) => id).values()].map((ofSchool) => ({
      id: ofSchool[0].id,
      name: ofSchool[0].name,
      amounts: byAge(ofSchool),
      total: totalOf(ofSchool.map(({ amount }) => amount)),
    })),
    totals: byAge(rows),
    total: totalOf(rows.map(({ amount }) => amount)),
  }
}

export const invoiceHistoryHandlers: HandlersOf<'getInvoiceHistory' | 'markInvoicePaid' | 'getOutstanding'> = {
  getInvoiceHistory: async ({ body, db, now, timeZone }) => {
    const which = searchOf(body, localOf(now, timeZone).date)
    const [total, rows] = await Promise.all([countRecords(db, which), readRecords(db, which, rangeOf(body))])
    return replyPage(body, rows, total)
  },

  markInvoicePaid: async ({ body: { id, paid, entityCacheKey: seen }, db, user, now, timeZone }) => {
    const today = localOf(now, timeZone).date
    const record = await markPaid(db, { id, seen, paid: paid && parseFields(paidSchema(today), paid), user, now })
    const message = paid ? invoiceMessages.paidMarked : invoiceMessages.paidRemoved
    return done(record, message(record.invoiceNumber))
  },

  getOutstanding: ({ db, now, timeZone }) => readOutstanding(db, localOf(now, timeZone).date),
}
