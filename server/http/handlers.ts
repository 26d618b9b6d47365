import type { EndpointName } from '#contract/api.ts'
import { createSystemHandlers, type SystemFacts } from '#server/areas/system/system.ts'
import type { Handlers, HandlersOf } from './handler.ts'
import { Refusal } from './refusal.ts'

/** Endpoints that are written down and not built yet; each area takes its names out of here. */
type Unbuilt = Exclude<EndpointName, 'getHealth'>

const unbuilt = async (): Promise<never> => {
  throw new Refusal(501, 'This is not built yet.')
}

const unbuiltHandlers: HandlersOf<Unbuilt> = {
  signIn: unbuilt,
  logout: unbuilt,
  refreshToken: unbuilt,
  getRoleAccess: unbuilt,
  getAllColours: unbuilt,
  getAllProviders: unbuilt,
  getAllSchools: unbuilt,
  getAllTrackingLabels: unbuilt,
  getProviderByUserId: unbuilt,
  getProvidersSchoolsStudents: unbuilt,
  getSchoolServicesRateTypesRate: unbuilt,
  getSchoolStudentListing: unbuilt,
  getScheduleEventPageLoadLists: unbuilt,
  getScheduleEvents: unbuilt,
  getScheduleEventById: unbuilt,
  getScheduleEventsPerDay: unbuilt,
  getWeeklyScheduleEvents: unbuilt,
  approveScheduleEvents: unbuilt,
  updateEventNote: unbuilt,
  updateRecurrenceFeedback: unbuilt,
  updateRecurrenceStudentFeedback: unbuilt,
  updateStudentNote: unbuilt,
  updateSchoolTime: unbuilt,
  getEventsServiceTypes: unbuilt,
  addScheduleEvent: unbuilt,
}

/** The handler of every endpoint, put together from the areas. */
export function createHandlers(facts: SystemFacts): Handlers {
  return { ...unbuiltHandlers, ...createSystemHandlers(facts) }
}
