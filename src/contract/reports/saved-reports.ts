/** Reports that a user has saved under a name; some are sent by email regularly. */
import { z } from 'zod'
import { MAILED_FORMATS, REPORT_SCHEDULES, savedReportSchema } from '#domain/reports.ts'
import { plainText } from '#domain/text-rules.ts'
import { localDateSchema } from '#domain/time.ts'
import { access, defineEndpoint, entityCacheKey, id, languageId } from '../endpoint.ts'
import { pageOf, paging } from '../paging.ts'

const reportName = plainText().min(1).max(100)
/** The query of the report's address: filters and order. */
const address = plainText().max(2_000)

const savedReportRow = z.object({
  id,
  name: z.string(),
  /** As in its definition. */
  report: z.string(),
  /** The report's title and path; null if the user may not open it. */
  title: z.string(),
  path: z.string().nullable(),
  address: z.string(),
  /** In words; none if the user may not open it. An emailed report's dates are left out. */
  filters: z.array(z.string()),
  schedule: z.enum(REPORT_SCHEDULES),
  format: z.enum(MAILED_FORMATS),
  lastSentOn: localDateSchema.nullable(),
  /** The day of the next email; null if it is not sent. */
  nextSentOn: localDateSchema.nullable(),
  /** Why it is no longer sent. */
  stopped: z.string().nullable(),
  entityCacheKey: z.string(),
})
export type SavedReport = z.output<typeof savedReportRow>

export const getSavedReports = defineEndpoint({
  method: 'POST',
  path: '/api/report/get-saved-reports',
  summary: "The caller's saved reports by name",
  access: access.signedIn,
  shows: ['reports'],
  onlyReads: true,
  body: z.object({ languageId, ...paging }),
  data: pageOf('allSavedReports', savedReportRow),
})

export const saveReport = defineEndpoint({
  method: 'POST',
  path: '/api/report/save-report',
  summary: 'Save a report with its filters under a name',
  access: access.signedIn,
  body: z.object({ languageId, report: reportName, address, ...savedReportSchema.shape }),
  data: z.object({ id }),
  replies: {
    403: 'The caller may not open the report',
    404: 'No such report',
    409: 'The caller has one with this name',
  },
})

export const editSavedReport = defineEndpoint({
  method: 'POST',
  path: '/api/report/edit-saved-report',
  summary: "Change a saved report's name and when it is sent",
  access: access.signedIn,
  body: z.object({ languageId, id, entityCacheKey, ...savedReportSchema.shape }),
  data: z.null(),
  replies: { 404: 'The caller has no such report', 409: 'It was changed since, or the name is taken' },
})

export const deleteSavedReport = defineEndpoint({
  method: 'POST',
  path: '/api/report/delete-saved-report',
  summary: 'Delete a saved report',
  access: access.signedIn,
  body: z.object({ languageId, id }),
  data: z.null(),
  replies: { 404: 'The caller has no such report' },
})

export const endpoints = { getSavedReports, saveReport, editSavedReport, deleteSavedReport }
