/** Which live changes concern what a page shows; apart from live.ts, because the sign-in page loads it, and no schema. */
import type { LocalDate } from '#domain/time.ts'
import type { LiveChange } from './live.ts'
import type { LiveTopic } from './live-topics.ts'

/** Changes to a topic's records: everyone's on any day, unless it names a provider or days. */
export interface Follow {
  readonly topic: LiveTopic
  readonly provider?: number | undefined
  /** The first and last day shown, both inclusive. */
  readonly from?: LocalDate | undefined
  readonly to?: LocalDate | undefined
}

/** What concerns a page; a topic alone is all of its changes. */
export type Follows = readonly (LiveTopic | Follow)[]

const isMeant = ({ topic, provider, from, to }: LiveChange, follow: Follow): boolean =>
  topic === follow.topic &&
  (follow.provider === undefined || provider === undefined || provider === follow.provider) &&
  (follow.from === undefined || to === undefined || to >= follow.from) &&
  (follow.to === undefined || from === undefined || from <= follow.to)

/** Whether the change concerns the page. */
export const isFollowed = (change: LiveChange, follows: Follows): boolean =>
  follows.some((follow) => (typeof follow === 'string' ? change.topic === follow : isMeant(change, follow)))
