/** Requests for time off in the demo district: some taken, some to come, some that wait for an answer. */
import { addDays, addMinutes, instantOf, type LocalDate } from '#domain/time.ts'
import type { ptoRequests } from '#server/db/schema.ts'
import type { DemoProvider } from './people.ts'
import type { Random } from './random.ts'
import type { SchoolYear } from './school-year.ts'

type Request = typeof ptoRequests.$inferInsert

const REASONS = [
  'Dentist',
  'Family appointment',
  'Conference of the state association',
  'Moving house',
  'Parent evening at my daughter’s school',
  'Doctor’s appointment',
  'Jury duty',
] as const

/** Afternoons, mornings and whole days. */
const HOURS = [
  ['12:00', '16:00'],
  ['07:30', '11:30'],
  ['07:30', '16:00'],
] as const

/** The first school day on or after the date; the date itself where the year has none any more. */
const schoolDayFrom = ({ isSchoolDay, last }: SchoolYear, date: LocalDate): LocalDate => {
  for (let day = date; day <= last; day = addDays(day, 1)) if (isSchoolDay(day)) return day
  return date
}

/** Days from today on which the three therapists with an account, and every fourth of the others, asked for time off. */
const ACCOUNTS = 3
const PAST = [-61, -33, -12] as const
const COMING = [6, 15, 27] as const

export const createTimeOff = (
  random: Random,
  staff: readonly DemoProvider[],
  year: SchoolYear,
  timeZone: string,
): Request[] => {
  const { today } = year
  const requests: Request[] = []
  const ask = ({ id: providerId }: DemoProvider, days: number, state: Request['state']) => {
    // Spread over the week, so that not everybody is away on one day.
    const requestedDate = schoolDayFrom(year, addDays(today, days + (providerId % 4)))
    const [startTime, endTime] = random.pick(HOURS)
    const askedOn = addDays(days < 0 ? requestedDate : today, -random.int(3, 14))
    const requestedOn = instantOf(askedOn, addMinutes('15:30', random.int(0, 90)), timeZone)
    const isDecided = state === 'accepted' || state === 'rejected'
    requests.push({
      providerId,
      requestedOn,
      requestedDate,
      startTime,
      endTime,
      reason: random.pick(REASONS),
      state,
      notes: state === 'rejected' ? 'Too many are away that day already.' : '',
      decidedById: isDecided ? 1 + (providerId % 2) : null,
      decidedAt: isDecided ? instantOf(addDays(askedOn, 1), '09:00', timeZone) : null,
    })
  }
  for (const provider of staff) {
    const hasAccount = provider.id <= ACCOUNTS
    if (!hasAccount && provider.id % 4 !== 0) continue
    for (const days of PAST) if (hasAccount || random.chance(0.5)) ask(provider, days, 'accepted')
    if (hasAccount || random.chance(0.3)) ask(provider, -45, 'rejected')
    const [next, later, last] = COMING
    ask(provider, next, hasAccount || random.chance(0.6) ? 'accepted' : 'pending')
    ask(provider, later, 'pending')
    if (hasAccount) ask(provider, last, 'accepted')
  }
  return requests
}
