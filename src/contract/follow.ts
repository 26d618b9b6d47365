/** Which live changes concern what a page shows; apart from live.ts, because the sign-in page loads it, and no schema. */
import type { LocalDate } from '#domain/time.ts'
import type { LiveChange, LiveTopic } from './live.ts'

/** Which changes concern a reply: everyone's on any day, unless it names a provider or days. */
export interface Follow {
  readonly topic: LiveTopic
  readonly provider?: number | undefined
  /** The first and last day shown, both inclusive. */
  readonly from?: LocalDate | undefined
  readonly to?: LocalDate | undefined
}

export const isFollowed = ({ topic, provider, from, to }: LiveChange, follow: Follow): boolean =>
  topic === follow.topic &&
  (follow.provider === undefined || provider === undefined || provider === follow.provider) &&
  (follow.from === undefined || to === undefined || to >= follow.from) &&
  (follow.to === undefined || from === undefined || from <= follow.to)
