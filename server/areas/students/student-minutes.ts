/** A student's mandated minutes compared with the minutes held. */
import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { MandatedService, StudentMinutes } from '#contract/students.ts'
import { mandatedMinutes, shareOfWeek } from '#domain/mandated-minutes.ts'
import { Tally } from '#domain/tally.ts'
import { eachDay, type LocalDate, startOfWeek } from '#domain/time.ts'
import { frequenciesInWords } from '#server/areas/hours/frequencies-in-words.ts'
import { studentSessions } from '#server/areas/hours/student-sessions.ts'
import type { Tx } from '#server/db/database.ts'
import { services } from '#server/db/schema/services.ts'
import { distinctServiceName } from '#server/db/services.ts'

const readMandates = async (tx: Tx, studentId: number) => {
  const frequency = frequenciesInWords(tx)
  const rows = await tx
    .select({
      id: frequency.id,
      serviceId: frequency.serviceTypeId,
      serviceName: frequency.serviceType,
      serviceFrequency: frequency.serviceFrequency,
      duration: frequency.duration,
      eventFrequency: frequency.eventFrequency,
      sessionType: frequency.sessionType,
      times: frequency.times,
      minutes: frequency.minutes,
      everyWeeks: frequency.everyWeeks,
    })
    .from(frequency)
    .where(eq(frequency.studentId, studentId))
    // Frequencies without a service come last.
    .orderBy(sql`nullif(${frequency.serviceType}, '')`, asc(frequency.id))
  return rows.map(({ times, minutes, everyWeeks, ...service }) => ({
    ...service,
    weeklyMinutes:
      times === null || minutes === null || everyWeeks === null
        ? null
        : mandatedMinutes({ times, minutes, everyWeeks }),
  }))
}

/** The student's caseload entry; '' for what is not chosen yet. */
export const readFrequencies = async (tx: Tx, studentId: number): Promise<MandatedService[]> =>
  (await readMandates(tx, studentId)).map(({ serviceId: _, ...service }) => service)

/** The name of each service; '' for frequencies without one. */
const readServiceNames = async (tx: Tx, ids: readonly (number | null)[]) => {
  const known = ids.filter((id) => id !== null)
  const rows = await tx
    .select({ id: services.id, name: distinctServiceName })
    .from(services)
    .where(inArray(services.id, known))
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return (id: number | null): string => {
    const name = id === null ? '' : names.get(id)
    if (name === undefined) throw new Error(`There is no service ${id}`)
    return name
  }
}

interface Weeks {
  /** A Sunday. */
  first: LocalDate
  /** A Saturday. */
  last: LocalDate
}

interface Held extends Record<string, unknown> {
  readonly date: LocalDate
  readonly status: 'Present' | 'Make-up Due'
  readonly minutes: number
  readonly serviceId: number
}

const readHeld = async (tx: Tx, studentId: number, { first, last }: Weeks, now: Date): Promise<Held[]> => {
  const { rows } = await tx.execute<Held>(sql`
    select sessions.date::text as date, sessions.status, sessions.minutes, sessions.service_id as "serviceId"
    from (${studentSessions({ studentId, from: first, to: last, now })}) as sessions
    where sessions.status in ('Present', 'Make-up Due')`)
  return rows
}

interface Clock {
  now: Date
  today: LocalDate
}

/** By week and by service, including every therapist's sessions. */
export const readMinutes = async (tx: Tx, studentId: number, weeks: Weeks, clock: Clock): Promise<StudentMinutes> => {
  const frequencies = await readMandates(tx, studentId)
  const held = await readHeld(tx, studentId, weeks, clock.now)
  const shares = eachDay(weeks.first, weeks.last)
    .filter((_, day) => day % 7 === 0)
    .map((from) => ({ from, share: shareOfWeek(from, clock.today) }))
  const count = shares.reduce((sum, { share }) => sum + share, 0)
  const byWeek = new Tally<LocalDate>()
  const byService = new Map<number | null, { mandated: number; delivered: number }>()
  const serviceOf = (id: number | null) => {
    const service = byService.get(id) ?? { mandated: 0, delivered: 0 }
    byService.set(id, service)
    return service
  }
  let weekly = 0
  let makeUpDue = 0
  for (const { serviceId, weeklyMinutes } of frequencies) {
    if (weeklyMinutes === null) continue
    weekly += weeklyMinutes
    serviceOf(serviceId).mandated += weeklyMinutes * count
  }
  for (const { date, minutes, serviceId, status } of held) {
    if (status !== 'Present') {
      makeUpDue += minutes
      continue
    }
    const week = startOfWeek(date)
    byWeek.add(week, minutes)
    serviceOf(serviceId).delivered += minutes
  }
  const nameOf = await readServiceNames(tx, [...byService.keys()])
  return {
    weeks: shares.map(({ from, share }) => ({ from, mandated: weekly * share, delivered: byWeek.of(from) })),
    services: [...byService]
      .map(([id, minutes]) => ({ serviceName: nameOf(id), ...minutes }))
      .sort((one, other) => one.serviceName.localeCompare(other.serviceName)),
    makeUpDue,
  }
}
