import type { FeedAddresses } from '#server/areas/calendar-feed/feed-addresses.ts'
import type { FeedReadings } from '#server/areas/calendar-feed/feed-limits.ts'
import type { DocumentParts } from '#server/areas/documents/document-parts.ts'
import type { LiveStreams } from '#server/areas/live/live-streams.ts'
import type { Auth } from '#server/areas/login/auth.ts'
import type { IdentityProviderParts } from '#server/areas/login/provider-sign-in.ts'
import type { SsnVault } from '#server/areas/providers/ssn-vault.ts'
import type { SystemFacts } from '#server/areas/system/system.ts'
import type { ChartLinkParts } from '#server/areas/workflows/chart-link-handlers.ts'
import type { Signer } from '#server/signer.ts'

/** What handlers share, in addition to what each request gives them. */
export interface HandlerParts {
  readonly facts: SystemFacts
  readonly auth: Auth
  readonly live: LiveStreams
  readonly feeds: { readonly addresses: FeedAddresses; readonly readings: FeedReadings }
  readonly charts: ChartLinkParts
  readonly identityProvider: IdentityProviderParts
  /** Undefined if the server stores no Social Security numbers. */
  readonly ssnVault: SsnVault | undefined
  /** Signs links in email. */
  readonly signer: Signer
  readonly documents: DocumentParts
}
