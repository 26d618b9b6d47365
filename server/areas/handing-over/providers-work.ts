/** What is a provider's from a day on, and the days of the colleagues who could take it, as stored. */
import { and, asc, eq, gte, inArray, isNull, ne, not, sql } from 'drizzle-orm'
import type { SessionTimes } from '#contract/hand-over.ts'
import type { AccountState } from '#domain/account.ts'
import { type BusySlot, diaryOf, handOverMessages, type StayReason } from '#domain/hand-over.ts'
import { PROVIDER_STATUS_IDS } from '#domain/provider-form.ts'
import { type LocalDate, type LocalTime, type Weekday, weekdayOf, withoutSeconds } from '#domain/time.ts'
import { GRANTED_PTO_STATES, PTO_STATES } from '#domain/time-off.ts'
import { countUnits } from '#server/areas/hours/pto-rows.ts'
import { hasWaitingChange } from '#server/areas/provider-days/follow-days.ts'
import { countOpenDays } from '#server/areas/provider-days/open-days.ts'
import type { ChangeContext } from '#server/areas/schedule/occurrence-moves.ts'
import { studentName } from '#server/areas/students/student-name.ts'
import type { Tx } from '#server/db/database.ts'
import { distinctProviderName, isEmployed, statusTitle } from '#server/db/providers.ts'
import { handOverItems } from '#server/db/schema/hand-overs.ts'
import { providerSchools, providers, providerTypes } from '#server/db/schema/providers.ts'
import { occurrenceStudents, occurrences, scheduleEvents } from '#server/db/schema/schedule.ts'
import { schools } from '#server/db/schema/schools.ts'
import { students } from '#server/db/schema/students.ts'
import { ptoRequests } from '#server/db/schema/time-off.ts'
import { users } from '#server/db/schema/users.ts'
import { accountState } from '#server/db/users.ts'
import { Refusal } from '#server/http/refusal.ts'

/** @param state of the account; also of someone on leave who has not accepted the invitation */
const absenceOf = ({ statusId, state }: { statusId: number; state: AccountState }): Absence | undefined => {
  if (state === 'terminated') return 'left'
  if (state === 'deactivated') return 'deactivated'
  return statusId === PROVIDER_STATUS_IDS.onLeave ? 'onLeave' : undefined
}

/** Null for someone who has a way to sign in. */
const invitationOf = ({ hasAccount, state }: { hasAccount: boolean; state: AccountState }) =>
  hasAccount && (state === 'notInvited' || state === 'invited') ? state : null

const ABSENT: Record<Absence, (name: string) => string> = {
  left: (name) => `${name} has left by then.`,
  onLeave: (name) => `${name} is on leave.`,
  deactivated: (name) => `${name}'s account is deactivated.`,
}

/** Says whether a provider can be given work on a day. Needs providers joined with their users. */
const employmentColumns = (day: LocalDate) => ({
  name: distinctProviderName,
  statusId: providers.statusId,
  lastDay: providers.termDate,
  state: accountState(day),
  hasAccount: sql<boolean>`${users.id} is not null`,
})

export interface HandingProvider {
  id: number
  name: string
  type: string
  status: string
  typeId: number
  termDate: LocalDate | null
}

/** @throws Refusal 404 if there is none */
export const readHandingProvider = async (tx: Tx, id: number, today: LocalDate): Promise<HandingProvider> => {
  const [found] = await tx
    .select({
      id: providers.id,
      name: distinctProviderName,
      type: providerTypes.title,
      status: statusTitle(today),
      typeId: providers.providerTypeId,
      termDate: providers.termDate,
    })
    .from(providers)
    .innerJoin(providerTypes, eq(providerTypes.id, providers.providerTypeId))
    .where(eq(providers.id, id))
  if (!found) throw new Refusal(404, handOverMessages.notFound)
  return found
}

/** One date of a session that may move. */
export interface WorkDate {
  id: number
  scheduleEventId: number
  providerId: number
  schoolId: number
  serviceId: number
  rateTypeId: number | null
  date: LocalDate
  startTime: LocalTime
  endTime: LocalTime
  version: number
  isTimesheetReq: boolean
  isRecurring: boolean
  hasPendingEdit: boolean
  /** The session's name, owner and version. */
  name: string
  ownerId: number
  sessionVersion: number
}

