/** The test app's server: the portal's endpoints, which provide its data, and those of the areas in this folder. */
import { api } from '#contract/api.ts'
import { reportDetailsHandlers } from '#server/areas/reports/report-details.ts'
import { detailsIn } from '#server/areas/reports/served-reports.ts'
import { type ComposeOptions, composeServer } from '#server/compose.ts'
import { createHandlers } from '#server/handlers.ts'
import { servedHours } from './report/hours-query.ts'
import { hoursReport } from './report/hours-report.ts'
import { roomApi } from './rooms/room-contract.ts'
import { roomHandlers } from './rooms/room-handlers.ts'

export const composeTestApp = (options: ComposeOptions) =>
  composeServer(options, (parts) => ({
    api: { ...api, ...roomApi, ...hoursReport.endpoints },
    handlers: {
      ...createHandlers(parts),
      ...roomHandlers,
      ...servedHours.handlers,
      ...reportDetailsHandlers(detailsIn([servedHours])),
    },
  }))
