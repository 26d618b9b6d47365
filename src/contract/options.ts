/** Options shared by several pages. */
import { callOf } from './call.ts'
import { getAllProviders, getAllTrackingLabels } from './lookups.ts'

const toOptions = (providers: readonly { id: number; providerName: string }[]) =>
  providers.map(({ id, providerName }) => ({ id, name: providerName }))

/** Every provider, by name. */
export const providerOptions = { call: callOf(getAllProviders, () => ({}), toOptions), records: 'providers' } as const

export const trackingLabelsKnown = callOf(getAllTrackingLabels, () => ({}))
