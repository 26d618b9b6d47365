/** The open points of a close-out, from everything that the server reports. */
import type { CloseOut, DayToLookAt, UnratedWork } from '#contract/billing.ts'
import { Tally } from '#domain/tally.ts'
import type { LocalDate } from '#domain/time.ts'

/** In the order in which they are shown. */
export const POINT_KINDS = [
  'unconfirmed',
  'rejected',
  'unapproved',
  'toLookAt',
  'correction',
  'change',
  'request',
  'rate',
  'email',
] as const
export type PointKind = (typeof POINT_KINDS)[number]

export const isPointKind = (text: string | null): text is PointKind => POINT_KINDS.some((kind) => kind === text)

export type Side = 'provider' | 'school'

/** Stands for no provider or no school. */
export const NOBODY = 0

export interface Point {
  /** The same after an update. */
  readonly key: string
  readonly kind: PointKind
  /** `NOBODY` for a school without a billing email. */
  readonly providerId: number
  /** Empty for time off. */
  readonly schoolIds: readonly number[]
  /** The first day; undefined for a school without a billing email. */
  readonly date: LocalDate | undefined
  /** For a day to look at. */
  readonly odd?: Pick<DayToLookAt, 'amount' | 'findings'>
  /** For sessions without a rate. */
  readonly work: UnratedWork | undefined
}

/** Whether the school is to be billed for the period: others need no email yet. */
const isBilled = ({ minutes }: CloseOut['schools'][number]): boolean => minutes > 0

/** One provider may have several changes on a day. */
const numbered = (open: CloseOut['open']): Point[] => {
  const counts = new Tally<string>()
  return open.map((point) => {
    const name = `${point.kind} ${point.providerId} ${point.date}`
    const count = counts.add(name)
    return { ...point, key: `${name} ${count}`, work: undefined }
  })
}

export const pointsOf = (
  { open, unrated, schools }: Pick<CloseOut, 'open' | 'unrated' | 'schools'>,
  daysToLookAt: readonly DayToLookAt[],
): Point[] => [
  ...numbered(open),
  ...daysToLookAt.map(({ amount, findings, ...day }) => ({
    ...day,
    key: `toLookAt ${day.providerId} ${day.date}`,
    kind: 'toLookAt' as const,
    odd: { amount, findings },
    work: undefined,
  })),
  ...unrated.map((work) => ({
    key: `rate ${work.providerId} ${work.schoolId} ${work.serviceId} ${work.rateTypeId}`,
    kind: 'rate' as const,
    providerId: work.providerId,
    schoolIds: [work.schoolId],
    date: work.from,
    work,
  })),
  ...schools
    .filter((school) => isBilled(school) && !school.hasBillingEmail)
    .map(({ id }) => ({
      key: `email ${id}`,
      kind: 'email' as const,
      providerId: NOBODY,
      schoolIds: [id],
      date: undefined,
      work: undefined,
    })),
]

export const countByKind = (points: readonly Point[]) => new Tally(points.map(({ kind }) => kind))

/** A point of one provider or school. */
export interface PointRow {
  readonly key: string
  /** The provider or school. */
  readonly ofId: number
  readonly point: Point
}

/** By provider or school, in their order; those of nobody last. A day at two schools is in both. */
export const rowsOf = (points: readonly Point[], side: Side, order: readonly { readonly id: number }[]): PointRow[] => {
  const places = new Map(order.map(({ id }, index) => [id, index]))
  const placeOf = (id: number) => places.get(id) ?? order.length
  const idsOf = ({ providerId, schoolIds }: Point) => {
    if (side === 'provider') return [providerId]
    return schoolIds.length === 0 ? [NOBODY] : schoolIds
  }
  return points
    .flatMap((point) => idsOf(point).map((ofId) => ({ key: `${point.key} ${ofId}`, ofId, point })))
    .sort(
      (one, other) =>
        placeOf(one.ofId) - placeOf(other.ofId) ||
        (one.point.date ?? '').localeCompare(other.point.date ?? '') ||
        POINT_KINDS.indexOf(one.point.kind) - POINT_KINDS.indexOf(other.point.kind),
    )
}

/** The rate types between which an administrator can choose; none if no choice would help, or it is refused. */
export const choicesOf = ({ choices, rateTypeId, serviceId, choiceRefusal }: UnratedWork): UnratedWork['choices'] => {
  if (serviceId === null || choiceRefusal !== null) return []
  const others = choices.filter((id) => id !== rateTypeId)
  return rateTypeId === null && others.length < 2 ? [] : others
}
