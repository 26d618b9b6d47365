/** Why an amount is what it is (docs/decisions/why.md). */
import type { z } from 'zod'
import { reportPlaces } from '#contract/reports/report-places.ts'
import type { amountSchema, Explanation, PaySubject } from '#contract/why.ts'
import { explainByProvider, explainWork, type PricedWork, partOf } from '#domain/billing/explanation.ts'
import { isWithin } from '#domain/billing/period.ts'
import type { LocalDate } from '#domain/time.ts'
import { readCorrectionsOf } from '#server/areas/billing/corrections-behind.ts'
import { readLockOutsOf } from '#server/areas/billing/lock-outs.ts'
import {
  NOBODY,
  originOfFee,
  originOfRate,
  readApprovals,
  readFees,
  readLocks,
  readRates,
  readSessions,
  readTimesheets,
  whoOf,
} from '#server/areas/billing/who-did.ts'
import { readChargedRows, sumOfMinutes } from '#server/areas/hours/charges.ts'
import { explainPay } from '#server/areas/payroll/explain-pay.ts'
import { dayEntity } from '#server/areas/provider-days/provider-days.ts'
import { rowKey } from '#server/areas/timesheet/timesheet-rows.ts'
import type { Db } from '#server/db/database.ts'
import { organizationMoney } from '#server/db/organization.ts'
import { providerName } from '#server/db/providers.ts'
import { requireKey } from '#server/db/require-one.ts'
import { providers } from '#server/db/schema/providers.ts'
import { schools } from '#server/db/schema/schools.ts'
import { services } from '#server/db/schema/services.ts'
import { mayCall, NO_ACCESS } from '#server/http/access.ts'
import type { HandlersOf } from '#server/http/handler.ts'
import { Refusal } from '#server/http/refusal.ts'
import { explainInvoice } from './explain-invoice.ts'
import { isPriced } from './invoice-content.ts'

type Subject = Exclude<z.output<typeof amountSchema>, PaySubject>
type WorkSubject = Extract<Subject, { kind: 'work' }>

/** Work as it is now, with what it is made of. */
interface SourceRow extends PricedWork {
  readonly providerId: number
  readonly rateId: number
  readonly occurrenceIds: readonly number[]
  readonly isApproved: boolean
}

const readWork = async (db: Db, subject: WorkSubject) => {
  const { startDate, endDate, schoolId, providerId, studentIds, serviceIds, only } = subject
  const period = { startDate, endDate }
  const all = await readChargedRows(db, { period, schoolId, providerId, studentIds, serviceIds })
  const lockOuts = only === 'counted' ? await readLockOutsOf(db, period) : []
  const isLocked = (date: LocalDate) => lockOuts.some((lockOut) => isWithin(date, lockOut))
  const counts = ({ isApproved, date }: (typeof all)[number]) =>
    only === 'counted' ? isApproved || !isLocked(date) : isApproved === (only === 'approved')
  const rows = all.filter((row) => row.days > 0 && counts(row))
  const without = rows.filter((row) => !isPriced(row))
  return {
    rows: rows.filter(isPriced) satisfies SourceRow[],
    withoutRate: {
      minutes: sumOfMinutes(without),
      sessions: without.reduce((sum, { sessions }) => sum + sessions, 0),
    },
  }
}

const namesOf = (rows: readonly { id: number; name: string }[], what: string) => {
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return (id: number) => requireKey(names, id, what)
}

/** From what is stored now. */
const explainWorkOf = async (db: Db, subject: WorkSubject): Promise<Explanation> => {
  const { startDate, endDate, withFees, byProvider } = subject
  const period = { startDate, endDate }
  const { rows: source, withoutRate } = await readWork(db, subject)
  const money = await organizationMoney(db)
  const whole = (byProvider ? explainByProvider : explainWork)(source, money.currency)
  const part = partOf(whole, { line: subject.line, withFees }, money.currency)
  const rows = part.lines.flatMap((line) => line.rows.map(({ work }) => work))
  const schoolName = namesOf(await db.select({ id: schools.id, name: schools.name }).from(schools), 'The school')
  const serviceName = namesOf(
    await db.select({ id: services.id, name: services.description }).from(services),
    'The service',
  )
  const nameOf = namesOf(await db.select({ id: providers.id, name: providerName }).from(providers), 'The provider')
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
      const { rateTypeId, from, to, quantity, amount, rate } = line
      return {
        schoolId,
        schoolName: schoolName(schoolId),
        serviceName: serviceName(line.serviceId),
        ...{ rateTypeId, from, to, quantity, rate, exact, rounding, amount },
        ...originOfRate(rateOf, rows[0]?.work.rateId, from),
        rows: rows.map(({ work, quantity, minutes, exact }) => {
          const stored = timesheetOf.get(rowKey(work))
          return {
            date: work.date,
            providerId: work.providerId,
            providerName: nameOf(work.providerId),
            quantity,
            minutes,
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
    fees: part.fees.map(({ schoolId, fee, exact, rounding }) => ({
      ...{ schoolId, ...fee, exact, rounding },
      schoolName: schoolName(schoolId),
      ...originOfFee(fees, { schoolId, percent: fee.percent }, period),
    })),
    locks: await readLocks(db, period),
    corrections: await readCorrectionsOf(db, rows),
    withoutRate,
    issued: null,
  }
}

const explain = (db: Db, subject: Subject): Promise<Explanation> =>
  subject.kind === 'work' ? explainWorkOf(db, subject) : explainInvoice(db, subject)

export const explainAmountHandlers: HandlersOf<'explainAmount'> = {
  explainAmount: ({ body: { of }, db, user }) => {
    if (of.kind !== 'pay') return explain(db, of)
    if (!mayCall(reportPlaces.payroll.access, user)) throw new Refusal(403, NO_ACCESS)
    return explainPay(db, of)
  },
}
