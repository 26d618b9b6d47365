/** The sample report beside the portal's endpoints, on a page of its own. */
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll } from 'vitest'
import { api } from '#contract/api.ts'
import { FeedAddresses } from '#server/areas/calendar-feed/feed-addresses.ts'
import { DEFAULT_FEED_LIMITS, FeedReadings } from '#server/areas/calendar-feed/feed-limits.ts'
import { type ComposeOptions, composeServer } from '#server/compose.ts'
import { createHandlers } from '#server/http/handlers.ts'
import { type BuiltFolder, buildFolder } from '#tests/support/page.ts'
import { usePortal } from '#tests/support/portal.ts'
import { hoursHandlers } from './hours-query.ts'
import { hoursReport } from './hours-report.ts'

const compose = (options: ComposeOptions) =>
  composeServer(options, ({ facts, auth }) => {
    const feeds = { addresses: new FeedAddresses(options.tokenSecret), readings: new FeedReadings(DEFAULT_FEED_LIMITS) }
    return {
      api: { ...api, ...hoursReport.endpoints },
      handlers: { ...createHandlers(facts, auth, feeds), ...hoursHandlers },
    }
  })

export const useReportApp = () => {
  let built: BuiltFolder | undefined
  beforeAll(async () => {
    built = await buildFolder(fileURLToPath(new URL('./page', import.meta.url)))
  })
  afterAll(() => built?.remove())
  return usePortal({ compose, clientFolder: () => built?.folder ?? '' })
}
