import type { ApprovedDate } from '#contract/schedule.ts'
import { isUnderCorrection, type ProviderDayState } from '#domain/provider-day.ts'
import { type DayKey, wireApproval } from './provider-days.ts'

const APPROVED_STATUS = ['Pending', 'Approved', 'Rejected', 'Locked'] as const

export interface StatedDay extends DayKey {
  /** Null if it was never stored. */
  state: ProviderDayState | null
}

/** The status of a provider's day on the wire. */
export const approvedDateOf = ({ providerId, date: approvedDate, state }: StatedDay): ApprovedDate => {
  const isApproved = wireApproval(state)
  const approvedStatus = state !== null && isUnderCorrection(state) ? 'Correcting' : APPROVED_STATUS[isApproved]
  return {
    providerId,
    approvedDate,
    approvedStatus,
    isApproved,
    isConfirmed: state === 'confirmed' || state === 'corrected',
  }
}
