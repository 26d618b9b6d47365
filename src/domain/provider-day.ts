/** The states of a provider's day (DESIGN, section 2): what is stored, and what the machine, the pages and the queries ask of it. */

export const PROVIDER_DAY_STATES = [
  'open',
  'confirmed',
  'rejected',
  'approved',
  'reopened',
  'locked',
  'correcting',
  'corrected',
] as const
export type ProviderDayState = (typeof PROVIDER_DAY_STATES)[number]

/** The day is open within its locked period. Its correction approves it, not the week's approval. */
export const isUnderCorrection = (state: ProviderDayState): boolean => state === 'correcting' || state === 'corrected'

/** Hours and sessions of such a day can't change (DESIGN, section 4). */
export const isReadOnlyDay = (state: ProviderDayState): boolean => state === 'approved' || state === 'locked'

/** An administrator gave a reason why the provider has to look at such a day again. */
export const isSentBack = (state: ProviderDayState): boolean =>
  state === 'rejected' || state === 'reopened' || state === 'correcting'
