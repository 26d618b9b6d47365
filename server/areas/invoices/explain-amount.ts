/** Why an amount is what it is (docs/decisions/why.md). */
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { reportPlaces } from '#contract/reports/report-places.ts'
import type { amountSchema, Explanation, PaySubject } from '#contract/why.ts'
import { explainByProvider, explainWork, type PricedWork, partOf } from '#domain/billing/explanation.ts'
import { invoiceMessages } from '#domain/billing/invoice-rules.ts'
import type { Period } from '#domain/billing/period.ts'
import type { MoneyFormat } from '#domain/money-format.ts'
import { hoursOf, readChargedRows } from '#server/areas/billing/charges.ts'
import { readLockOutOf } from '#server/areas/billing/lock-outs.ts'
import {
  NOBODY,
  readApprovals,
  readLocks,
  readSessions,
  readTimesheets,
  rowKey,
  whoOf,
} from '#server/areas/billing/who-did.ts'
import { explainPay } from '#server/areas/payroll/explain-pay.ts'
import { dayEntity } from '#server/areas/schedule/provider-days.ts'
import type { Db } from '#server/db/database.ts'
import { oneOf } from '#server/db/one-of.ts'
import { organizationMoney } from '#server/db/organization.ts'
import { providerName } from '#server/db/providers.ts'
import {
  invoices,
  providers,
  schoolAdminFees,
  schoolServiceRates,
  schools,
  services,
  users,
} from '#server/db/schema.ts'
import { mayCall, NO_ACCESS } from '#server/http/access.ts'
import type { HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { isPriced } from './invoice-content.ts'

type Subject = Exclude<z.output<typeof amountSchema>, PaySubject>

/** Work as it is stored or frozen, with what it is made of. */
interface SourceRow extends PricedWork {
  readonly providerId: number
  readonly rateId: number
  readonly occurrenceIds: readonly number[]
  readonly isApproved: boolean
}

interface Source {
  readonly rows: readonly SourceRow[]
  readonly money: MoneyFormat
  readonly period: Period
  readonly withFees: boolean
  readonly byProvider: boolean
  readonly withoutRate: Explanation['withoutRate']
}

const readWork = async (db: Db, subject: Extract<Subject, { kind: 'work' }>): Promise<Source> => {
  const { startDate, endDate, schoolId, providerId, studentIds, serviceIds, only, withFees, byProvider } = subject
  const period = { startDate, endDate }
  const all = await readChargedRows(db, { period, schoolId, providerId, studentIds, serviceIds })
  const isLocked = only === 'counted' && (await readLockOutOf(db, period)) !== undefined
  const counts = (isApproved: boolean) =>
    only === 'counted' ? isApproved || !isLocked : isApproved === (only === 'approved')
  const rows = all.filter(({ isApproved, days }) => days > 0 && counts(isApproved))
  const without = rows.filter((row) => !isPriced(row))
  return {
    rows: rows.filter(isPriced),
    money: await organizationMoney(db),
    period,
    withFees,
    byProvider,
    withoutRate: {
      hundredths: hoursOf(without),
      sessions: without.reduce((sum, { sessions }) => sum + sessions, 0),
    },
  }
}

/** @throws Refusal 404 */
const readInvoice = async (db: Db, id: number): Promise<Source> => {
  const [invoice] = await db.select().from(invoices).where(eq(invoices.id, id))
  if (!invoice) throw new Refusal(404, invoiceMessages.notFound)
  const { schoolId, content } = invoice
  const rows = content.work.flatMap(({ line: index, behind, date, providerId, rateId, hundredths, sessions, days }) => {
    const line = content.lines[index]
    if (!line) return []
    const { serviceId, rateTypeId, rate, feePercent } = line
    const occurrenceIds = behind.map(({ occurrenceId }) => occurrenceId)
    const work = { date, providerId, rateId, hundredths, sessions, days, occurrenceIds, isApproved: true }
    return [{ schoolId, serviceId, rateTypeId, rate, feePercent, ...work }]
  })
  return {
    rows,
    money: content.money,
    period: content.period,
    withFees: true,
    byProvider: false,
    withoutRate: { hundredths: 0, sessions: 0 },
  }
}

const namesOf = (rows: readonly { id: number; name: string }[]) => {
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return (id: number) => names.get(id) ?? ''
}

const readRates = async (db: Db, rows: readonly SourceRow[]) => {
  const found = await db
    .select({ rate: schoolServiceRates, by: users.displayName })
    .from(schoolServiceRates)
    .leftJoin(users, eq(users.id, schoolServiceRates.createdById))
    .where(
      oneOf(
        schoolServiceRates.id,
        rows.map(({ rateId }) => rateId),
      ),
    )
  return new Map(
    found.map(({ rate, by }) => [
      rate.id,
      { since: rate.effectiveDate, set: whoOf(by, by === null ? null : rate.createdAt) },
    ]),
  )
}

/** The school's admin fees, the newest first. */
const readFees = async (db: Db, schoolIds: readonly number[]) =>
  db
    .select({ fee: schoolAdminFees, by: users.displayName })
    .from(schoolAdminFees)
    .leftJoin(users, eq(users.id, schoolAdminFees.createdById))
    .where(and(oneOf(schoolAdminFees.schoolId, schoolIds), isNull(schoolAdminFees.deletedAt)))
    .orderBy(sql`${schoolAdminFees.effectiveDate} desc`)

const explain = async (db: Db, subject: Subject): Promise<Explanation> => {
  const source = subject.kind === 'work' ? await readWork(db, subject) : await readInvoice(db, subject.id)
  const { money, period, withFees, byProvider, withoutRate } = source
  const whole = (byProvider ? explainByProvider : explainWork)(source.rows, money.currency)
  const part = partOf(whole, { line: subject.line, withFees }, money.currency)
  const rows = part.lines.flatMap((line) => line.rows.map(({ work }) => work))
  const schoolName = namesOf(await db.select({ id: schools.id, name: schools.name }).from(schools))
  const serviceName = namesOf(await db.select({ id: services.id, name: services.description }).from(services))
  const nameOf = namesOf(await db.select({ id: providers.id, name: providerName }).from(providers))
  const timesheetOf = await readTimesheets(db, rows, period)
  const approvalOf = await readApprovals(db, rows)
  const sessionOf = await readSessions(db, rows)
  const rateOf = await readRates(db, rows)
  const fees = await readFees(
    db,
    part.fees.map(({ schoolId }) => schoolId),
  )
  return {
    amount: part.amount,
    money,
    lines: part.lines.map(({ schoolId, line, rows, exact, rounding }) => {
      const rate = rateOf.get(rows[0]?.work.rateId ?? 0)
      const { rateTypeId, from, to, quantity, amount } = line
      return {
        schoolId,
        schoolName: schoolName(schoolId),
        serviceName: serviceName(line.serviceId),
        ...{ rateTypeId, from, to, quantity, rate: line.rate, exact, rounding, amount },
        since: rate?.since ?? from,
        set: rate?.set ?? NOBODY,
        rows: rows.map(({ work, quantity, exact }) => {
          const stored = timesheetOf.get(rowKey(work))
          return {
            date: work.date,
            providerId: work.providerId,
            providerName: nameOf(work.providerId),
            quantity,
            exact,
            hours: stored ? { startTime: stored.startTime, endTime: stored.endTime } : null,
            confirmed: stored?.confirmedAt ? whoOf(stored.by, stored.confirmedAt) : null,
            approved: work.isApproved ? (approvalOf.get(dayEntity(work)) ?? NOBODY) : null,
            sessions: work.occurrenceIds.flatMap((id) => sessionOf.get(id) ?? []),
          }
        }),
      }
    }),
    pay: [],
    fees: part.fees.map(({ schoolId, fee, exact, rounding }) => {
      const set = fees.find(
        ({ fee: stored }) =>
          stored.schoolId === schoolId && stored.adminFee === fee.percent && stored.effectiveDate <= period.endDate,
      )
      return {
        ...{ schoolId, ...fee, exact, rounding },
        schoolName: schoolName(schoolId),
        since: set?.fee.effectiveDate ?? period.startDate,
        set: set ? whoOf(set.by, set.by === null ? null : set.fee.createdAt) : NOBODY,
      }
    }),
    locks: await readLocks(db, period),
    withoutRate,
  }
}

export const explainAmountHandlers: HandlersOf<'explainAmount'> = {
  explainAmount: ({ body: { of }, db, user }) => {
    if (of.kind !== 'pay') return explain(db, of)
    if (!mayCall(reportPlaces.payroll.access, user)) throw new Refusal(403, NO_ACCESS)
    return explainPay(db, of)
  },
}
