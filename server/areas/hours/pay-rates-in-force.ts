/** What providers are paid on which days: the rates of each provider and rate type. */

import type { Dated } from '#server/areas/master-data/in-force.ts'
import { providerRates } from '#server/db/schema/rates.ts'

export const datedPayRates: Dated = {
  table: providerRates,
  kind: { provider_id: providerRates.providerId, rate_type_id: providerRates.rateTypeId },
  value: providerRates.rate,
}
