/** The states of one occurrence of a session (DESIGN, sections 2 and 4). */
import type { ProviderDayState } from './provider-day.ts'

export const OCCURRENCE_STATES = [
  'scheduled',
  'editPending',
  'confirmed',
  'approved',
  'locked',
  'invoiced',
  'deleted',
] as const
export type OccurrenceState = (typeof OCCURRENCE_STATES)[number]

/** An occurrence's state, derived from what is stored of it and its day. */
export const occurrenceStateOf = (stored: {
  day: ProviderDayState
  isDeleted: boolean
  hasPendingEdit: boolean
  isInvoiced: boolean
}): OccurrenceState => {
  if (stored.isDeleted) return 'deleted'
  if (stored.day === 'locked') return stored.isInvoiced ? 'invoiced' : 'locked'
  if (stored.day === 'approved') return 'approved'
  if (stored.hasPendingEdit) return 'editPending'
  return stored.day === 'confirmed' || stored.day === 'corrected' ? 'confirmed' : 'scheduled'
}
