/**
 * Frequencies that match the demo's past: students are mandated a little less than they had lately, so that few are
 * behind, and some clearly more.
 */
import { mandatedMinutes, weeksOfRange } from '#domain/mandated-minutes.ts'
import { daysBetween, minutesOf, startOfWeek } from '#domain/time.ts'
import type { People } from './people.ts'
import { DURATIONS, EVENT_FREQUENCIES, SERVICE_FREQUENCIES } from './reference-data.ts'
import type { SchoolYear } from './school-year.ts'
import type { Timetable } from './timetable.ts'

/** Per week. */
interface Weekly {
  sessions: number
  minutes: number
}

/** Possible choices, except for yearly ones; those with the fewest minutes first. */
const CHOICES = EVENT_FREQUENCIES.filter(({ everyWeeks }) => everyWeeks <= 4)
  .flatMap(({ id, everyWeeks }) =>
    SERVICE_FREQUENCIES.flatMap(({ id: serviceFrequencyId, times }) =>
      DURATIONS.map(({ id: durationId, minutes }) => ({
        chosen: { eventFrequencyId: id, serviceFrequencyId, durationId },
        sessions: times / everyWeeks,
        minutes: mandatedMinutes({ times, minutes, everyWeeks }),
      })),
    ),
  )
  .sort((a, b) => a.minutes - b.minutes)

const farFrom = (wanted: number, given: number) => Math.abs(given - wanted) / wanted

/** The choice closest to a number per week, of no more minutes; duration counts more than frequency. */
const nearest = ({ sessions, minutes }: Weekly) => {
  const distance = (choice: Weekly) => 3 * farFrom(minutes, choice.minutes) + farFrom(sessions, choice.sessions)
  const [least, ...others] = CHOICES.filter((choice) => choice.minutes <= minutes)
  return [least ?? CHOICES[0], ...others].reduce((best, choice) =>
    best && choice && distance(choice) < distance(best) ? choice : best,
  )?.chosen
}

/** Leaves room for holidays, and for hours that are not confirmed yet. */
const USUAL = 0.85
const BEHIND = 1.5
/** One student in so many is behind. */
const ONE_IN = 60

/** @returns the caseloads' frequencies, by the sessions that their students had in the weeks of their page */
export const mandatesOf = (
  people: People,
  timetable: Timetable,
  { today }: SchoolYear,
): People['caseloadFrequencies'] => {
  const { first } = weeksOfRange({}, today)
  const weeks = daysBetween(first, startOfWeek(today)) / 7
  const lengths = new Map(
    timetable.occurrences
      .filter(({ date }) => date >= first && date < startOfWeek(today))
      .map(({ id, startTime, endTime }) => [id, minutesOf(endTime) - minutesOf(startTime)]),
  )
  const had = new Map<number, Weekly>()
  const present = people.trackingLabels.find(({ trackingLabel }) => trackingLabel === 'PRE')
  for (const { occurrenceId, caseloadFrequencyId, labelIds } of timetable.occurrenceStudents) {
    const length = lengths.get(occurrenceId)
    if (length === undefined || labelIds?.[0] !== present?.id) continue
    const { sessions, minutes } = had.get(caseloadFrequencyId) ?? { sessions: 0, minutes: 0 }
    had.set(caseloadFrequencyId, { sessions: sessions + 1 / weeks, minutes: minutes + length / weeks })
  }
  return people.caseloadFrequencies.map((frequency) => {
    const found = frequency.id === undefined ? undefined : had.get(frequency.id)
    if (!found) return frequency
    const share = Number(frequency.id) % ONE_IN === 0 ? BEHIND : USUAL
    return { ...frequency, ...nearest({ sessions: found.sessions, minutes: share * found.minutes }) }
  })
}
