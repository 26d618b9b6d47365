/**
 * Random half-months of work, and what the schools owe for them, computed a second time: from the raw rows, in whole
 * cents, sharing nothing with the code that bills.
 */

import { bulkInsert } from '#server/db/bulk-insert.ts'
import type { Database } from '#server/db/database.ts'
import { providerDays, timesheets } from '#server/db/schema/days-and-hours.ts'
import { providers } from '#server/db/schema/providers.ts'
import { schoolAdminFees, schoolServiceRates } from '#server/db/schema/rates.ts'
import { occurrences, scheduleEvents } from '#server/db/schema/schedule.ts'
import { schoolBillingProfiles, schools } from '#server/db/schema/schools.ts'
import { createRandom, type Random } from '#server/seed/random.ts'

const SERVICES = [1, 2, 3]
const TYPES = [1, 2, 3]
const DAY = 86_400_000

const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10)
const timeOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}:00`

interface Session {
  id: number
  providerId: number
  schoolId: number
  date: string
  serviceId: number
  rateTypeId: number | null
  start: number
  end: number
  isRequired: boolean
  isDeleted: boolean
}

interface Row {
  serviceId: number | null
  start: number
  end: number
  isZero: boolean
}

interface Rate {
  schoolId: number
  serviceId: number
  rateTypeId: number
  cents: number
  from: string
  endedOn: string | null
  isDeleted: boolean
}

export interface RandomWork {
  sessions: readonly Session[]
  /** By 'provider/school/date'. */
  rows: ReadonlyMap<string, Row>
  /** 'provider/date' */
  approved: ReadonlySet<string>
  rates: readonly Rate[]
  /** Fees of schools that pay one; hundredths of a percent, in order of date. */
  fees: ReadonlyMap<number, readonly { hundredths: number; from: string }[]>
}

const rowKey = ({ providerId, schoolId, date }: Pick<Session, 'providerId' | 'schoolId' | 'date'>) =>
  `${providerId}/${schoolId}/${date}`

const rateCents = (random: Random) => (random.chance(0.3) ? random.int(1, 99) * 1000 : random.int(100, 30_000))

const makeRates = (random: Random, schoolIds: readonly number[], dates: readonly string[]): Rate[] =>
  schoolIds.flatMap((schoolId) =>
    SERVICES.flatMap((serviceId) =>
      TYPES.filter(() => random.chance(0.5)).flatMap((rateTypeId) =>
        random.some(dates, random.int(1, 3)).map((date, index): Rate => {
          const from = index === 0 && random.chance(0.8) ? '2020-01-01' : date
          const endedOn = random.chance(0.1) ? (dates.find((later) => later > from) ?? null) : null
          const isDeleted = endedOn === null && random.chance(0.1)
          return { schoolId, serviceId, rateTypeId, cents: rateCents(random), from, endedOn, isDeleted }
        }),
      ),
    ),
  )

const makeFees = (random: Random, schoolIds: readonly number[], dates: readonly string[]) =>
  new Map(
    schoolIds
      .filter(() => random.chance(0.7))
      .map((schoolId) => [
        schoolId,
        random.some(dates, random.int(0, 3)).map((from) => ({ hundredths: random.int(100, 10_000), from })),
      ]),
  )

/** Work at these schools by these providers on the weekdays among the dates. */
export const makeWork = (
  seed: number,
  {
    schoolIds,
    providerIds,
    dates,
  }: { schoolIds: readonly number[]; providerIds: readonly number[]; dates: readonly string[] },
): RandomWork => {
  const random = createRandom(seed)
  const sessions: Session[] = []
  const rows = new Map<string, Row>()
  const approved = new Set<string>()
  for (const date of dates) {
    for (const providerId of providerIds) {
      const isApproved = random.chance(0.85)
      if (isApproved) approved.add(`${providerId}/${date}`)
      for (const schoolId of schoolIds.filter(() => random.chance(0.15))) {
        const begin = random.int(420, 900)
        const added = Array.from({ length: random.int(1, 3) }, (_, index): Session => {
          const start = begin + index * 60 + random.int(0, 20)
          return {
            id: sessions.length + index + 1,
            ...{ providerId, schoolId, date, serviceId: random.pick(SERVICES) },
            rateTypeId: random.chance(0.6) ? random.pick(TYPES) : null,
            ...{ start, end: start + random.int(1, 59) },
            isRequired: random.chance(0.9),
            isDeleted: random.chance(0.05),
          }
        })
        sessions.push(...added)
        const due = added.filter(({ isRequired, isDeleted }) => isRequired && !isDeleted)
        const [first] = due
        // Only days whose hours are stored can be approved.
        if (!first || !(isApproved || random.chance(0.5))) continue
        const start = Math.min(...due.map((session) => session.start)) + random.int(-10, 0)
        rows.set(rowKey(first), {
          serviceId: random.chance(0.03) ? null : random.chance(0.9) ? first.serviceId : random.pick(SERVICES),
          ...{ start, end: start + random.int(1, 300), isZero: random.chance(0.1) },
        })
      }
    }
  }
  return {
    sessions,
    rows,
    approved,
    rates: makeRates(random, schoolIds, dates),
    fees: makeFees(random, schoolIds, dates),
  }
}

const money = (hundredths: number) => `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`

/** '12.5' is 1250. */
export const inHundredths = (decimal: string): number => {
  const [whole = '', digits = ''] = decimal.split('.')
  return Number(`${whole}${digits.padEnd(2, '0')}`)
}

/** Stores the work in a district that has its people, services 1 to 3 and rate types 1 to 3. */
export const storeWork = async (
  { db }: Database,
  { sessions, rows, approved, rates, fees }: RandomWork,
  { schoolIds, providerIds }: { schoolIds: readonly number[]; providerIds: readonly number[] },
): Promise<void> => {
  const known = { schools: await db.$count(schools), providers: await db.$count(providers) }
  await bulkInsert(
    db,
    schools,
    schoolIds.filter((id) => id > known.schools).map((id) => ({ id, name: `School ${id}` })),
  )
  const person = { lastName: 'Random', providerTypeId: 1, statusId: 1 }
  await bulkInsert(
    db,
    providers,
    providerIds
      .filter((id) => id > known.providers)
      .map((id) => ({ id, firstName: `No. ${id}`, email: `random${id}@district.example`, ...person })),
  )
  await db.delete(schoolServiceRates)
  await bulkInsert(
    db,
    schoolServiceRates,
    rates.map(({ cents, from, isDeleted, ...rate }) => ({
      ...rate,
      rate: money(cents),
      effectiveDate: from,
      deletedAt: isDeleted ? new Date() : null,
    })),
  )
  await bulkInsert(
    db,
    schoolBillingProfiles,
    [...fees.keys()].map((schoolId) => ({ schoolId, billingEmail: '' })),
  )
  await bulkInsert(
    db,
    schoolAdminFees,
    [...fees].flatMap(([schoolId, changes]) =>
      changes.map(({ hundredths, from }) => ({ schoolId, adminFee: money(hundredths), effectiveDate: from })),
    ),
  )
  await bulkInsert(
    db,
    scheduleEvents,
    sessions.map(({ id, providerId, schoolId, serviceId, date, start, end, isRequired }) => ({
      ...{ id, providerId, schoolId, serviceId, eventName: 'Session', scheduleEventMode: 2, colourCode: '#90EE90' },
      // What the series has changed to since.
      rateTypeId: id % 2 === 0 ? TYPES[id % TYPES.length] : null,
      ...{ isTimesheetRequired: isRequired, fromDate: date, toDate: date, recurrence: { type: 'none' } },
      ...{ startTime: timeOf(start), endTime: timeOf(end), isRecurring: false, createdById: 1 },
    })),
  )
  await bulkInsert(
    db,
    occurrences,
    sessions.map(({ id, providerId, schoolId, serviceId, rateTypeId, date, start, end, isRequired, isDeleted }) => ({
      ...{ id, scheduleEventId: id, providerId, schoolId, serviceId, title: 'Session', colourCode: '#90EE90', date },
      ...{ scheduleEventMode: 2, isTimesheetRequired: isRequired, isRecurring: false },
      ...{ startTime: timeOf(start), endTime: timeOf(end) },
      startsAt: new Date(`${date}T12:00:00Z`),
      endsAt: new Date(`${date}T13:00:00Z`),
      rateTypeId,
      deletedAt: isDeleted ? new Date() : null,
    })),
  )
  const days = new Set([...approved, ...[...rows.keys()].map((key) => key.replace(/\/\d+\//, '/'))])
  await bulkInsert(
    db,
    providerDays,
    [...days].map((day) => {
      const [providerId = '', date = ''] = day.split('/')
      const isApproved = approved.has(day)
      return {
        ...{ providerId: Number(providerId), date, state: isApproved ? 'approved' : 'open' },
        approvalStatus: isApproved ? 1 : 0,
      }
    }),
  )
  await bulkInsert(
    db,
    timesheets,
    [...rows].map(([key, { serviceId, start, end, isZero }]) => {
      const [providerId, schoolId, date] = key.split('/')
      return {
        ...{ providerId: Number(providerId), schoolId: Number(schoolId), date, serviceId, isZeroHours: isZero },
        ...{ startTime: timeOf(start), endTime: timeOf(end), confirmedAt: new Date(), confirmedById: 1 },
      }
    }),
  )
}

export interface Owed {
  /** 'service/type/rate/fee: quantity in hundredths = cents', in order. */
  lines: string[]
  cents: number
}

/** Half up; both are not negative. */
const divide = (number: number, by: number) => Math.floor((2 * number + by) / (2 * by))

const rateOn = (
  work: RandomWork,
  session: { schoolId: number; date: string },
  serviceId: number,
  type: number | null,
) => {
  const inForce = TYPES.filter((rateTypeId) => type === null || rateTypeId === type).flatMap((rateTypeId) => {
    const newest = work.rates
      .filter(
        (rate) =>
          !rate.isDeleted &&
          rate.schoolId === session.schoolId &&
          rate.serviceId === serviceId &&
          rate.rateTypeId === rateTypeId &&
          rate.from <= session.date &&
          (rate.endedOn === null || rate.endedOn > session.date),
      )
      .sort((one, other) => (one.from < other.from ? 1 : -1))[0]
    return newest ?? []
  })
  return inForce.length === 1 ? inForce[0] : undefined
}

/** What a school owes for its approved work from one day to another, by the rules of docs/decisions/what-is-billed.md. */
export const owedFor = (work: RandomWork, schoolId: number, from: string, to: string): Owed => {
  const byRow = new Map<string, Session[]>()
  for (const session of work.sessions) {
    if (session.schoolId !== schoolId || session.date < from || session.date > to) continue
    if (!session.isRequired || session.isDeleted || !work.approved.has(`${session.providerId}/${session.date}`))
      continue
    byRow.set(rowKey(session), [...(byRow.get(rowKey(session)) ?? []), session])
  }
  const lines = new Map<string, { count: number; rate: Rate; fee: number | undefined }>()
  for (const [key, sessions] of byRow) {
    const row = work.rows.get(key)
    const [first] = sessions
    if (!row || !first || row.isZero || row.serviceId === null) continue
    const ordered = [...sessions].sort((one, other) => one.start - other.start || one.id - other.id)
    const ofService = ordered.filter(({ serviceId }) => serviceId === row.serviceId)
    const deciding = ofService.length > 0 ? ofService : ordered
    const type = deciding.find(({ rateTypeId }) => rateTypeId !== null)?.rateTypeId ?? null
    const rate = rateOn(work, first, row.serviceId, type)
    if (!rate) continue
    const fee = work.fees.get(schoolId)?.findLast((change) => change.from <= first.date)?.hundredths
    const count = { 1: row.end - row.start, 2: sessions.length, 3: 1 }[rate.rateTypeId]
    const name = [row.serviceId, rate.rateTypeId, money(rate.cents), fee === undefined ? '' : money(fee)].join('/')
    const line = lines.get(name) ?? { count: 0, rate, fee }
    lines.set(name, { ...line, count: line.count + (count ?? 0) })
  }
  const priced = [...lines].map(([name, { count, rate, fee }]) => {
    // Minutes are added up before they are rounded to hundredths of an hour.
    const hundredths = rate.rateTypeId === 1 ? divide(count * 100, 60) : count * 100
    return { name, hundredths, fee, cents: divide(hundredths * rate.cents, 100) }
  })
  const bases = new Map<number, number>()
  for (const { fee, cents } of priced) if (fee !== undefined) bases.set(fee, (bases.get(fee) ?? 0) + cents)
  const fees = [...bases].map(([fee, base]) => divide(base * fee, 10_000))
  return {
    lines: priced
      .filter(({ hundredths }) => hundredths > 0)
      .map(({ name, hundredths, cents }) => `${name}: ${hundredths} = ${cents}`)
      .sort(),
    cents: [...priced.map(({ cents }) => cents), ...fees].reduce((sum, cents) => sum + cents, 0),
  }
}

/** The weekdays from one day to another. */
export const weekdays = (from: string, to: string): string[] => {
  const dates: string[] = []
  for (let time = Date.parse(from); time <= Date.parse(to); time += DAY) {
    const day = new Date(time).getUTCDay()
    if (day !== 0 && day !== 6) dates.push(dateOf(time))
  }
  return dates
}
