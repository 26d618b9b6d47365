import { isMaskedSsn, providerMessages, ssnDigits } from '#domain/provider-form.ts'
import { refuseField } from '#server/http/refusal.ts'
import type { SsnVault } from './ssn-vault.ts'

/** What a form's field stores; undefined leaves it as it is. @throws Refusal 400 if it can't be stored */
export const sealedSsn = (ssnVault: SsnVault | undefined, ssn: string, providerId: number) => {
  if (isMaskedSsn(ssn)) return undefined
  if (ssn === '') return { ssn: null, ssnKeyId: null, ssnLastFour: null }
  if (!ssnVault) return refuseField('ssn', providerMessages.noSsnKeys)
  return ssnVault.close(ssnDigits(ssn), providerId)
}
