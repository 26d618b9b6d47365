import type { PtoBalance } from '#contract/time-off.ts'
import { hundredthsOf } from '#domain/hours.ts'

interface Segment {
  readonly name: string
  /** In hundredths. */
  readonly hours: number
  readonly kind: 'accepted' | 'pending' | 'left' | 'over'
}

/** What the bar is made of, without empty parts. They add up to the hours granted, plus what exceeds them. */
export const segmentsOf = (
  balance: Pick<PtoBalance, 'availableHours' | 'pendingHours' | 'acceptedHours'>,
): Segment[] => {
  const available = hundredthsOf(balance.availableHours)
  const pending = hundredthsOf(balance.pendingHours)
  const accepted = hundredthsOf(balance.acceptedHours)
  const covered = Math.min(pending, Math.max(0, available))
  const overdrawn = Math.max(0, -available)
  const segments: Segment[] = [
    { name: overdrawn > 0 ? 'Accepted, covered' : 'Accepted', hours: accepted - overdrawn, kind: 'accepted' },
    { name: covered < pending ? 'Pending, covered' : 'Pending', hours: covered, kind: 'pending' },
    { name: 'Left', hours: available - covered, kind: 'left' },
    { name: 'Over balance', hours: pending - covered + overdrawn, kind: 'over' },
  ]
  return segments.filter(({ hours }) => hours > 0)
}
