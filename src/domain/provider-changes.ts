/** A provider's change or deletion of whole sessions: applied at once, or after an administrator's approval. */
export const PROVIDER_CHANGE_STATES = ['waiting', 'applied', 'rejected', 'withdrawn', 'discarded', 'undone'] as const
export type ProviderChangeState = (typeof PROVIDER_CHANGE_STATES)[number]
