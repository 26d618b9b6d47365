/** Options for filters and forms. Providers see only their own schools and students (spec 1, section 6). */
import { z } from 'zod'
import { searchText } from '#domain/search-words.ts'
import { localDateSchema } from '#domain/time.ts'
import { access, defineEndpoint, id, idList, languageId, queryId } from './endpoint.ts'

export const providerOptionSchema = z.object({
  id,
  providerName: z.string(),
  /** Gets no new sessions; missing if not. */
  isOnLeave: z.literal(true).optional(),
  /** Is no longer employed; missing if not. */
  hasLeft: z.literal(true).optional(),
})
export const schoolOptionSchema = z.object({ id, name: z.string(), colourCode: z.string() })
export const studentOptionSchema = z.object({ id, name: z.string() })
export const serviceOptionSchema = z.object({ id, name: z.string(), code: z.string() })
export const rateTypeSchema = z.object({ id, name: z.string() })

export type ProviderOption = z.infer<typeof providerOptionSchema>
export type SchoolOption = z.infer<typeof schoolOptionSchema>
export type StudentOption = z.infer<typeof studentOptionSchema>
export type ServiceOption = z.infer<typeof serviceOptionSchema>
export type RateType = z.infer<typeof rateTypeSchema>

/**
 * Forms offer who is current. Filters and reports ask for everyone: also providers who left, inactive or deleted schools
 * and students that have sessions, and deleted services and tracking labels that are in use, each marked in its name.
 * src/contract/options.ts asks for them.
 */
export const offers = { everyone: z.enum(['true']).optional() }

/** Where the session is that a form changes: offered, too, and marked if the school is inactive or deleted. */
const storedSchool = { storedSchoolId: queryId.optional() }

/** Whose session it is that a form changes: offered, too, and marked if they have left. */
const storedProvider = { storedProviderId: queryId.optional() }

/** How many students a filter lists at once; typing finds the others. */
export const STUDENTS_OFFERED = 200

export const getProvidersSchoolsStudents = defineEndpoint({
  method: 'GET',
  path: '/api/provider/get-all-providers-schools-students',
  summary: 'List related providers, schools and students; each filter narrows the other two lists',
  access: access.signedIn,
  query: z.object({
    providerIds: idList,
    schoolIds: idList,
    studentIds: idList,
    /** Part of a student's name, case-insensitive. */
    studentName: searchText().optional(),
    /** Limits the list to the first students by name, plus those in `studentIds`. Missing lists every student. */
    studentLimit: z.coerce.number().int().min(0).max(1000).optional(),
    ...offers,
    ...storedSchool,
  }),
  data: z.object({
    providers: z.array(providerOptionSchema),
    schools: z.array(schoolOptionSchema),
    students: z.array(studentOptionSchema),
  }),
})

export const getStudentsBySchool = defineEndpoint({
  method: 'POST',
  path: '/api/student/get-students-by-school',
  summary: 'List the students of some schools; providers see only their own',
  access: access.signedIn,
  onlyReads: true,
  body: z.object({
    languageId,
    /** Separated by commas, as in the spec. */
    schoolIds: z.string().regex(/^\d{1,9}(,\d{1,9})*$/),
    ...offers,
  }),
  data: z.array(studentOptionSchema),
  replies: { 404: 'The schools have no students' },
})

export const getAllSchools = defineEndpoint({
  method: 'GET',
  path: '/api/school/get-all',
  summary: 'List active schools, or all that have sessions, too',
  access: access.signedIn,
  query: z.object({ ...offers, ...storedSchool }),
  data: z.array(schoolOptionSchema),
})

export const getAllProviders = defineEndpoint({
  method: 'GET',
  path: '/api/provider/get-all-providers',
  summary: 'List active providers, or those who left, too; providers see only themselves',
  access: access.signedIn,
  query: z.object({ ...offers, ...storedProvider }),
  data: z.array(providerOptionSchema),
})

export const birthdaySchema = z.object({
  id,
  providerName: z.string(),
  /** The next birthday, so that the year of birth stays private. */
  birthday: localDateSchema,
})

export const getProviderBirthdays = defineEndpoint({
  method: 'POST',
  path: '/api/provider/get-provider-birthdays',
  summary: "List active providers' birthdays in the next 30 days, soonest first",
  access: access.signedIn,
  body: z.object({ languageId }),
  data: z.array(birthdaySchema),
})

export const getSchoolServicesRateTypesRate = defineEndpoint({
  method: 'GET',
  path: '/api/school/get-school-services-ratetypes-rate',
  summary: "Get a school's services, a service's rate types, and the current rate",
  access: access.signedIn,
  query: z.object({ schoolId: queryId, serviceId: queryId.optional(), rateTypeId: queryId.optional() }),
  data: z.object({
    servicesList: z.array(serviceOptionSchema),
    rateTypesList: z.array(rateTypeSchema),
    /** Dollars with two decimals, as text, so that money never passes through floating point. Null for providers. */
    rate: z.string().nullable(),
  }),
})

/** A student's frequency; its id is the `caseloadFrequencyId` (spec 1, section 3). */
export const caseloadEntrySchema = z.object({
  id,
  studentId: id,
  studentName: z.string(),
  /** Service, frequency, duration and session type in words. */
  description: z.string(),
})
export type CaseloadEntry = z.infer<typeof caseloadEntrySchema>

export const getSchoolStudentListing = defineEndpoint({
  method: 'POST',
  path: '/api/caseload/get-school-student-listing',
  summary: 'List the students of a school; providers see only their own',
  access: access.signedIn,
  query: z.object({
    languageId: z.coerce.number().optional(),
    schoolId: queryId,
    /** Excludes the students already in this occurrence. */
    scheduleEventRecurrenceId: queryId.optional(),
    /** Those in the session that a form changes: listed, too, and marked if they have left the school's caseload. */
    storedCaseloadIds: idList,
  }),
  data: z.array(caseloadEntrySchema),
})

export const trackingLabelSchema = z.object({ id, trackingLabel: z.string(), description: z.string() })
export type TrackingLabel = z.infer<typeof trackingLabelSchema>

export const getAllTrackingLabels = defineEndpoint({
  method: 'POST',
  path: '/api/tracking-label/get-all-tracking-labels',
  summary: 'List all tracking labels',
  access: access.signedIn,
  body: z.object({ languageId, ...offers }),
  data: z.array(trackingLabelSchema),
})

export const colourSchema = z.object({ id, name: z.string(), code: z.string() })

export const getAllColours = defineEndpoint({
  method: 'POST',
  path: '/api/colour/get-all-colours',
  summary: 'List the session colors',
  access: access.signedIn,
  body: z.object({ languageId }),
  data: z.array(colourSchema),
})

export const getProviderByUserId = defineEndpoint({
  method: 'GET',
  path: '/api/provider-pto/get-provider-by-user-id/{userId}',
  summary: "Get a user's provider; providers can get only their own",
  access: access.signedIn,
  params: z.object({ userId: queryId }),
  data: providerOptionSchema,
  replies: { 404: 'The user is not a provider' },
})

export const endpoints = {
  getAllColours,
  getAllProviders,
  getAllSchools,
  getAllTrackingLabels,
  getProviderBirthdays,
  getProviderByUserId,
  getProvidersSchoolsStudents,
  getSchoolServicesRateTypesRate,
  getSchoolStudentListing,
  getStudentsBySchool,
}
