/** Gives sessions and students to another provider: the writing that a hand-over and its undoing have in common. */
import { inArray, sql } from 'drizzle-orm'
import { handOverLifecycle } from '#machines/people/hand-over-lifecycle.machine.ts'
import { defineNotification, notice, notify } from '#server/areas/notifications/notify.ts'
import { followSessions } from '#server/areas/provider-days/follow-days.ts'
import { type DayKey, lockDays, readDays } from '#server/areas/provider-days/provider-days.ts'
import { SERIES } from '#server/areas/schedule/change-record.ts'
import { type AllowedMove, type ChangeContext, occurrenceLine } from '#server/areas/schedule/occurrence-moves.ts'
import { settleDays } from '#server/areas/schedule/session-days.ts'
import type { RowKey } from '#server/areas/timesheet/timesheet-rows.ts'
import type { Tx } from '#server/db/database.ts'
import { providerSchools, providers } from '#server/db/schema/providers.ts'
import { occurrences, scheduleEvents } from '#server/db/schema/schedule.ts'
import { students } from '#server/db/schema/students.ts'
import { logTransitions } from '#server/db/transition-log.ts'

/** A date of a session that goes from one provider to another. */
export interface ReassignedDate extends DayKey {
  id: number
  schoolId: number
  toProviderId: number
  /** Before. */
  version: number
  isTimesheetReq: boolean
  move: AllowedMove
}

/** Where a provider works. */
interface Place {
  providerId: number
  schoolId: number
}

/** A record that goes to a provider. */
interface Reassigned {
  id: number
  schoolId: number
  toProviderId: number
}

export interface Reassignment {
  dates: readonly ReassignedDate[]
  /** The sessions whose coming dates, and changes, are the other provider's from now on. */
  sessions: readonly (Reassigned & { version: number; count: number })[]
  students: readonly Reassigned[]
  /** Where providers work from now on, besides the places of what moves. */
  places?: readonly Place[]
}

/** What is locked for a reassignment. */
interface Locked {
  dates: readonly Pick<ReassignedDate, 'providerId' | 'toProviderId' | 'date'>[]
  sessions: readonly Pick<Reassigned, 'id'>[]
  students: readonly Pick<Reassigned, 'id'>[]
}

const daysOf = (dates: Locked['dates']): DayKey[] =>
  dates.flatMap(({ providerId, toProviderId, date }) => [
    { providerId, date },
    { providerId: toProviderId, date },
  ])

/** Locks providers, so that none leaves meanwhile, days as every change does, then sessions and students. */
export const lockFor = async (
  { tx }: Pick<ChangeContext, 'tx'>,
  { dates, sessions, students: moved }: Locked,
  providerIds: readonly number[],
): Promise<void> => {
  await tx
    .select({ id: providers.id })
    .from(providers)
    .where(inArray(providers.id, [...providerIds]))
    .orderBy(providers.id)
    .for('no key update')
  await lockDays(tx, daysOf(dates))
  const sessionIds = sessions.map(({ id }) => id)
  const isSession = sql`${scheduleEvents.id} = any(${sql.param(sessionIds)}::int[])`
  await tx
    .select({ id: scheduleEvents.id })
    .from(scheduleEvents)
    .where(isSession)
    .orderBy(scheduleEvents.id)
    .for('update')
  const studentIds = moved.map(({ id }) => id)
  const isStudent = sql`${students.id} = any(${sql.param(studentIds)}::int[])`
  await tx.select({ id: students.id }).from(students).where(isStudent).orderBy(students.id).for('update')
}

/** Those who take something work at its school from then on. */
export const placesOf = ({ dates, sessions, students: moved, places: more = [] }: Reassignment): Place[] => {
  const taken = [...dates, ...sessions, ...moved].map(({ toProviderId: providerId, schoolId }) => ({
    providerId,
    schoolId,
  }))
  const places = [...taken, ...more]
  return [...new Map(places.map((place) => [`${place.providerId} ${place.schoolId}`, place])).values()]
}

