import { and, desc, eq, ne } from 'drizzle-orm'
import type { DayKey } from '#server/areas/provider-days/provider-days.ts'
import type { Db } from '#server/db/database.ts'
import { dayCorrections } from '#server/db/schema/locked-periods.ts'

export type StoredCorrection = typeof dayCorrections.$inferSelect

export const isOfDay = ({ providerId, date }: DayKey) =>
  and(eq(dayCorrections.providerId, providerId), eq(dayCorrections.date, date))

/** The day's earlier corrections that were not canceled, the latest first. */
export const readEarlier = (on: Pick<Db, 'select'>, day: DayKey): Promise<StoredCorrection[]> =>
  on
    .select()
    .from(dayCorrections)
    .where(and(isOfDay(day), ne(dayCorrections.state, 'canceled')))
    .orderBy(desc(dayCorrections.id))

/** Whether an earlier correction keeps what the day was paid before: the period's payroll has that. */
export const isPayKept = async (on: Pick<Db, 'select'>, day: DayKey): Promise<boolean> =>
  (await readEarlier(on, day)).some(({ keepsPay }) => keepsPay)
