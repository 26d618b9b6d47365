/** What is open in a billing period, and how its projected totals compare with earlier ones (DESIGN, section 4). */
import { z } from 'zod'
import { compareAmounts, type Decimal, isZero, productOf, sumOf } from '../money.ts'
import { formatDate, type LocalDate } from '../time.ts'
import { correctionMessages } from './corrections.ts'

/** What keeps a period from being closed, in the order in which it is worked on. */
export const OPEN_KINDS = ['unconfirmed', 'rejected', 'unapproved', 'correction', 'change', 'request'] as const
export const openKindSchema = z.enum(OPEN_KINDS)

/** How many of the latest half-months are offered. */
export const OFFERED = 12

/** How many half-months before it a period is compared with. */
export const COMPARED = 2

export const closeOutMessages = {
  startDate: 'Start Date Is Required',
  notHalfMonth: 'Choose a half-month: the 1st to the 15th, or the 16th to the last day.',
  rateTypeChosen: 'The rate type is saved.',
  nothingToRate: 'There are no sessions without a rate like these anymore. Reload the page to see what is left.',
  noRateOfType:
    'The school has no rate of this type for the service. Add one to the school first, or choose another type.',
  /** Why the rate type of work on a locked day can't be chosen. */
  invoiced: (day: LocalDate) =>
    `The school has been invoiced for ${formatDate(day)}. ${correctionMessages.insteadOfUnlocking}`,
  changesPay: (day: LocalDate) =>
    `${formatDate(day)} is locked, and would be paid at another rate. ${correctionMessages.insteadOfUnlocking}`,
} as const

/** How an amount differs from what was usual; undefined if it is ordinary. */
export type Deviation = 'none' | 'new' | 'low' | 'high'

/**
 * Out of the ordinary is at most half, or at least double, of the average of the earlier amounts.
 *
 * @param earlier those of the half-months before, at least one
 */
export const deviationOf = (amount: Decimal, earlier: readonly Decimal[]): Deviation | undefined => {
  const sum = sumOf(earlier)
  const timesCompared = (times: string) =>
    compareAmounts(productOf(amount, String(earlier.length)), productOf(sum, times))
  if (isZero(sum)) return isZero(amount) ? undefined : 'new'
  if (isZero(amount)) return 'none'
  if (timesCompared('0.5') <= 0) return 'low'
  return timesCompared('2') >= 0 ? 'high' : undefined
}