const addPlaces = async (tx: Tx, places: readonly Place[]): Promise<void> => {
  const added = await tx
    .insert(providerSchools)
    .values([...places])
    .onConflictDoNothing()
    .returning()
  const changed = [...new Set(added.map(({ providerId }) => providerId))]
  if (changed.length === 0) return
  await tx
    .update(providers)
    .set({ version: sql`${providers.version} + 1` })
    .where(inArray(providers.id, changed))
}

const arrays = (rows: readonly Pick<Reassigned, 'id' | 'toProviderId'>[]) => sql`unnest(
    ${sql.param(rows.map(({ id }) => id))}::int[],
    ${sql.param(rows.map(({ toProviderId }) => toProviderId))}::int[]
  ) as moved (id, provider_id)`

interface Written {
  readonly dates: readonly { readonly id: number; readonly version: number; readonly move: AllowedMove }[]
  readonly sessions: readonly { readonly id: number; readonly version: number; readonly count: number }[]
  /** In words. */
  readonly changes: readonly string[]
  /** The days of the dates, and the hours on them to confirm again. */
  readonly days: readonly DayKey[]
  readonly hours: readonly RowKey[]
}

/** Logs what was written to dates and their sessions, whose versions are those before, and moves their days. */
export const followWritten = async (change: ChangeContext, written: Written): Promise<void> => {
  const { tx, user, now } = change
  const { dates, sessions, days, hours } = written
  const changes = [...written.changes]
  await logTransitions(tx, user.userId, now, [
    ...sessions.map(({ id, version, count: changed }) => ({
      machine: SERIES,
      entity: String(id),
      from: 'scheduled',
      event: 'series.change',
      to: 'scheduled',
      detail: { version: version + 1, changes, changed },
    })),
    ...dates.map(({ id, move, version }) => occurrenceLine(id, move, 'series.edit', { version: version + 1, changes })),
  ])
  await settleDays(tx, (await readDays(tx, days)).values(), hours, change)
  const isWritten = sql`${occurrences.id} = any(${sql.param(dates.map(({ id }) => id))}::int[])`
  await followSessions(tx, isWritten, { userId: user.userId, now })
}

/** Writes and logs; call with everything locked and checked. */
export const reassign = async (change: ChangeContext, reassignment: Reassignment): Promise<void> => {
  const { dates, sessions, students: moved } = reassignment
  const { tx, user, now } = change
  await addPlaces(tx, placesOf(reassignment))
  await tx.execute(sql`update ${occurrences} as stored
    set provider_id = moved.provider_id, version = stored.version + 1
    from ${arrays(dates)} where stored.id = moved.id`)
  await tx.execute(sql`update ${scheduleEvents} as stored
    set provider_id = moved.provider_id, version = stored.version + 1, updated_by_id = ${user.userId}::int,
      updated_at = ${now.toISOString()}::timestamptz
    from ${arrays(sessions)} where stored.id = moved.id`)
  await tx.execute(sql`update ${students} as stored
    set provider_id = moved.provider_id, version = stored.version + 1
    from ${arrays(moved)} where stored.id = moved.id`)
  const hours = dates.flatMap(({ providerId, toProviderId, schoolId, date, isTimesheetReq }) =>
    isTimesheetReq ? [providerId, toProviderId].map((id) => ({ providerId: id, schoolId, date })) : [],
  )
  await followWritten(change, { dates, sessions, changes: ['the provider'], days: daysOf(dates), hours })
}

const workHandedOver = defineNotification({
  kind: 'work-handed-over',
  lastsIn: 'always',
  audience: 'PRV',
  category: 'Schedule',
  subject: handOverLifecycle.id,
  words: (message: string) => message,
  inMail: (message) => message,
  href: () => '/work-received',
})

/** Tells everyone concerned, each in their own words. */
export const tellProviders = async (
  { tx, user, now }: ChangeContext,
  id: number,
  messages: ReadonlyMap<number, string>,
): Promise<void> => {
  const notices = [...messages].map(([providerId, message]) => notice(workHandedOver, { providerId }, id, message))
  await notify(tx, { userId: user.userId, now }, notices)
}
