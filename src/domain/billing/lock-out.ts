/** The rules and messages of locking a billing period (spec 2, sections 2.10, 4, 5 and 8). */
import { z } from 'zod'
import { formatHours, formatMinutes, hundredthsOfMinutes } from '../hours.ts'
import { decimalText, roundedSum } from '../money.ts'
import { addDays, type LocalDate, localDateSchema } from '../time.ts'
import { isBoundaryDay, type Period, periodInWords, sharesDays } from './period.ts'

/** The longest period, in days: four months, a school's longest billing term. */
export const MAX_LOCK_OUT_DAYS = 124

export const lockOutMessages = {
  startDate: 'Start Date Is Required',
  toDate: 'To Date Is Required',
  toBeforeStart: "To Date can't be less than Start Date",
  boundary: 'Choose the 1st, 15th, 16th or last day of a month.',
  notOver: 'Choose a date no later than yesterday.',
  tooLong: 'Lock at most four months at a time.',
  noFilter: 'Please select any filter',
  confirmForce: 'Are you sure you want to Lock out billing period for the selected date range?',
  empty: 'No Data Available',
  nothingToLock: (period: Period) => `There are no sessions from ${periodInWords(period)}. Choose other dates.`,
  restOfHalfMonth: 'Choose the first day of a half-month.',
  overlaps: (period: Period) =>
    `${periodInWords(period)} is locked already. Choose days outside it, or unlock it under Lock Out first.`,
  locked: (period: Period) => `The billing period ${periodInWords(period)} is locked.`,
  unlocked: (period: Period) => `The billing period ${periodInWords(period)} is unlocked.`,
  notFound: 'This lock-out no longer exists. Reload the page.',
  unlockedAlready: 'This billing period has been unlocked already. Reload the page to see by whom and why.',
  invoiced: 'This billing period cannot be unlocked, because it has been invoiced.',
  paidLater: (lines: readonly string[]) =>
    `This billing period cannot be unlocked, because a later payroll that is locked or exported pays its days: ${lines.join('; ')}.`,
} as const

const leftOutShape = z.object({ days: z.int().nonnegative(), amount: decimalText })

/** Days that were not approved, with their hours, and what the schools would have been billed for them. */
export const leftOutSchema = z.union([
  leftOutShape.extend({ minutes: z.int().nonnegative() }),
  /** Lock-outs that were made before minutes were counted have hours in hundredths. */
  leftOutShape.extend({ hundredths: z.int().nonnegative() }),
])
export type LeftOut = z.infer<typeof leftOutSchema>

/** What was left out when days were locked one part at a time. In minutes, unless one of the parts was stored in hundredths. */
export const sumOfLeftOut = (parts: readonly LeftOut[], currency: string): LeftOut => {
  const days = parts.reduce((sum, part) => sum + part.days, 0)
  const amount = roundedSum(
    parts.map((part) => part.amount),
    currency,
  )
  const counted = parts.filter((part) => 'minutes' in part)
  const rounded = parts.filter((part) => 'hundredths' in part)
  const minutes = counted.reduce((sum, part) => sum + part.minutes, 0)
  if (rounded.length === 0) return { days, minutes, amount }
  const hundredths = rounded.reduce((sum, part) => sum + part.hundredths, hundredthsOfMinutes(minutes))
  return { days, hundredths, amount }
}

/** '3:30', or '3.5' as it was printed before minutes were counted */
export const hoursLeftOut = (of: LeftOut): string =>
  'minutes' in of ? formatMinutes(of.minutes) : formatHours(of.hundredths)

type Problem = { path: 'startDate' | 'endDate'; message: string }

const problemOf = (date: LocalDate, today: LocalDate | undefined): string | undefined => {
  if (!isBoundaryDay(date)) return lockOutMessages.boundary
  return today !== undefined && date >= today ? lockOutMessages.notOver : undefined
}

export const requiredDate = (required: string) =>
  z.string({ error: required }).min(1, { error: required, abort: true }).pipe(localDateSchema)

/** @param today the organization's date; undefined where it is not known, and only the server checks it */
export const lockOutPeriodSchema = (today?: LocalDate) =>
  z
    .object({
      startDate: requiredDate(lockOutMessages.startDate),
      endDate: requiredDate(lockOutMessages.toDate),
    })
    .superRefine((period, context) => {
      const refuse = ({ path, message }: Problem) => context.addIssue({ code: 'custom', path: [path], message })
      for (const path of ['startDate', 'endDate'] as const) {
        const message = problemOf(period[path], today)
        if (message !== undefined) refuse({ path, message })
      }
      if (period.endDate < period.startDate) refuse({ path: 'endDate', message: lockOutMessages.toBeforeStart })
      else if (period.endDate >= addDays(period.startDate, MAX_LOCK_OUT_DAYS)) {
        refuse({ path: 'endDate', message: lockOutMessages.tooLong })
      }
    })

/** Whether a period is locked, and how. */
export const lockStateSchema = z.enum(['open', 'partly', 'locked', 'forced'])
export type LockState = z.infer<typeof lockStateSchema>

export const lockStateNames: Record<LockState, string> = {
  open: 'Open',
  partly: 'Partly locked',
  locked: 'Locked',
  forced: 'Locked by force',
}

interface AnyLockOut extends Period {
  readonly isForced: boolean
  /** Null while the period is locked. */
  readonly unlocked: object | null
}

/** The days of a period that no lock-out has, as one period for each gap. */
export const freeDaysOf = ({ startDate, endDate }: Period, lockOuts: readonly Period[]): Period[] => {
  const free: Period[] = []
  let next = startDate
  for (const lockOut of lockOuts.toSorted((one, other) => (one.startDate < other.startDate ? -1 : 1))) {
    if (lockOut.startDate > endDate) break
    if (lockOut.startDate > next) free.push({ startDate: next, endDate: addDays(lockOut.startDate, -1) })
    if (lockOut.endDate >= next) next = addDays(lockOut.endDate, 1)
  }
  return next > endDate ? free : [...free, { startDate: next, endDate }]
}

/** A period is locked if all of its days are, and by force if any was locked by force. */
export const lockStateOf = (period: Period, lockOuts: readonly AnyLockOut[]): LockState => {
  const found = lockOuts.filter((lockOut) => lockOut.unlocked === null && sharesDays(lockOut, period))
  if (found.length === 0) return 'open'
  if (freeDaysOf(period, found).length > 0) return 'partly'
  return found.some(({ isForced }) => isForced) ? 'forced' : 'locked'
}
