/**
 * The details of a report: a PDF in a full-screen frame, with files to download (spec 3, sections 2 and 4). They are
 * stored as they were made, so that the files agree and can be opened again for some days.
 */
import { z } from 'zod'
import { DETAIL_STATES, KEPT_DETAILS } from '#domain/reports.ts'
import { plainText } from '#domain/text-rules.ts'
import { instantSchema } from '#domain/time.ts'
import { fileCallOf } from '../call.ts'
import { access, defineEndpoint, defineFile, type Endpoint, type GuardedAccess, languageId } from '../endpoint.ts'
import { pageOf, paging } from '../paging.ts'
import type { ReportRequest } from './report-request.ts'

/** Each file of the details: what the spec calls it in paths and replies, and its button. */
export const DETAIL_FILES = {
  pdf: { path: 'pdf', label: 'Download PDF' },
  xlsx: { path: 'excel', label: 'Download Excel' },
  docx: { path: 'doc', label: 'Download Word' },
} as const
export type DetailFormat = keyof typeof DETAIL_FILES
const DETAIL_FORMATS = Object.keys(DETAIL_FILES) as DetailFormat[]

/** A name as in `a1b2….pdf`; null for a file that the report doesn't have. */
const fileName = z.string().nullable()

export const reportDetailsSchema = z.object({
  id: z.uuid(),
  /** The spec's name of the details, as in their files' paths. */
  name: z.string(),
  title: z.string(),
  /** What was asked, in words. */
  filters: z.array(z.string()),
  state: z.enum(DETAIL_STATES),
  /** Percent. */
  progress: z.int().min(0).max(100),
  /** Why they could not be made. */
  reason: z.string().nullable(),
  createdOnUtc: instantSchema,
  pdfFileName: fileName,
  excelFileName: fileName,
  docFileName: fileName,
})
export type ReportDetailsFile = z.output<typeof reportDetailsSchema>

/** Whose owner no longer exists, or who is not the owner, gets the same 404. */
const owned = { access: access.signedIn, replies: { 404: 'The caller has no such details' } } as const
const oneOf = z.object({ languageId, id: z.uuid() })

export const readReportDetails = defineEndpoint({
  ...owned,
  method: 'POST',
  path: '/api/report/get-details',
  summary: 'How far the details of a report are',
  onlyReads: true,
  body: oneOf,
  data: reportDetailsSchema,
})

export const cancelReportDetails = defineEndpoint({
  ...owned,
  method: 'POST',
  path: '/api/report/cancel-details',
  summary: 'Stop making the details of a report',
  body: oneOf,
  data: reportDetailsSchema,
})

export const deleteReportDetails = defineEndpoint({
  ...owned,
  method: 'POST',
  path: '/api/report/delete-details',
  summary: 'Delete the details of a report with their files',
  body: oneOf,
  data: z.null(),
})

export const getAllReportDetails = defineEndpoint({
  method: 'POST',
  path: '/api/report/get-all-details',
  summary: `The caller's details of reports of the last ${KEPT_DETAILS} days, newest first`,
  access: access.signedIn,
  shows: ['reports', 'runs'],
  onlyReads: true,
  body: z.object({ languageId, ...paging }),
  data: pageOf('allReportDetails', reportDetailsSchema),
})

export const getReportFile = defineFile({
  ...owned,
  path: '/api/report/download/{name}/{format}/{file}',
  summary: "A file of a report's details, for whom they were made",
  params: z.object({
    name: plainText().max(100),
    format: z.enum(['pdf', 'excel', 'doc']),
    file: plainText().max(100),
  }),
  contentType: 'application/octet-stream',
})

const nameOf = ({ pdfFileName, excelFileName, docFileName }: ReportDetailsFile, format: DetailFormat) =>
  ({ pdf: pdfFileName, xlsx: excelFileName, docx: docFileName })[format]

/** The formats that the details have. */
export const formatsOf = (details: ReportDetailsFile): readonly DetailFormat[] =>
  DETAIL_FORMATS.filter((format) => nameOf(details, format) !== null)

/** A file of the details. */
export const detailFile = fileCallOf(
  getReportFile,
  ({ details, format }: { readonly details: ReportDetailsFile; readonly format: DetailFormat }) => ({
    params: { name: details.name, format: DETAIL_FILES[format].path, file: nameOf(details, format) ?? '' },
  }),
)

/** The endpoint that makes a report's details; its body is that of the listing and the fields of `more`. */
export type DetailsEndpoint<More extends z.ZodRawShape = z.ZodRawShape> = Endpoint<
  Endpoint['params'],
  Endpoint['query'],
  z.ZodType<ReportRequest & z.output<z.ZodObject<More>>, ReportRequest>,
  typeof reportDetailsSchema,
  GuardedAccess
>

/** @typeParam More the fields of the request in addition to the filters */
export interface DetailsViewParts<Values, Row, More extends z.ZodRawShape = z.ZodRawShape> {
  /** The spec's name, as in '/download/admin-school-detail/pdf/…'. */
  readonly name: string
  /** The title of the view. Default: the report's. */
  readonly titleOf?: (values: Values) => string
  /** Fields of the request in addition to the filters, such as the row's id. Each parses undefined: the filters alone. */
  readonly more?: More
  /** What a row's details ask for; left out if only all rows have details. */
  readonly ofRow?: (row: Row) => { readonly values?: Partial<Values>; readonly more?: z.input<z.ZodObject<More>> }
  /** With `ofRow`, the name of a row in its button: 'View Lincoln'. */
  readonly rowName?: (row: Row) => string
  /** The button that shows the details of all rows; left out if the report has none. */
  readonly allLabel?: string
  /** Filters that must be set to show the details of all rows: the messages by filter. */
  readonly requiredForAll?: Readonly<Record<string, string>>
  /** The file names. */
  readonly files: Readonly<Partial<Record<DetailFormat, string>>>
}

export const endpoints = {
  readReportDetails,
  cancelReportDetails,
  deleteReportDetails,
  getAllReportDetails,
  getReportFile,
}
