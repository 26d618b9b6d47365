/**
 * What can become of the sessions to come of a student or at a school. The question and the change make the same plan
 * (docs/decisions/preview-is-the-change.md). Nothing is written or locked here.
 */
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { ComingRow, ComingSessions } from '#contract/coming-sessions.ts'
import { comingMessages } from '#domain/coming-sessions.ts'
import { grouped } from '#domain/grouped.ts'
import type { StayReason } from '#domain/hand-over.ts'
import { Tally } from '#domain/tally.ts'
import { formatDate, type LocalDate, localOf } from '#domain/time.ts'
import { onDays } from '#server/areas/handing-over/hand-over-plan.ts'
import { readSchoolNames, readWork, timesOf, type WorkDate } from '#server/areas/handing-over/providers-work.ts'
import { isInForce } from '#server/areas/master-data/rates-in-force.ts'
import { readDays } from '#server/areas/provider-days/provider-days.ts'
import type { AllowedMove, ChangeContext } from '#server/areas/schedule/occurrence-moves.ts'
import { mustAsk } from '#server/areas/schedule/session-preview.ts'
import { studentName } from '#server/areas/students/student-name.ts'
import type { Tx } from '#server/db/database.ts'
import { providerName } from '#server/db/providers.ts'
import { requireKey } from '#server/db/require-one.ts'
import { providerSchools, providers } from '#server/db/schema/providers.ts'
import { rateTypes, schoolServiceRates } from '#server/db/schema/rates.ts'
import { occurrenceStudents } from '#server/db/schema/schedule.ts'
import { services } from '#server/db/schema/services.ts'
import { students } from '#server/db/schema/students.ts'
import { providerScope } from '#server/http/access.ts'
import { refuseField } from '#server/http/refusal.ts'
import { seenKey } from '#server/http/seen-key.ts'

interface OfStudent {
  readonly studentId: number
  /** Where the student is now. */
  readonly schoolId: number
  /** Where the student moves; undefined if they don't. */
  readonly toSchoolId?: number | undefined
  /** The first day at the new school; today if undefined. */
  readonly from?: LocalDate | undefined
}

interface AtSchool {
  readonly schoolId: number
  readonly studentId?: undefined
  readonly toSchoolId?: undefined
  readonly from?: undefined
}

export type ComingAsk = OfStudent | AtSchool

/** A date about which can be decided. */
export interface ComingDate extends WorkDate {
  move: AllowedMove
}

type ComingDates = readonly [ComingDate, ...ComingDate[]]

export interface PlannedRow {
  readonly key: string
  readonly dates: ComingDates
  /** Students who are in them, too, and stay. */
  readonly others: readonly string[]
  readonly obstacle: string | null
}

export interface ComingPlan {
  readonly rows: readonly PlannedRow[]
  readonly staying: readonly { readonly why: StayReason; readonly count: number }[]
  readonly ofOthers: number
  readonly from: LocalDate
  readonly key: string
}

/** The other students of each date, by name. */
const readOthers = async (tx: Tx, studentId: number, ids: readonly number[]): Promise<Map<number, string[]>> => {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectDistinct({
      occurrenceId: occurrenceStudents.occurrenceId,
      id: students.id,
      name: studentName,
      plain: students.name,
    })
    .from(occurrenceStudents)
    .innerJoin(students, eq(students.id, occurrenceStudents.studentId))
    .where(
      and(
        sql`${occurrenceStudents.occurrenceId} = any(${sql.param([...ids])}::int[])`,
        sql`${students.id} <> ${studentId}`,
      ),
    )
    .orderBy(asc(students.name), asc(students.id))
  const names = new Map<number, string[]>()
  for (const { occurrenceId, name } of rows) names.set(occurrenceId, [...(names.get(occurrenceId) ?? []), name])
  return names
}

/** Why the sessions can't take place at another school; undefined if they can. */
const readObstacles = async (tx: Tx, schoolId: number, rows: readonly ComingDates[]) => {
  const [school] = await readSchoolNames(tx, [schoolId])
  if (!school) return refuseField('schoolId', 'School not found')
  const [names, serviceNames] = [await readNames(tx, rows), await readServices(tx, rows)]
  const places = await tx.select().from(providerSchools).where(eq(providerSchools.schoolId, schoolId))
  const worksThere = new Set(places.map(({ providerId }) => providerId))
  const types = new Map((await tx.select().from(rateTypes)).map(({ id, name }) => [id, name]))
  const ratesOn = new Map<LocalDate, Promise<{ serviceId: number; rateTypeId: number }[]>>()
  const readRates = (date: LocalDate) => {
    const read =
      ratesOn.get(date) ??
      tx
        .select({ serviceId: schoolServiceRates.serviceId, rateTypeId: schoolServiceRates.rateTypeId })
        .from(schoolServiceRates)
        .where(isInForce(schoolId, date))
        .execute()
    ratesOn.set(date, read)
    return read
  }
  return async (dates: ComingDates): Promise<string | null> => {
    const [{ providerId, date }] = dates
    if (!worksThere.has(providerId))
      return `${requireKey(names, providerId, 'The provider')} does not work at ${school.name}.`
    const rates = await readRates(date)
    for (const { serviceId, rateTypeId } of dates) {
      const ofService = rates.filter((rate) => rate.serviceId === serviceId)
      const isPriced =
        rateTypeId === null ? ofService.length > 0 : ofService.some((rate) => rate.rateTypeId === rateTypeId)
      if (isPriced) continue
      const type = rateTypeId === null ? '' : `${requireKey(types, rateTypeId, 'The rate type')} `
      return `${school.name} has no ${type}rate for ${requireKey(serviceNames, serviceId, 'The service')} on ${formatDate(date)}.`
    }
    return null
  }
}

