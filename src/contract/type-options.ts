/** Types of documents and providers as options; apart from options.ts, since most pages offer neither. */
import { callOf } from './call.ts'
import { getMasterTemplates } from './documents.ts'
import { getProviderTypes } from './providers.ts'

export const providerTypeOptions = {
  call: callOf(
    getProviderTypes,
    () => ({}),
    (types) => types.map(({ id, title: name }) => ({ id, name })),
  ),
  records: 'providerTypes',
} as const

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
