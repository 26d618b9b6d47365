/** What explains an invoice's amounts later, frozen when it is issued (docs/decisions/why.md). */
import type { InvoiceContent, InvoiceTrace } from '#domain/billing/invoice.ts'
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
import { dayEntity } from '#server/areas/provider-days/provider-days.ts'
import { rowKey } from '#server/areas/timesheet/timesheet-rows.ts'
import type { Queryable } from '#server/db/database.ts'

export const traceOf = async (on: Queryable, schoolId: number, content: InvoiceContent): Promise<InvoiceTrace> => {
  const { lines, fees, period } = content
  const work = content.work.map(({ providerId, date, rateId, line, behind }) => ({
    ...{ schoolId, providerId, date, rateId, line },
    occurrenceIds: behind.map(({ occurrenceId }) => occurrenceId),
  }))
  const timesheetOf = await readTimesheets(on, work, period)
  const approvalOf = await readApprovals(on, work)
  const sessionOf = await readSessions(on, work)
  const rateOf = await readRates(on, work)
  const feeRows = await readFees(on, [schoolId])
  return {
    lines: lines.map(({ from }, index) => originOfRate(rateOf, work.find(({ line }) => line === index)?.rateId, from)),
    fees: fees.map(({ percent }) => originOfFee(feeRows, { schoolId, percent }, period)),
    work: work.map((row) => {
      const stored = timesheetOf.get(rowKey(row))
      return {
        hours: stored ? { startTime: stored.startTime, endTime: stored.endTime } : null,
        confirmed: stored?.confirmedAt ? whoOf(stored.by, stored.confirmedAt) : null,
        approved: approvalOf.get(dayEntity(row)) ?? NOBODY,
        titles: row.occurrenceIds.map((id) => sessionOf.get(id)?.title ?? ''),
      }
    }),
    locks: await readLocks(on, period),
  }
}
