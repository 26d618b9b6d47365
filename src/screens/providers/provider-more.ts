/** What is stored beside the form's values; null for a new provider. */
export type ProviderMore = {
  readonly providerId: number
  /** '•••-••-6789'; '' if none is stored. */
  readonly ssn: string
} | null