const readNames = async (tx: Tx, rows: readonly ComingDates[]): Promise<Map<number, string>> => {
  const ids = [...new Set(rows.flatMap((dates) => dates.map(({ providerId }) => providerId)))]
  const found = await tx
    .select({ id: providers.id, name: providerName })
    .from(providers)
    .where(inArray(providers.id, ids))
  return new Map(found.map(({ id, name }) => [id, name]))
}

const readServices = async (tx: Tx, rows: readonly ComingDates[]): Promise<Map<number, string>> => {
  const ids = [...new Set(rows.flatMap((dates) => dates.map(({ serviceId }) => serviceId)))]
  const found = await tx
    .select({ id: services.id, name: services.description })
    .from(services)
    .where(inArray(services.id, ids))
  return new Map(found.map(({ id, name }) => [id, name]))
}

/** Dates of a series stay together; so do a provider's single sessions for a service at a school. */
const keyOf = (
  { isRecurring, scheduleEventId, providerId, schoolId, serviceId }: ComingDate,
  isGroup: boolean,
): string =>
  [
    ...(isRecurring ? ['series', scheduleEventId, providerId] : ['single', providerId, schoolId, serviceId]),
    ...(isGroup ? ['group'] : []),
  ].join('/')

const requireFrom = (from: LocalDate | undefined, today: LocalDate): LocalDate => {
  if (from !== undefined && from < today) refuseField('fromDate', comingMessages.fromPast)
  return from ?? today
}

/** @throws Refusal 400 for a day before today */
export const planComing = async (change: ChangeContext, ask: ComingAsk): Promise<ComingPlan> => {
  const { tx, now, timeZone, user } = change
  const from = requireFrom(ask.from, localOf(now, timeZone).date)
  const { studentId, toSchoolId } = ask
  const whose = studentId === undefined ? { schoolId: ask.schoolId } : { studentId }
  const all = (await readWork(change, { ...whose, from })).filter(({ schoolId }) => schoolId !== toSchoolId)
  const scope = providerScope(user)
  const work = scope === undefined ? all : all.filter(({ providerId }) => providerId === scope)
  const { leave } = onDays(await readDays(tx, work), change)
  const mayNotDecide = await mustAsk(change)
  const stays = new Tally<StayReason>()
  const open: ComingDate[] = []
  for (const date of work) {
    const left = leave(date)
    if ('move' in left && !mayNotDecide) open.push({ ...date, ...left })
    else {
      const why = 'why' in left ? left.why : 'needsApproval'
      stays.add(why)
    }
  }
  const ids = open.map(({ id }) => id)
  const others = studentId === undefined ? new Map<number, string[]>() : await readOthers(tx, studentId, ids)
  const groups = [...grouped(open, (date) => keyOf(date, others.has(date.id)))]
  const obstacleOf =
    toSchoolId === undefined
      ? undefined
      : await readObstacles(
          tx,
          toSchoolId,
          groups.map(([, dates]) => dates),
        )
  const rows: PlannedRow[] = []
  for (const [key, dates] of groups) {
    const inThem = [...new Set(dates.flatMap(({ id }) => others.get(id) ?? []))]
    const obstacle = obstacleOf === undefined || inThem.length > 0 ? null : await obstacleOf(dates)
    rows.push({ key, dates, others: inThem, obstacle })
  }
  const staying = stays.entries().map(([why, count]) => ({ why, count }))
  const shown = [
    toSchoolId,
    from,
    rows.map(({ key, dates, others: named, obstacle }) => [
      key,
      dates.map(({ id, version }) => [id, version]),
      named,
      obstacle,
    ]),
  ]
  return { rows, staying, ofOthers: all.length - work.length, from, key: rows.length === 0 ? '' : seenKey(shown) }
}

/** The plan as the question shows it. */
export const readComing = async (change: ChangeContext, ask: ComingAsk): Promise<ComingSessions> => {
  const { tx } = change
  const { rows, staying, ofOthers, from, key } = await planComing(change, ask)
  const dates = rows.map((row) => row.dates)
  const [names, serviceNames] = [await readNames(tx, dates), await readServices(tx, dates)]
  const schoolIds = [
    ask.schoolId,
    ...(ask.toSchoolId ? [ask.toSchoolId] : []),
    ...dates.flat().map((date) => date.schoolId),
  ]
  const schoolNames = new Map((await readSchoolNames(tx, [...new Set(schoolIds)])).map(({ id, name }) => [id, name]))
  return {
    rows: rows.map((row): ComingRow => {
      const [first] = row.dates
      return {
        key: row.key,
        title: first.name,
        providerName: requireKey(names, first.providerId, 'The provider'),
        serviceName: requireKey(serviceNames, first.serviceId, 'The service'),
        schoolName: requireKey(schoolNames, first.schoolId, 'The school'),
        ...timesOf(row.dates),
        count: row.dates.length,
        others: [...row.others],
        obstacle: row.obstacle,
      }
    }),
    staying: [...staying],
    ofOthers,
    schoolName: requireKey(schoolNames, ask.schoolId, 'The school'),
    newSchoolName: ask.toSchoolId ? requireKey(schoolNames, ask.toSchoolId, 'The school') : null,
    from,
    key,
  }
}
