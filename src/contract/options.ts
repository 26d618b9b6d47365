/** Options shared by several pages. */
import { callOf } from './call.ts'
import { getServiceTypes } from './caseloads.ts'
import {
  getAllProviders,
  getAllSchools,
  getAllTrackingLabels,
  getProvidersSchoolsStudents,
  getStudentsBySchool,
} from './lookups.ts'

const EVERYONE = { everyone: 'true' } as const

const toOptions = (providers: readonly { id: number; providerName: string }[]) =>
  providers.map(({ id, providerName }) => ({ id, name: providerName }))

/** For filters, reports and the files of people, who may have left: every provider, by name. */
export const providerOptions = {
  call: callOf(getAllProviders, () => ({ query: EVERYONE }), toOptions),
  records: 'providers',
} as const

/** For filters and reports: every school that is active or has sessions. */
export const schoolOptions = { call: callOf(getAllSchools, () => ({ query: EVERYONE })), records: 'schools' } as const

interface OfSchoolAndProvider {
  schoolId?: number | undefined
  providerId?: number | undefined
}

/** For filters and reports: the students of a school and a provider, now or in earlier sessions. */
export const studentsKnown = callOf(
  getProvidersSchoolsStudents,
  ({ schoolId, providerId }: OfSchoolAndProvider) => ({
    query: {
      ...(schoolId !== undefined && { schoolIds: String(schoolId) }),
      ...(providerId !== undefined && { providerIds: String(providerId) }),
      ...EVERYONE,
    },
  }),
  ({ students }) => students,
)

/** The same for the caller; fails if there are none. */
export const ownStudentsKnown = callOf(getStudentsBySchool, (schoolId: number) => ({
  body: { schoolIds: String(schoolId), ...EVERYONE },
}))

/** For filters and reports: every service that is offered or has sessions, by code. */
export const serviceOptions = {
  call: callOf(
    getServiceTypes,
    () => ({ query: EVERYONE }),
    (services) => services.map(({ id, code }) => ({ id, name: code })),
  ),
  records: 'services',
} as const

/** For filters and reports: every tracking label that is offered or in use. */
export const labelOptions = {
  call: callOf(
    getAllTrackingLabels,
    () => ({ body: EVERYONE }),
    (labels) => labels.map(({ id, trackingLabel }) => ({ id, name: trackingLabel })),
  ),
  records: 'trackingLabels',
} as const

export const trackingLabelsKnown = callOf(getAllTrackingLabels, () => ({}))
