import type { EndpointName } from '#contract/api.ts'
import { aclHandlers } from '#server/areas/acl/acl.ts'
import { type Auth, createLoginHandlers } from '#server/areas/login/login.ts'
import { createSystemHandlers, type SystemFacts } from '#server/areas/system/system.ts'
import { createUserHandlers } from '#server/areas/user/user.ts'
import type { Handlers, HandlersOf } from './handler.ts'
import { Refusal } from './refusal.ts'

/** Endpoints that are written down and not built yet; each area takes its names out of here. */
type Unbuilt = Exclude<EndpointName, 'getHealth' | 'signIn' | 'logout' | 'refreshToken' | 'getRoleAccess'>

const unbuilt = async (): Promise<never> => {
  throw new Refusal(501, 'This is not built yet.')
}

const unbuiltHandlers: HandlersOf<Unbuilt> = {
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
export function createHandlers(facts: SystemFacts, auth: Auth): Handlers {
  return {
    ...unbuiltHandlers,
    ...createSystemHandlers(facts),
    ...createLoginHandlers(auth),
    ...createUserHandlers(auth),
    ...aclHandlers,
  }
}
