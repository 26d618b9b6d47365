/** Frequencies that match the demo's timetable: a student is mandated about what is scheduled. */
import { mandatedMinutes } from '#domain/mandated-minutes.ts'
import { daysBetween, minutesOf } from '#domain/time.ts'
import type { People } from './people.ts'
import { DURATIONS, EVENT_FREQUENCIES, SERVICE_FREQUENCIES } from './reference-data.ts'
import type { SchoolYear } from './school-year.ts'
import type { Timetable } from './timetable.ts'

interface Scheduled {
  sessions: number
  minutes: number
}

/** Possible choices, except for yearly ones. */
const CHOICES = EVENT_FREQUENCIES.filter(({ everyWeeks }) => everyWeeks <= 4).flatMap(({ id, everyWeeks }) =>
  SERVICE_FREQUENCIES.flatMap(({ id: serviceFrequencyId, times }) =>
    DURATIONS.map(({ id: durationId, minutes }) => ({
      chosen: { eventFrequencyId: id, serviceFrequencyId, durationId },
      sessions: times / everyWeeks,
      minutes: mandatedMinutes({ times, minutes, everyWeeks }),
    })),
  ),
)

const farFrom = (wanted: number, given: number) => Math.abs(given - wanted) / wanted

/** The choice closest to a number per week; duration counts more than frequency. */
const nearest = ({ sessions, minutes }: Scheduled) => {
  const distance = (choice: Scheduled) => 3 * farFrom(minutes, choice.minutes) + farFrom(sessions, choice.sessions)
  return CHOICES.reduce((best, choice) => (distance(choice) < distance(best) ? choice : best)).chosen
}

/** @returns the caseloads' frequencies, matching the sessions of students who have any */
export const mandatesOf = (people: People, timetable: Timetable, year: SchoolYear): People['caseloadFrequencies'] => {
  const weeks = (daysBetween(year.first, year.last) + 3) / 7
  const lengths = new Map(
    timetable.occurrences.map(({ id, startTime, endTime }) => [id, minutesOf(endTime) - minutesOf(startTime)]),
  )
  const scheduled = new Map<number, Scheduled>()
  for (const { occurrenceId, caseloadFrequencyId } of timetable.occurrenceStudents) {
    const { sessions, minutes } = scheduled.get(caseloadFrequencyId) ?? { sessions: 0, minutes: 0 }
    scheduled.set(caseloadFrequencyId, {
      sessions: sessions + 1 / weeks,
      minutes: minutes + (lengths.get(occurrenceId) ?? 0) / weeks,
    })
  }
  return people.caseloadFrequencies.map((frequency) => {
    const found = frequency.id === undefined ? undefined : scheduled.get(frequency.id)
    return found ? { ...frequency, ...nearest(found) } : frequency
  })
}