/** When the dates are, in order of date. @param all at least one */
export const timesOf = (all: readonly [WorkDate, ...WorkDate[]]): Omit<SessionTimes, 'count'> => {
  const [first] = all
  const last = all.at(-1) ?? first
  const weekdays = new Set<Weekday>()
  for (const { date } of all) {
    weekdays.add(weekdayOf(date))
    if (weekdays.size === 7) break
  }
  return {
    isRecurring: first.isRecurring,
    first: first.date,
    last: last.date,
    startTime: first.startTime,
    endTime: first.endTime,
    weekdays: [...weekdays].sort(),
  }
}

/** A provider's, a student's, or those at a school. */
export type Whose = { readonly providerId: number } | { readonly studentId: number } | { readonly schoolId: number }

const isOf = (whose: Whose) => {
  if ('providerId' in whose) return eq(occurrences.providerId, whose.providerId)
  if ('schoolId' in whose) return eq(occurrences.schoolId, whose.schoolId)
  return sql`${occurrences.id} in (select ${occurrenceStudents.occurrenceId} from ${occurrenceStudents}
    where ${occurrenceStudents.studentId} = ${whose.studentId})`
}

/** The dates from a day on that are not over, by date. */
export const readWork = async (
  { tx, now }: Pick<ChangeContext, 'tx' | 'now'>,
  { from, ...whose }: Whose & { from: LocalDate },
): Promise<WorkDate[]> => {
  const rows = await tx
    .select({
      id: occurrences.id,
      scheduleEventId: occurrences.scheduleEventId,
      providerId: occurrences.providerId,
      schoolId: occurrences.schoolId,
      serviceId: occurrences.serviceId,
      rateTypeId: occurrences.rateTypeId,
      date: occurrences.date,
      startTime: occurrences.startTime,
      endTime: occurrences.endTime,
      version: occurrences.version,
      isTimesheetReq: occurrences.isTimesheetRequired,
      isRecurring: occurrences.isRecurring,
      hasPendingEdit: sql<boolean>`${hasWaitingChange}`,
      name: sql<string>`case when ${scheduleEvents.isRecurring} then ${scheduleEvents.eventName} else ${occurrences.title} end`,
      ownerId: scheduleEvents.providerId,
      sessionVersion: scheduleEvents.version,
    })
    .from(occurrences)
    .innerJoin(scheduleEvents, eq(scheduleEvents.id, occurrences.scheduleEventId))
    .where(and(isOf(whose), isNull(occurrences.deletedAt), gte(occurrences.date, from), gte(occurrences.endsAt, now)))
    .orderBy(asc(occurrences.date), asc(occurrences.startTime), asc(occurrences.id))
  return rows.map((row) => ({
    ...row,
    startTime: withoutSeconds(row.startTime),
    endTime: withoutSeconds(row.endTime),
  }))
}

export interface CaseloadStudent {
  id: number
  name: string
  schoolId: number
}

/** Whether a student goes to a colleague on a later day. */
export const isComing = sql`exists (select from ${handOverItems}
  where ${handOverItems.studentId} = ${students.id} and ${handOverItems.movesOn} is not null)`

/** The students of the provider's caseload who are not handed over yet, by name. */
export const readCaseload = (tx: Tx, providerId: number): Promise<CaseloadStudent[]> =>
  tx
    .select({ id: students.id, name: studentName, schoolId: students.schoolId })
    .from(students)
    .where(and(eq(students.providerId, providerId), isNull(students.deletedAt), not(isComing)))
    .orderBy(asc(students.name), asc(students.id))

export const readSchoolNames = (tx: Tx, ids: readonly number[]): Promise<{ id: number; name: string }[]> =>
  tx
    .select({ id: schools.id, name: schools.name })
    .from(schools)
    .where(inArray(schools.id, [...ids]))
    .orderBy(asc(schools.name), asc(schools.id))

/** Their own sessions and accepted time off in a span of days, by provider. */
const readBusy = async (
  tx: Tx,
  providerIds: readonly number[],
  { first, last }: { first: LocalDate; last: LocalDate },
): Promise<Map<number, BusySlot[]>> => {
  const { rows } = await tx.execute<{
    provider_id: number
    kind: BusySlot['kind']
    date: LocalDate
    start_time: string
    end_time: string
    title: string
  }>(sql`
    select provider_id, 'session' as kind, date::text, start_time, end_time, title from ${occurrences}
    where provider_id = any(${sql.param([...providerIds])}::int[]) and deleted_at is null
      and date between ${first} and ${last}
    union all
    select provider_id, 'timeOff', requested_date::text, start_time, end_time, '' from ${ptoRequests}
    where provider_id = any(${sql.param([...providerIds])}::int[])
      and state = any(${sql.param([...GRANTED_PTO_STATES])}::text[]) and requested_date between ${first} and ${last}
    order by 3, 4`)
  const busy = new Map<number, BusySlot[]>()
  for (const row of rows) {
    const ofProvider = busy.get(row.provider_id) ?? []
    busy.set(row.provider_id, ofProvider)
    const [startTime, endTime] = [withoutSeconds(row.start_time), withoutSeconds(row.end_time)]
    ofProvider.push({ kind: row.kind, date: row.date, startTime, endTime, title: row.title })
  }
  return busy
}

