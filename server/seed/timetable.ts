/**
 * The demo district's sessions: a week for each provider, at one or two schools a day, as series of every recurrence
 * pattern. Dates come from the portal's own recurrence rules; weekends and holidays are omitted.
 */
import { RATE_TYPE_IDS } from '#domain/rate-types.ts'
import { expandRule, type RecurrenceRule, type WeekOfMonth } from '#domain/recurrence.ts'
import { DEFAULT_COLOUR } from '#domain/session-form.ts'
import {
  addDays,
  addMinutes,
  instantOf,
  type LocalDate,
  type LocalTime,
  minutesOf,
  type Weekday,
} from '#domain/time.ts'
import type {
  occurrenceStudents,
  occurrences,
  scheduleEventStudents,
  scheduleEvents,
} from '#server/db/schema/schedule.ts'
import { type DemoProvider, type DemoStudent, type People, SERVICE_IDS } from './people.ts'
import type { Random } from './random.ts'
import { COLOURS } from './reference-data.ts'
import type { SchoolYear } from './school-year.ts'

type Occurrence = Omit<typeof occurrences.$inferInsert, 'id'> & { id: number }

export interface Timetable {
  scheduleEvents: (typeof scheduleEvents.$inferInsert)[]
  scheduleEventStudents: (typeof scheduleEventStudents.$inferInsert)[]
  occurrences: Occurrence[]
  occurrenceStudents: (typeof occurrenceStudents.$inferInsert)[]
}

/** A time of day at a school, from which series are made. */
interface Slot {
  schoolId: number
  startTime: LocalTime
  endTime: LocalTime
}

interface Series extends Slot {
  rule: RecurrenceRule
  fromDate: LocalDate
  toDate: LocalDate
  eventName: string
  /** None: a Basic session. */
  students: readonly DemoStudent[]
  serviceId: number
  isTimesheetRequired: boolean
}

const DAY_BEGINS = '08:00'
const LUNCH = '12:00'
const AFTER_LUNCH = '12:45'
const DAY_IS_OVER = '15:30'

const GROUP_NAMES: Readonly<Record<number, readonly string[]>> = {
  1: ['Fine motor group', 'Handwriting', 'Sensory break', 'Scissor skills', 'Daily living skills'],
  2: ['Gross motor group', 'Balance and stairs', 'Adapted playground', 'Walker practice'],
  3: ['Articulation', 'Language group', 'Fluency', 'AAC practice', 'Social language'],
  4: ['Check-in', 'Friendship group', 'Coping skills', 'Lunch bunch'],
  5: ['Executive functions', 'Emotion regulation', 'Study skills', 'Behavior support'],
}

/** Sessions of 30 to 60 minutes with breaks between them, from `from` until `until` at the latest. */
const slotsBetween = (random: Random, schoolId: number, from: LocalTime, until: LocalTime, most: number): Slot[] => {
  const slots: Slot[] = []
  let at = addMinutes(from, random.pick([0, 0, 15, 30]))
  while (slots.length < most) {
    const endTime = addMinutes(at, random.pick([30, 30, 45, 45, 60]))
    if (endTime > until) break
    slots.push({ schoolId, startTime: at, endTime })
    at = addMinutes(endTime, random.pick([0, 15, 15, 30]))
  }
  return slots
}

/** A day's slots: the morning at one school, the afternoon there or at another. */
const slotsOfDay = (random: Random, morning: number, afternoon: number, isFullDay: boolean): Slot[] => [
  ...slotsBetween(random, morning, DAY_BEGINS, LUNCH, 3),
  ...(isFullDay ? slotsBetween(random, afternoon, AFTER_LUNCH, DAY_IS_OVER, 2) : []),
]

const weekly = (everyNWeeks: number, ...days: Weekday[]): RecurrenceRule => ({
  type: 'weekly',
  option: 'everyNWeeks',
  everyNWeeks,
  days,
})
const weeksOfMonth = (weeks: WeekOfMonth[], day: Weekday): RecurrenceRule => ({
  type: 'weekly',
  option: 'weeksOfMonth',
  weeks,
  days: [day],
})
const nthWeekday = (weeks: WeekOfMonth[], day: Weekday): RecurrenceRule => ({
  type: 'monthly',
  option: 'nthWeekday',
  everyNMonths: 1,
  weeks,
  days: [day],
})
const everyNDays = (days: number): RecurrenceRule => ({ type: 'daily', option: 'everyNDays', everyNDays: days })

/**
 * The series of a provider's week. Their slots do not overlap, except evaluations, which take whatever time there is.
 */
class ProviderWeek {
  readonly series: Series[] = []
  readonly #random: Random
  readonly #provider: DemoProvider
  readonly #people: People
  readonly #year: SchoolYear

