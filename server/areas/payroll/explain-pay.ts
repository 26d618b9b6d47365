/** Why a provider is paid an amount (docs/decisions/why.md). */
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { ExplainedPay, Explanation, PaySubject } from '#contract/why.ts'
import { isForTimeOff, payMessages, payOf } from '#domain/billing/pay.ts'
import type { Period } from '#domain/billing/period.ts'
import { differenceOf, roundMoney } from '#domain/money.ts'
import type { MoneyFormat } from '#domain/money-format.ts'
import { RATE_TYPE_IDS, rateTypeIdSchema } from '#domain/rate-types.ts'
import type { LocalDate } from '#domain/time.ts'
import { readCorrectionsOf, readRowsBeforeCorrections } from '#server/areas/billing/corrections-behind.ts'
import { NOBODY, readApprovals, readLocks, readSessions, readTimesheets, whoOf } from '#server/areas/billing/who-did.ts'
import { paidRows } from '#server/areas/hours/payroll-segments.ts'
import { type DayKey, dayEntity } from '#server/areas/provider-days/provider-days.ts'
import { rowKey } from '#server/areas/timesheet/timesheet-rows.ts'
import type { Db } from '#server/db/database.ts'
import { organizationMoney } from '#server/db/organization.ts'
import { providerName } from '#server/db/providers.ts'
import { requireOne } from '#server/db/require-one.ts'
import { payAdjustments } from '#server/db/schema/payroll.ts'
import { providers } from '#server/db/schema/providers.ts'
import { providerRates } from '#server/db/schema/rates.ts'
import { schools } from '#server/db/schema/schools.ts'
import { ptoRequests } from '#server/db/schema/time-off.ts'
import { users } from '#server/db/schema/users.ts'
import { Refusal } from '#server/http/refusal.ts'

interface PaidRow extends Record<string, unknown> {
  readonly date: LocalDate
  /** Null for time off. */
  readonly schoolId: number | null
  readonly schoolName: string | null
  readonly requestId: number | null
  readonly quantity: string
  /** Null if the rate multiplies something else, or the row's hours are rounded by themselves. */
  readonly minutes: number | null
  readonly occurrenceIds: readonly number[] | null
}

const readPaid = async (db: Db, { startDate, endDate, providerId, rateId, part }: PaySubject) => {
  const payroll = { period: { startDate, endDate }, providerId }
  const { rows } = await db.execute<PaidRow>(sql`
    select paid.date::text as date, paid.school_id as "schoolId", ${schools.name} as "schoolName",
      paid.request_id as "requestId", trim_scale(round(paid.quantity, 12))::text as quantity,
      case when paid.rate_type_id in (${RATE_TYPE_IDS.perSession}, ${RATE_TYPE_IDS.daily}) or paid.hundredths is not null
        then null else paid.minutes end as minutes,
      paid.occurrence_ids as "occurrenceIds"
    from (${paidRows(payroll, true)}) as paid
    left join ${schools} on ${schools.id} = paid.school_id
    where coalesce(paid.rate_id, 0) = ${rateId} and (paid.request_id is null) = ${part === 'base'}
    order by paid.date, ${schools.name}, paid.request_id`)
  return rows
}

const readRate = async (db: Db, { providerId, rateId }: PaySubject) => {
  const [found] = await db
    .select({ rate: providerRates, by: users.displayName })
    .from(providerRates)
    .leftJoin(users, eq(users.id, providerRates.createdById))
    .where(sql`${providerRates.id} = ${rateId} and ${providerRates.providerId} = ${providerId}`)
  return found
}

/** Who accepted each request, and its times. */
const readRequests = async (db: Db, { providerId, startDate, endDate }: PaySubject) => {
  const found = await db
    .select({ request: ptoRequests, by: users.displayName })
    .from(ptoRequests)
    .leftJoin(users, eq(users.id, ptoRequests.decidedById))
    .where(
      sql`${ptoRequests.providerId} = ${providerId} and ${ptoRequests.requestedDate} between ${startDate} and ${endDate}`,
    )
  return new Map(found.map(({ request, by }) => [request.id, { ...request, by }]))
}

const rateOf = (stored: NonNullable<Awaited<ReturnType<typeof readRate>>>): NonNullable<ExplainedPay['rate']> => ({
  rateTypeId: rateTypeIdSchema.parse(stored.rate.rateTypeId),
  rate: stored.rate.rate,
  since: stored.rate.effectiveDate,
  set: whoOf(stored.by, stored.by === null ? null : stored.rate.createdAt),
})

const explanationOf = async (
  db: Db,
  line: ExplainedPay,
  money: MoneyFormat,
  period: Period,
  days: readonly DayKey[],
): Promise<Explanation> => ({
  amount: line.amount,
  money,
  lines: [],
  fees: [],
  pay: [line],
  locks: await readLocks(db, period),
  corrections: await readCorrectionsOf(db, days),
  withoutRate: { minutes: 0, sessions: 0 },
  issued: null,
})

