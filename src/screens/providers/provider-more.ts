import type { RateDays } from '#domain/dated-rates.ts'

/** What is stored beside the form's values; null for a new provider. */
export type ProviderMore = {
  readonly providerId: number
  /** '•••-••-6789'; '' if none is stored. */
  readonly ssn: string
  /** On which days a rate of a type that the provider has or had can begin. */
  readonly rateDays: readonly (RateDays & { readonly providerRateTypeId: number })[]
} | null
