/** Providers' time-off balances: listed, and set from a spreadsheet (spec 3, sections 2 and 7). */
import { z } from 'zod'
import { reasonSchema } from '#domain/reason.ts'
import { searchText } from '#domain/search-words.ts'
import { plainText } from '#domain/text-rules.ts'
import { localDateSchema } from '#domain/time.ts'
import { counted, firstInWords } from '#domain/words.ts'
import {
  access,
  defineEndpoint,
  defineFile,
  defineUpload,
  entityCacheKey,
  id,
  idList,
  languageId,
  writerId,
} from './endpoint.ts'
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
  /** Listed until the balance is settled. */
  hasLeft: z.boolean().default(false),
  /** At work, if it is known. */
  lastDay: localDateSchema.nullable().default(null),
  /** The version of the balance. */
  entityCacheKey: z.string().default(''),
})
export type AvailableHours = z.infer<typeof availableHoursSchema>

export const getAdminPtosAvailableHours = defineEndpoint({
  method: 'GET',
  path: '/api/provider-pto/get-admin-pto-balance-hours',
  summary: "List each provider's time-off balance",
  access: forAdministrators,
  shows: ['timeOff', 'users', 'providers'],
  query: z.object({
    providerIds: idList,
    /** Part of the name, case-insensitive. */
    providerName: searchText().optional(),
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

/** A row that was left alone, since the provider's balance has changed since the file was made. */
const staleHoursSchema = z.object({
  /** The row number as shown in spreadsheet apps. */
  line: z.int().positive(),
  providerId: id,
  providerName: z.string(),
  /** The balance when the file was downloaded; null if the file doesn't say. */
  downloadedHours: hours.nullable(),
  currentHours: hours,
  fileHours: hours,
  /** Whether the hours in the file differ from the ones that were downloaded, so that they may be set after all. */
  isEdited: z.boolean(),
})
export type StaleHours = z.infer<typeof staleHoursSchema>

/** Hosts that follow only the spec reply with less. */
export const uploadedHoursSchema = z.object({
  /** Rows of the file below the header row. */
  rows: z.int().nonnegative(),
  /** Providers whose hours changed. */
  changed: z.int().nonnegative(),
  /** By row. */
  stale: z.array(staleHoursSchema).default([]),
  /** Rows of people who have left, which set nothing. By row. */
  gone: z.array(z.object({ line: z.int().positive(), providerName: z.string() })).default([]),
  /** Confirms the edited hours among `stale`, as long as these balances stay what they are. */
  key: z.string().default(''),
  /** Titles of columns that were not read. */
  unused: z.array(z.string()).default([]),
})
export type UploadedHours = z.infer<typeof uploadedHoursSchema>

/** '38 rows, 1 changed, 2 changed since the download' */
export const uploadedInWords = ({ rows, changed, stale, gone }: UploadedHours): string =>
  [
    counted(rows, 'row'),
    `${changed} changed`,
    ...(stale.length > 0 ? [`${stale.length} changed since the download`] : []),
    ...(gone.length > 0
      ? [
          `${gone.length} left alone because they have left (${firstInWords(gone.map(({ providerName }) => providerName))})`,
        ]
      : []),
  ].join(', ')

export const uploadPtoHours = defineUpload({
  path: '/api/provider-pto/upload-pto-hours',
  summary: "Set providers' time-off hours from a spreadsheet, all or none; 'Upload Success'",
  access: forAdministrators,
  upload: ptoHoursFile,
  body: z.object({
    /** From the reply to the same file: also sets the edited hours of balances that have changed since the download. */
    key: plainText().max(100).optional(),
  }),
  data: uploadedHoursSchema,
  replies: { 406: 'The file has errors: `data` lists them, and nothing was stored' },
})

export const getSamplePtoFile = defineFile({
  path: '/api/provider-pto/get-sample-pto-file',
  summary: 'Download SampleFile.xlsx: every provider with their current hours, to edit and upload',
  access: forAdministrators,
  contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
})

export const settlementMessages = {
  payOut: 'The balance was paid out',
  writeOff: 'The balance was written off',
  notLeft: (name: string) => `${name} has not left. Set the hours with a file.`,
  settled: 'No hours are left in this balance, so nothing has to be settled.',
  changed: 'Someone else has changed this balance. Please review it.',
  negative: 'A balance below zero cannot be paid out. It can be written off.',
  noRate: (day: string) => `No hourly rate was in force on ${day}. Add one to the provider, or write the balance off.`,
} as const

export const settlePtoBalance = defineEndpoint({
  method: 'POST',
  path: '/api/provider-pto/settle-pto-balance',
  summary: 'Pay out or write off the balance of a provider who has left, which leaves 0 hours',
  access: forAdministrators,
  body: z.object({
    languageId,
    providerId: id,
    entityCacheKey,
    how: z.enum(['payOut', 'writeOff']),
    reason: reasonSchema,
    updatedById: writerId,
  }),
  /** The day whose payroll has the line; null if nothing is paid. */
  data: z.object({ paidOn: localDateSchema.nullable() }),
  replies: {
    404: 'No such provider',
    409: 'The provider has not left, the balance is 0 or has changed, or it cannot be paid out',
  },
})

export const endpoints = { getAdminPtosAvailableHours, settlePtoBalance, uploadPtoHours, getSamplePtoFile }