/** Late pay, as it was booked: its rate is the one that was in force on the day that it is for. */
const explainLatePay = async (db: Db, subject: PaySubject, adjustmentId: number): Promise<Explanation> => {
  const { providerId, part } = subject
  const money = await organizationMoney(db)
  const [found] = await db
    .select({ late: payAdjustments, by: users.displayName, name: providerName, request: ptoRequests })
    .from(payAdjustments)
    .innerJoin(users, eq(users.id, payAdjustments.byId))
    .innerJoin(providers, eq(providers.id, payAdjustments.providerId))
    .leftJoin(ptoRequests, eq(ptoRequests.id, payAdjustments.ptoRequestId))
    .where(
      and(
        eq(payAdjustments.id, adjustmentId),
        eq(payAdjustments.providerId, providerId),
        isNull(payAdjustments.voidedAt),
      ),
    )
  if (!found) throw new Refusal(404, payMessages.noLatePay)
  const { late, by, name, request } = found
  const booked = whoOf(by, late.at)
  const isOfPart = isForTimeOff(late.kind) === (part === 'timeOff')
  const stored = late.rateId === null ? undefined : await readRate(db, { ...subject, rateId: late.rateId })
  const { quantity, rows, exact } = payOf(isOfPart ? [{ ...late, minutes: null }] : [], late.rate, money.currency)
  // Booked as it was rounded.
  const amount = isOfPart ? roundMoney(late.amount, money.currency) : '0'
  const line: ExplainedPay = {
    ...{ providerId, providerName: name, part, from: late.workDate, to: late.workDate },
    late: { kind: late.kind, paidOn: late.paidOn, booked },
    rate: stored && late.rate !== null ? { ...rateOf(stored), rate: late.rate } : null,
    ...{ quantity, exact, rounding: differenceOf(amount, exact), amount },
    rows: rows.map((row) => ({
      date: row.workDate,
      school: null,
      quantity: row.quantity,
      minutes: row.minutes,
      exact: row.exact,
      hours: request && { startTime: request.startTime, endTime: request.endTime },
      confirmed: null,
      approved: booked,
      sessions: [],
    })),
  }
  return explanationOf(db, line, money, { startDate: late.paidOn, endDate: late.paidOn }, [
    { providerId, date: late.workDate },
  ])
}

/** What the provider is paid at the rate; nothing if there is no such rate. */
export const explainPay = async (db: Db, subject: PaySubject): Promise<Explanation> => {
  if (subject.adjustmentId !== null) return explainLatePay(db, subject, subject.adjustmentId)
  const { providerId, startDate, endDate, part } = subject
  const money = await organizationMoney(db)
  const paid = await readPaid(db, subject)
  const stored = await readRate(db, subject)
  const provider = await db.select({ name: providerName }).from(providers).where(eq(providers.id, providerId))
  const work = paid.flatMap(({ date, schoolId, occurrenceIds }) =>
    schoolId === null ? [] : [{ providerId, schoolId, date, occurrenceIds: occurrenceIds ?? [] }],
  )
  const timesheetOf = await readTimesheets(db, work, { startDate, endDate })
  const approvalOf = await readApprovals(db, work)
  const sessionOf = await readSessions(db, work)
  const keptOf = await readRowsBeforeCorrections(db, { startDate, endDate, providerId })
  const requestOf = await readRequests(db, subject)
  const { quantity, rows, exact, rounding, amount } = payOf(paid, stored?.rate.rate ?? null, money.currency)
  const line: ExplainedPay = {
    providerId,
    providerName: requireOne(provider, 'The provider').name,
    part,
    from: startDate,
    to: endDate,
    late: null,
    rate: stored ? rateOf(stored) : null,
    ...{ quantity, exact, rounding, amount },
    rows: rows.map((row) => {
      const { date, schoolId, schoolName, requestId, occurrenceIds } = row
      // Time off is at no school, and hours are of no request.
      const hours = schoolId === null ? undefined : rowKey({ providerId, schoolId, date })
      const timesheet = hours === undefined ? undefined : timesheetOf.get(hours)
      const kept = hours === undefined ? undefined : keptOf.get(hours)
      const request = requestId === null ? undefined : requestOf.get(requestId)
      const times = request ?? kept?.hours ?? timesheet
      return {
        date,
        school: schoolId === null ? null : { id: schoolId, name: schoolName ?? '' },
        quantity: row.quantity,
        minutes: row.minutes,
        exact: row.exact,
        hours: times ? { startTime: times.startTime, endTime: times.endTime } : null,
        confirmed: kept ? kept.confirmed : timesheet?.confirmedAt ? whoOf(timesheet.by, timesheet.confirmedAt) : null,
        approved:
          kept?.approved ??
          (request
            ? whoOf(request.by, request.decidedAt)
            : (approvalOf.get(dayEntity({ providerId, date })) ?? NOBODY)),
        sessions: (occurrenceIds ?? []).flatMap((id) => sessionOf.get(id) ?? []),
      }
    }),
  }
  return explanationOf(db, line, money, { startDate, endDate }, work)
}
