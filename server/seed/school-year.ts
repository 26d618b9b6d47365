/** The demo district's calendar: a school year around today, so that there is always a past to approve and a future. */
import { addDays, daysBetween, eachDay, type LocalDate, startOfWeek, weekdayOf } from '#domain/time.ts'

export interface SchoolYear {
  today: LocalDate
  /** A Monday. */
  first: LocalDate
  /** The Monday on which the second term begins. */
  secondTerm: LocalDate
  /** A Friday. */
  last: LocalDate
  /** Monday to Friday, except holidays. */
  isSchoolDay: (date: LocalDate) => boolean
}

const WEEKS_BEFORE = 18
const WEEKS_AFTER = 17
/** The second term began this many weeks ago, so that both terms can be seen. */
const WEEKS_SINCE_SECOND_TERM = 5

/** The `nth` given weekday of a month, counted from its end when negative. */
const nthOf = (year: number, month: number, weekday: number, nth: number): LocalDate => {
  const pad = (number: number) => String(number).padStart(2, '0')
  if (nth > 0) {
    const first = `${year}-${pad(month)}-01`
    return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + (nth - 1) * 7)
  }
  const last = addDays(month === 12 ? `${year + 1}-01-01` : `${year}-${pad(month + 1)}-01`, -1)
  return addDays(last, -((weekdayOf(last) - weekday + 7) % 7))
}

/** Federal holidays that schools observe, the day after Thanksgiving, and winter and spring break. */
const holidaysOf = (year: number): LocalDate[] => {
  const thanksgiving = nthOf(year, 11, 4, 4)
  const springBreak = nthOf(year, 4, 1, 1)
  return [
    nthOf(year, 1, 1, 3),
    nthOf(year, 2, 1, 3),
    ...eachDay(springBreak, addDays(springBreak, 4)),
    nthOf(year, 5, 1, -1),
    `${year}-06-19`,
    `${year}-07-04`,
    nthOf(year, 9, 1, 1),
    nthOf(year, 10, 1, 2),
    `${year}-11-11`,
    thanksgiving,
    addDays(thanksgiving, 1),
    ...eachDay(`${year}-12-24`, `${year}-12-31`),
    `${year}-01-01`,
  ]
}

/** This week and the one before have no holidays, so the demo always shows a working week. */
const isAroundToday = (date: LocalDate, today: LocalDate) => {
  const days = daysBetween(startOfWeek(today), date)
  return days >= -7 && days < 7
}

export const schoolYearAround = (today: LocalDate): SchoolYear => {
  const monday = addDays(startOfWeek(today), 1)
  const first = addDays(monday, -7 * WEEKS_BEFORE)
  const last = addDays(monday, 7 * WEEKS_AFTER + 4)
  const years = [...new Set([first, last].map((date) => Number(date.slice(0, 4))))]
  const holidays = new Set(years.flatMap(holidaysOf).filter((date) => !isAroundToday(date, today)))
  const schoolDays = new Set(eachDay(first, last).filter((date) => weekdayOf(date) % 6 !== 0 && !holidays.has(date)))
  return {
    today,
    first,
    secondTerm: addDays(monday, -7 * WEEKS_SINCE_SECOND_TERM),
    last,
    isSchoolDay: (date) => schoolDays.has(date),
  }
}
