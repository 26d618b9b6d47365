/** What providers are paid on which days: the rates of each provider and rate type. */
import { providerRates } from '#server/db/schema.ts'
import type { Dated } from '../master-data/in-force.ts'

export const datedPayRates: Dated = {
  table: providerRates,
  kind: { provider_id: providerRates.providerId, rate_type_id: providerRates.rateTypeId },
  value: providerRates.rate,
}
