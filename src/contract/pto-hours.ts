/** Providers' time-off balances: listed, and set from a spreadsheet (spec 3, sections 2 and 7). */
import { z } from 'zod'
import { plainText } from '#domain/text-rules.ts'
import { access, defineEndpoint, defineFile, defineUpload, id, idList } from './endpoint.ts'
import { pageOf, queryPaging } from './paging.ts'
import { hours } from './time-off-calendar.ts'
import type { UploadRule } from './upload.ts'

const forAdministrators = access.roles('Administrators')

export const ptoHoursMessages = {
  /** Spec 3, section 5. */
  file: 'Upload File',
  /** Spec 3, section 4. */
  uploaded: 'Upload Success',
  refused: 'Nothing was uploaded because the file has errors.',
  empty: 'No Data Found',
} as const

export const availableHoursSchema = z.object({
  /** The provider's id. */
  id,
  providerName: z.string(),
  role: z.string(),
  availableHours: hours,
})

export const getAdminPtosAvailableHours = defineEndpoint({
  method: 'GET',
  path: '/api/provider-pto/get-admin-pto-balance-hours',
  summary: "List each provider's time-off balance",
  access: forAdministrators,
  shows: ['timeOff', 'users', 'providers'],
  query: z.object({
    providerIds: idList,
    /** Part of the name, case-insensitive. */
    providerName: plainText().max(200).optional(),
    ...queryPaging,
  }),
  data: pageOf('adminPtosAvailableHours', availableHoursSchema),
})

export const ptoHoursFile: UploadRule = {
  field: 'AttachFiles',
  endings: ['.xlsx', '.xls', '.csv'],
  maxBytes: 5 * 1024 * 1024,
  required: ptoHoursMessages.file,
}

/** Providers in the file, and those whose hours changed. */
export const uploadedHoursSchema = z.object({ rows: z.int().nonnegative(), changed: z.int().nonnegative() })
export type UploadedHours = z.infer<typeof uploadedHoursSchema>

export const uploadPtoHours = defineUpload({
  path: '/api/provider-pto/upload-pto-hours',
  summary: "Set providers' time-off hours from a spreadsheet, all or none; 'Upload Success'",
  access: forAdministrators,
  upload: ptoHoursFile,
  data: uploadedHoursSchema,
  replies: { 406: 'The file has errors: `data` lists them, and nothing was stored' },
})

export const getSamplePtoFile = defineFile({
  path: '/api/provider-pto/get-sample-pto-file',
  summary: 'Download SampleFile.xlsx: every provider with their current hours, to edit and upload',
  access: forAdministrators,
  contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
})