/** Why someone can't be given any work. */
export type Absence = Extract<StayReason, 'left' | 'onLeave' | 'deactivated'>

interface Standing {
  name: string
  absence: Absence | undefined
  /** The last day at work, if it is known. */
  lastDay: LocalDate | null
}

/** Whether a provider can be given work on a day. @throws Refusal 404 if there is none */
export const readStanding = async (tx: Tx, id: number, day: LocalDate): Promise<Standing> => {
  const [found] = await tx
    .select(employmentColumns(day))
    .from(providers)
    .leftJoin(users, eq(users.providerId, providers.id))
    .where(eq(providers.id, id))
  if (!found) throw new Refusal(404, handOverMessages.notFound)
  const { name, lastDay } = found
  return { name, lastDay, absence: absenceOf(found) }
}

/** A provider's days in a span, to look for clashes. */
export const readDiary = async (tx: Tx, providerId: number, span: { first: LocalDate; last: LocalDate }) =>
  diaryOf((await readBusy(tx, [providerId], span)).get(providerId) ?? [])

/** Colleagues of the same type who can be given work on the day; what they have then only if there is a span. */
export const readColleagues = async (
  tx: Tx,
  { id, typeId }: HandingProvider,
  from: LocalDate,
  span: { first: LocalDate; last: LocalDate } | undefined,
) => {
  const ofType = await tx
    .select({ id: providers.id, ...employmentColumns(from) })
    .from(providers)
    .leftJoin(users, eq(users.providerId, providers.id))
    .where(and(ne(providers.id, id), eq(providers.providerTypeId, typeId), isEmployed(from)))
  const found = ofType.filter((colleague) => absenceOf(colleague) === undefined)
  const ids = found.map((colleague) => colleague.id)
  const worksAt = await tx.select().from(providerSchools).where(inArray(providerSchools.providerId, ids))
  const busy = span ? await readBusy(tx, ids, span) : new Map<number, BusySlot[]>()
  return found.map((colleague) => ({
    id: colleague.id,
    name: colleague.name,
    lastDay: colleague.lastDay,
    invitation: invitationOf(colleague),
    schoolIds: new Set(worksAt.flatMap(({ providerId, schoolId }) => (providerId === colleague.id ? schoolId : []))),
    busy: busy.get(colleague.id) ?? [],
    diary: diaryOf(busy.get(colleague.id) ?? []),
  }))
}

/** Why someone who was chosen can't take anything: 'Dana Weber is on leave.' */
export const readUnavailable = async (
  tx: Tx,
  ids: readonly number[],
  from: LocalDate,
): Promise<Map<number, string>> => {
  if (ids.length === 0) return new Map()
  const found = await tx
    .select({ id: providers.id, ...employmentColumns(from) })
    .from(providers)
    .leftJoin(users, eq(users.providerId, providers.id))
    .where(inArray(providers.id, [...ids]))
  return new Map(
    found.map((one) => {
      const absence = absenceOf(one)
      return [one.id, absence ? ABSENT[absence](one.name) : `${one.name} is of another type.`]
    }),
  )
}

/** What can't be handed over, each count as its list has it. */
export const readToSettle = async (
  { tx, now, timeZone }: Pick<ChangeContext, 'tx' | 'now' | 'timeZone'>,
  providerId: number,
) => {
  const { byStatus } = await countOpenDays(tx, { providerIds: [providerId], now, timeZone })
  const edits = await tx
    .select({ occurrenceId: occurrences.id, title: occurrences.title, date: occurrences.date })
    .from(occurrences)
    .where(and(eq(occurrences.providerId, providerId), isNull(occurrences.deletedAt), hasWaitingChange))
    .orderBy(asc(occurrences.date), asc(occurrences.startTime), asc(occurrences.id))
  return {
    waitingRequests: await countUnits(tx, { providerIds: [providerId], statusId: PTO_STATES.pending.id }),
    waitingReturns: await countUnits(tx, { providerIds: [providerId], statusId: PTO_STATES.givingBack.id }),
    edits,
    unconfirmedDays: byStatus.get(1) ?? 0,
    rejectedDays: byStatus.get(2) ?? 0,
  }
}
