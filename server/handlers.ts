import { merged } from '#domain/merged.ts'
import * as areas from '#server/areas/area-handlers.ts'
import type { HandlerParts } from '#server/areas/handler-parts.ts'
import { reportDetailsHandlers } from '#server/areas/reports/report-details.ts'
import { detailsByName, servedReports } from '#server/areas/reports/served-reports.ts'
import { workflowGraph } from '#server/areas/workflows/workflow-graph.ts'
import { createGraphqlHandlers } from './http/graphql/graphql-handler.ts'
import type { Handlers } from './http/handler.ts'

type Made<Area> = Area extends (parts: HandlerParts) => infer Handlers ? Handlers : Area

const isMaker = (area: object): area is (parts: HandlerParts) => object => typeof area === 'function'

const handlersOf = <Area extends object>(area: Area, parts: HandlerParts) =>
  (isMaker(area) ? area(parts) : area) as Made<Area>

/** The handler of every endpoint, combined from the areas. */
export const createHandlers = (parts: HandlerParts): Handlers =>
  merged([
    ...Object.values(areas).map((area) => handlersOf(area, parts)),
    ...servedReports.map(({ handlers }) => handlers),
    reportDetailsHandlers(detailsByName),
    createGraphqlHandlers([workflowGraph]),
  ])
