/** Options shared by several pages. */
import { callOf } from './call.ts'
import { getMasterTemplates } from './documents.ts'
import { getAllProviders, getAllTrackingLabels } from './lookups.ts'
import { getProviderTypes } from './providers.ts'

const toOptions = (providers: readonly { id: number; providerName: string }[]) =>
  providers.map(({ id, providerName }) => ({ id, name: providerName }))

/** Every provider, by name. */
export const providerOptions = { call: callOf(getAllProviders, () => ({}), toOptions), records: 'providers' } as const

export const providerTypeOptions = {
  call: callOf(
    getProviderTypes,
    () => ({}),
    (types) => types.map(({ id, title: name }) => ({ id, name })),
  ),
  records: 'providerTypes',
} as const

export const trackingLabelsKnown = callOf(getAllTrackingLabels, () => ({}))

/**
 * Document types by title.
 *
 * @param isAdmin without it, only those that providers may choose
 * @param isLetter only those that letters are generated from
 */
export const documentTypeOptions = (isAdmin: boolean, isLetter = false) =>
  callOf(
    getMasterTemplates,
    () => ({ query: { isAdmin: String(isAdmin), ...(isLetter && { isGenerateLetter: 'true' }) } }),
    (types) => types.map(({ id, title: name, mustExpire }) => ({ id, name, mustExpire })),
  )
