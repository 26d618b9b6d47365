import { z } from 'zod'

/**
 * The keys in a user's access list, spelled as in the spec (spec 1, section 2). The spec gives /acl none: Permissions is
 * our own (docs/decisions/who-may-change-permissions.md).
 */
export const SCREEN_KEYS = [
  'ProviderScheduling',
  'ProviderSchedulorCreator',
  'RateDetailReport',
  'SchoolReport',
  'PTOReport',
  'ProviderDetailReport',
  'TrackingLabelReport',
  'NoteReport',
  'CennsusReport',
  'PayrollChecklistReport',
  'SchoolAccount',
  'ProviderProfileInformation',
  'Caseloads',
  'ManageDocuments',
  'MyDocuments',
  'MyDocumentsHoursWorked',
  'Scheduling',
  'ScheduleEventViewer',
  'ProfileInformationRequestPTO',
  'PTORequest',
  'ProfileInformationHistory',
  'BillingHistory',
  'ProfileInformation',
  'ProviderCaseload',
  'Permissions',
] as const
export const screenKeySchema = z.enum(SCREEN_KEYS)
export type ScreenKey = z.infer<typeof screenKeySchema>
