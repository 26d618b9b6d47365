/** Rules and messages of reports (spec 3, sections 2 to 5). */

export const DETAIL_STATES = ['waiting', 'running', 'done', 'failed', 'canceled'] as const

/** How long the details of a report are kept, in days. */
export const KEPT_DETAILS = 7

/** When a saved report is sent by email; the 1st and 16th, or every Monday. */
export const REPORT_SCHEDULES = ['never', 'halfMonth', 'weekly'] as const

export const MAILED_FORMATS = ['pdf', 'xlsx'] as const

export const reportMessages = {
  empty: 'No Data Available',
  schoolRequired: 'School Is Required',
  studentRequired: 'Student Name Is Required.',
  providerTypeRequired: 'Provider Type is Required',
  studentNotFound: 'Student not found',
  fileNotFound: 'File not found',
  detailsNotFound: 'This report is no longer there. Reports are kept for seven days.',
  detailsFailed: 'The report could not be made. Try again.',
  detailsOver: 'The report is no longer being made.',
  noAccess: 'You can no longer open this report.',
  canceled: 'Canceled',
  chooseTemplate: 'Choose a census template.',
} as const

export const CENSUS_TEMPLATES = [
  { id: 1, name: 'Template 1', content: 'Providers' },
  { id: 2, name: 'Template 2', content: 'Caseload' },
  { id: 3, name: 'Template 3', content: 'Service Delivery' },
] as const
