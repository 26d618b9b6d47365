/** What of a close-out is shown, as kept in the address, so that Back and the way back from a correction show the same. */
import { halfMonthOf, latestHalfMonths } from '#domain/billing/period.ts'
import { type LocalDate, localDateSchema } from '#domain/time.ts'
import { idOfAddress } from '#screens/id-of-address.ts'
import { isPointKind, type PointKind, type Side } from './close-out-points.ts'

export interface CloseOutPlace {
  /** The first day of the half-month. */
  readonly startDate: LocalDate
  /** Whose open points and totals are shown. */
  readonly side: Side
  /** All kinds if undefined. */
  readonly kind: PointKind | undefined
  /** One provider or school; 0 for the points without any; all if undefined. */
  readonly of: number | undefined
  /** Only totals that are out of the ordinary. */
  readonly isUnusualOnly: boolean
}

/**
 * Parses an address; without a valid day it is of the latest half-month that is over.
 *
 * @param today the organization's date
 */
export const placeOfAddress = (search: string, today: LocalDate): CloseOutPlace => {
  const query = new URLSearchParams(search)
  const day = localDateSchema.safeParse(query.get('period')).data ?? latestHalfMonths(today, 1)[0]?.startDate ?? today
  const kind = query.get('kind')
  const of = query.get('of') ?? undefined
  return {
    startDate: halfMonthOf(day).startDate,
    side: query.get('by') === 'school' ? 'school' : 'provider',
    kind: isPointKind(kind) ? kind : undefined,
    of: of === '0' ? 0 : idOfAddress(of),
    isUnusualOnly: query.get('totals') === 'unusual',
  }
}

/** Always names the half-month, so that the link shows the same later. */
export const addressOfPlace = ({ startDate, side, kind, of, isUnusualOnly }: CloseOutPlace): string => {
  const query = new URLSearchParams({ period: startDate })
  if (side === 'school') query.set('by', side)
  if (kind !== undefined) query.set('kind', kind)
  if (of !== undefined) query.set('of', String(of))
  if (isUnusualOnly) query.set('totals', 'unusual')
  return `/close-out?${query}`
}