  constructor(random: Random, provider: DemoProvider, people: People, year: SchoolYear) {
    this.#random = random
    this.#provider = provider
    this.#people = people
    this.#year = year
    const [home = 1, second = home, third = second] = provider.schoolIds
    const isFullTime = provider.id <= 3 || random.chance(0.5)
    this.#pairOfDays([1, 3], slotsOfDay(random, home, home, isFullTime))
    this.#pairOfDays([2, 4], slotsOfDay(random, second, provider.id % 3 === 1 ? home : second, isFullTime))
    if (provider.id <= 3 || random.chance(0.55)) this.#fridays(slotsOfDay(random, home, third, false))
    this.#checkIns(home)
    this.#meetings(home)
    this.#everyone()
    this.#evaluations()
  }

  /** Students whom no group has picked join the smallest one at their school, or a new one on Friday afternoons. */
  #everyone(): void {
    const { first, last } = this.#year
    for (const schoolId of this.#provider.schoolIds) {
      const groups = this.series.filter(
        (series) => series.schoolId === schoolId && series.toDate === last && series.students.length > 0,
      )
      const picked = new Set(groups.flatMap(({ students }) => students.map(({ id }) => id)))
      const others = this.#people.caseloadOf(this.#provider.id, schoolId).filter(({ id }) => !picked.has(id))
      if (groups.length === 0 && others.length > 0) {
        this.series.push({
          schoolId,
          startTime: AFTER_LUNCH,
          endTime: addMinutes(AFTER_LUNCH, 45),
          rule: weekly(1, 5),
          fromDate: first,
          toDate: last,
          eventName: GROUP_NAMES[this.#provider.serviceId]?.[0] ?? 'Session',
          students: others,
          serviceId: this.#provider.serviceId,
          isTimesheetRequired: true,
        })
        continue
      }
      for (const student of others) {
        const smallest = Math.min(...groups.map(({ students }) => students.length))
        const group = groups.find(({ students }) => students.length === smallest)
        if (group) group.students = [...group.students, student]
      }
    }
  }

  #students(schoolId: number): readonly DemoStudent[] {
    return this.#random.some(
      this.#people.caseloadOf(this.#provider.id, schoolId),
      this.#random.pick([1, 1, 2, 2, 2, 3, 4]),
    )
  }

  #add(slot: Slot, rule: RecurrenceRule, from: LocalDate, to: LocalDate, other: Partial<Series> = {}): void {
    const names = GROUP_NAMES[this.#provider.serviceId] ?? ['Session']
    this.series.push({
      ...slot,
      rule,
      fromDate: from,
      toDate: rule.type === 'none' ? from : to,
      eventName: this.#random.pick(names),
      students: this.#students(slot.schoolId),
      serviceId: this.#provider.serviceId,
      isTimesheetRequired: true,
      ...other,
    })
  }

  /** Half of the slots change their students with the term. */
  #byTerm(slot: Slot, rule: RecurrenceRule): void {
    const { first, secondTerm, last } = this.#year
    const isForTheYear = this.#random.chance(0.5)
    this.#add(slot, rule, first, isForTheYear ? last : addDays(secondTerm, -3))
    if (!isForTheYear) this.#add(slot, rule, secondTerm, last)
  }

  #pairOfDays(days: [Weekday, Weekday], slots: Slot[]): void {
    const { first, last } = this.#year
    for (const slot of slots) {
      const kind = this.#random.int(1, 10)
      if (kind <= 6) this.#byTerm(slot, weekly(1, ...days))
      else if (kind === 7) for (const day of days) this.#byTerm(slot, weekly(1, day))
      else if (kind === 8) {
        // Two groups alternate: one begins a week after the other.
        this.#add(slot, weekly(2, ...days), first, last)
        this.#add(slot, weekly(2, ...days), addDays(first, 7), last)
      } else if (kind === 9) for (const day of days) this.#add(slot, everyNDays(7), addDays(first, day - 1), last)
      else for (const day of days) this.#add(slot, everyNDays(14), addDays(first, day - 1), last)
    }
  }

  #fridays(slots: Slot[]): void {
    const { first, last } = this.#year
    const [early, ...later] = slots
    if (early) this.#byTerm(early, weekly(1, 5))
    for (const slot of later) {
      this.#add(slot, nthWeekday([1, 3], 5), first, last)
      this.#add(slot, weeksOfMonth([2, 4], 5), first, last)
    }
  }

  /** School counselors see someone every morning before school; it ends when the day's sessions begin. */
  #checkIns(schoolId: number): void {
    if (this.#provider.serviceId !== 4) return
    const slot = { schoolId, startTime: '07:30', endTime: DAY_BEGINS }
    const { first, last } = this.#year
    this.#add(slot, { type: 'daily', option: 'everyWeekday' }, first, last, {
      eventName: 'Morning check-in',
      isTimesheetRequired: false,
    })
  }

  /** Twice a month after the last session, without students. */
  #meetings(schoolId: number): void {
    const dates = [this.#random.int(1, 14), this.#random.int(15, 28)]
    const rule: RecurrenceRule = { type: 'monthly', option: 'dates', everyNMonths: 1, dates }
    const slot = { schoolId, startTime: DAY_IS_OVER, endTime: '16:00' }
    this.#add(slot, rule, this.#year.first, this.#year.last, {
      eventName: 'IEP team meeting',
      students: [],
      serviceId: SERVICE_IDS.meeting,
      isTimesheetRequired: this.#random.chance(0.3),
    })
  }

  #evaluations(): void {
    const { first, isSchoolDay } = this.#year
    for (let count = this.#random.int(6, 12); count > 0; count -= 1) {
      const date = addDays(first, this.#random.int(0, 250))
      const schoolId = this.#provider.schoolIds[0] ?? 1
      const [student] = this.#random.some(this.#people.caseloadOf(this.#provider.id, schoolId), 1)
      if (!isSchoolDay(date) || !student) continue
      this.#add({ schoolId, startTime: '14:30', endTime: DAY_IS_OVER }, { type: 'none' }, date, date, {
        eventName: 'Evaluation',
        students: [student],
        serviceId: SERVICE_IDS.evaluation,
      })
    }
  }
}

