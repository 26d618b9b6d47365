import { formatDate } from '#domain/time.ts'
import type { ProviderStatus } from '#machines/schedule/day-status.ts'

/** The provider's day that a decision is about. */
export type DecidedDay = Pick<ProviderStatus, 'providerId' | 'providerName' | 'date'>

/** What decisions on one day have in common. */
export const oneDay = (done: string, draft: string) => ({
  about: ({ providerName, date }: DecidedDay) => (
    <>
      <bdi>{providerName}</bdi>, {formatDate(date)}
    </>
  ),
  decided: ({ providerName, date }: DecidedDay) => `${formatDate(date)} has been ${done} for ${providerName}`,
  draft: ({ providerId, date }: DecidedDay) => `${draft}/${providerId}/${date}`,
})
