import type { Signer } from '#server/signer.ts'
import type { FeedParts } from './calendar-feed/calendar-feed-handlers.ts'
import type { StoringParts } from './documents/document-parts.ts'
import type { LiveStreams } from './live/live-streams.ts'
import type { IdentityParts } from './login/identity-provider-sign-in.ts'
import type { SsnParts } from './providers/ssn-vault.ts'
import type { SystemFacts } from './system/system.ts'
import type { ChartLinkParts } from './workflows/chart-link-handlers.ts'

/** What handlers are given, in addition to what each request gives them. Each area names the parts that it uses. */
export interface HandlerParts extends IdentityParts, StoringParts, FeedParts, SsnParts {
  readonly facts: SystemFacts
  readonly live: LiveStreams
  readonly charts: ChartLinkParts
  /** Signs links in email. */
  readonly signer: Signer
}