/**
 * Instants of a day's wall-clock times: one offset lookup per day, since no clock changes happen during school hours.
 */
const instantsIn = (timeZone: string) => {
  const noons = new Map<LocalDate, number>()
  return (date: LocalDate, time: LocalTime): Date => {
    let noon = noons.get(date)
    if (noon === undefined) {
      noon = instantOf(date, '12:00', timeZone).getTime()
      noons.set(date, noon)
    }
    return new Date(noon + (minutesOf(time) - minutesOf('12:00')) * 60_000)
  }
}

export const createTimetable = (random: Random, people: People, year: SchoolYear, timeZone: string): Timetable => {
  const timetable: Timetable = {
    scheduleEvents: [],
    scheduleEventStudents: [],
    occurrences: [],
    occurrenceStudents: [],
  }
  const instant = instantsIn(timeZone)

  /** A week before its first day, and yesterday at the latest. */
  const plannedOn = (fromDate: LocalDate): Date => {
    const [weekBefore, yesterday] = [addDays(fromDate, -7), addDays(year.today, -1)]
    return instant(weekBefore < yesterday ? weekBefore : yesterday, '09:00')
  }

  const store = (provider: DemoProvider, series: Series): void => {
    const expansion = expandRule(series.rule, { fromDate: series.fromDate, untilDate: series.toDate })
    if ('problem' in expansion) throw new Error(`${series.eventName}: ${expansion.problem}`)
    const dates = expansion.dates.filter(year.isSchoolDay)
    if (dates.length === 0) return
    const { eventName, schoolId, serviceId, startTime, endTime, isTimesheetRequired } = series
    const id = timetable.scheduleEvents.length + 1
    const scheduleEventMode = series.students.length > 0 ? 2 : 1
    const isRecurring = series.rule.type !== 'none'
    const colourCode = random.chance(0.6) ? DEFAULT_COLOUR : (random.some(COLOURS, 1)[0]?.code ?? DEFAULT_COLOUR)
    const shared = {
      createdAt: plannedOn(series.fromDate),
      scheduleEventMode,
      isTimesheetRequired,
      providerId: provider.id,
      schoolId,
      serviceId,
      rateTypeId: serviceId < SERVICE_IDS.evaluation ? RATE_TYPE_IDS.hourly : RATE_TYPE_IDS.perSession,
      colourCode,
      startTime,
      endTime,
      isRecurring,
    }
    timetable.scheduleEvents.push({
      ...shared,
      eventName,
      fromDate: series.fromDate,
      toDate: series.toDate,
      recurrence: series.rule,
      createdById: provider.userId,
    })
    for (const { caseloadFrequencyId } of series.students) {
      timetable.scheduleEventStudents.push({ scheduleEventId: id, caseloadFrequencyId })
    }
    for (const date of dates) {
      const occurrenceId = timetable.occurrences.length + 1
      timetable.occurrences.push({
        ...shared,
        id: occurrenceId,
        scheduleEventId: id,
        title: eventName,
        studentsCount: series.students.length,
        date,
        startsAt: instant(date, startTime),
        endsAt: instant(date, endTime),
        labelIds: [],
        labelMeanings: [],
        trackingFeedback: '',
      })
      for (const student of series.students) {
        timetable.occurrenceStudents.push({
          occurrenceId,
          studentId: student.id,
          caseloadFrequencyId: student.caseloadFrequencyId,
          labelIds: [],
          labelMeanings: [],
          trackingFeedback: '',
        })
      }
    }
  }

  for (const provider of people.staff) {
    for (const series of new ProviderWeek(random, provider, people, year).series) store(provider, series)
  }
  return timetable
}
