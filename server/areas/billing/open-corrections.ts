/** What corrections keep from happening: invoicing the schools of their day, and unlocking its period. */
import { and, eq, gte, inArray, lte, ne, sql } from 'drizzle-orm'
import { OPEN_CORRECTION_STATES } from '#domain/billing/corrections.ts'
import type { Period } from '#domain/billing/period.ts'
import type { Db } from '#server/db/database.ts'
import { providerName } from '#server/db/providers.ts'
import { dayCorrections } from '#server/db/schema/locked-periods.ts'
import { providers } from '#server/db/schema/providers.ts'
import { occurrences } from '#server/db/schema/schedule.ts'

const isWithin = ({ startDate, endDate }: Period) =>
  and(gte(dayCorrections.date, startDate), lte(dayCorrections.date, endDate))

/** The first correction under way of a day at the school: also of a school where the day no longer is. */
export const readCorrectionOfSchool = async (
  on: Pick<Db, 'select'>,
  { schoolId, ...period }: Period & { readonly schoolId: number },
) => {
  const [found] = await on
    .select({ providerName, date: dayCorrections.date })
    .from(dayCorrections)
    .innerJoin(providers, eq(providers.id, dayCorrections.providerId))
    .where(
      and(
        isWithin(period),
        inArray(dayCorrections.state, OPEN_CORRECTION_STATES),
        sql`(${schoolId} = any(${dayCorrections.schoolIds}) or exists (
          select from ${occurrences} where ${occurrences.providerId} = ${dayCorrections.providerId}
            and ${occurrences.date} = ${dayCorrections.date} and ${occurrences.schoolId} = ${schoolId}
            and ${occurrences.deletedAt} is null))`,
      ),
    )
    .orderBy(dayCorrections.date, dayCorrections.id)
    .limit(1)
  return found
}

/** Corrections of the period's days that were not canceled. */
export const countCorrections = (on: Pick<Db, '$count'>, period: Period): Promise<number> =>
  on.$count(dayCorrections, and(isWithin(period), ne(dayCorrections.state, 'canceled')))
