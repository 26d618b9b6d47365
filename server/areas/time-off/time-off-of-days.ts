/** Who is off when: on the calendar, and on its printed pages. */
import { and, asc, between, eq, exists, inArray, sql } from 'drizzle-orm'
import type { TimeOffEntry } from '#contract/time-off-calendar.ts'
import { type LocalDate, withoutSeconds } from '#domain/time.ts'
import { isGrantedPto, LIVE_PTO_STATES } from '#domain/time-off.ts'
import type { Db } from '#server/db/database.ts'
import { providerName } from '#server/db/providers.ts'
import { providerSchools, providers } from '#server/db/schema/providers.ts'
import { ptoRequests } from '#server/db/schema/time-off.ts'

interface Wanted {
  from: LocalDate
  /** Inclusive. */
  to: LocalDate
  providerId?: number | undefined
  /** Only providers who work there. */
  schoolId?: number | undefined
}

/** Accepted and pending time off, by day and time. */
export const readTimeOff = async (db: Db, { from, to, providerId, schoolId }: Wanted): Promise<TimeOffEntry[]> => {
  const rows = await db
    .select({
      id: ptoRequests.id,
      providerId: ptoRequests.providerId,
      providerName,
      date: ptoRequests.requestedDate,
      startTime: ptoRequests.startTime,
      endTime: ptoRequests.endTime,
      totalHours: ptoRequests.totalHours,
      state: ptoRequests.state,
    })
    .from(ptoRequests)
    .innerJoin(providers, eq(providers.id, ptoRequests.providerId))
    .where(
      and(
        between(ptoRequests.requestedDate, from, to),
        inArray(ptoRequests.state, LIVE_PTO_STATES),
        providerId === undefined ? undefined : eq(ptoRequests.providerId, providerId),
        schoolId === undefined
          ? undefined
          : exists(
              db
                .select({ one: sql`1` })
                .from(providerSchools)
                .where(
                  and(eq(providerSchools.providerId, ptoRequests.providerId), eq(providerSchools.schoolId, schoolId)),
                ),
            ),
      ),
    )
    .orderBy(asc(ptoRequests.requestedDate), asc(ptoRequests.startTime), asc(ptoRequests.id))
  return rows.map(({ state, ...row }) => ({
    ...row,
    startTime: withoutSeconds(row.startTime),
    endTime: withoutSeconds(row.endTime),
    isPending: !isGrantedPto(state),
  }))
}
