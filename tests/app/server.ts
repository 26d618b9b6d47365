/** The test app's server: the portal's endpoints, which provide its data, and those of the areas in this folder. */
import { api } from '#contract/api.ts'
import { FeedAddresses } from '#server/areas/calendar-feed/feed-addresses.ts'
import { DEFAULT_FEED_LIMITS, FeedReadings } from '#server/areas/calendar-feed/feed-limits.ts'
import { DEFAULT_CHART_LIMITS } from '#server/areas/chart-links/chart-link-handlers.ts'
import { type ComposeOptions, composeServer } from '#server/compose.ts'
import { createHandlers } from '#server/http/handlers.ts'
import { hoursHandlers } from './report/hours-query.ts'
import { hoursReport } from './report/hours-report.ts'
import { roomApi } from './rooms/room-contract.ts'
import { roomHandlers } from './rooms/room-handlers.ts'

export const composeTestApp = (options: ComposeOptions) =>
  composeServer(options, ({ facts, auth, provider }) => {
    const feeds = { addresses: new FeedAddresses(options.tokenSecret), readings: new FeedReadings(DEFAULT_FEED_LIMITS) }
    const charts = { readings: new FeedReadings(DEFAULT_CHART_LIMITS), frameOrigins: [] }
    return {
      api: { ...api, ...roomApi, ...hoursReport.endpoints },
      handlers: { ...createHandlers(facts, auth, feeds, charts, provider), ...roomHandlers, ...hoursHandlers },
    }
  })
