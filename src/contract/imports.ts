/**
 * Records that are added from a spreadsheet: what every such import asks and answers. Schools, services and caseloads
 * each have three endpoints of this shape.
 */
import { z } from 'zod'
import { access, defineFile, defineUpload, type GuardedAccess } from './endpoint.ts'
import type { UploadRule } from './upload.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Below the head row. */
export const MOST_IMPORTED = 10_000

/** Told one by one; the file of the problem rows has all of them. */
export const MOST_PROBLEMS_TOLD = 500

export const importMessages = {
  file: 'Upload File',
  refused: 'The file cannot be imported.',
  hasProblems: 'Some rows have problems. Confirm to import only the others.',
  changed: 'The data has changed since these rows were checked. Please review them again.',
  nothing: 'No rows can be imported.',
} as const

/** 'Service has been added successfully', as the form says it, or '12 services have …'. */
export const addedInWords = (records: number, noun: string): string =>
  records === 1
    ? `${noun.charAt(0).toUpperCase()}${noun.slice(1)} has been added successfully`
    : `${records.toLocaleString('en-US')} ${noun}s have been added successfully`

export const importFile: UploadRule = {
  field: 'ImportFile',
  endings: ['.xlsx', '.xls', '.csv'],
  maxBytes: 5 * 1024 * 1024,
  required: importMessages.file,
}

export const rowProblemSchema = z.object({
  /** As a spreadsheet program numbers the rows. */
  line: z.int().positive(),
  /** The title of the column; '' where it is about the row as a whole. */
  column: z.string(),
  /** What stands there, cut where it is long. */
  value: z.string(),
  problem: z.string(),
})
export type RowProblem = z.infer<typeof rowProblemSchema>

export const importReportSchema = z.object({
  /** With something in them, below the head row. */
  rows: z.int().nonnegative(),
  /** Without a problem. */
  goodRows: z.int().nonnegative(),
  /** What the good rows come to: a student with three frequencies has three rows. */
  records: z.int().nonnegative(),
  /** By line; the first ones where there are many. */
  problems: z.array(rowProblemSchema).max(MOST_PROBLEMS_TOLD),
  problemCount: z.int().nonnegative(),
  /** What was checked: whoever sends it back imports exactly that. */
  key: z.string(),
  /** How many records were added: none by a dry run. */
  added: z.int().nonnegative(),
})
export type ImportReport = z.infer<typeof importReportSchema>

const importBody = z.object({
  /** Of the report that is confirmed. Left out, it is a dry run: everything is checked, nothing is written. */
  key: z.string().max(100).optional(),
  /** Confirms that rows with problems are left out. */
  goodRowsOnly: z.stringbool().default(false),
})

/** What is imported, in the words of paths and people. */
interface Imported {
  /** Of the API, as the resource's other paths have it. */
  readonly area: string
  /** 'services' */
  readonly plural: string
  readonly access: GuardedAccess
}

const sample = ({ area, plural, access: rule }: Imported) =>
  defineFile({
    path: `/api/${area}/get-import-sample`,
    summary: `A spreadsheet that shows how ${plural} are imported, and what can be chosen`,
    access: rule,
    contentType: XLSX,
  })

const run = ({ area, plural, access: rule }: Imported) =>
  defineUpload({
    path: `/api/${area}/import-${plural}`,
    summary: `Check a spreadsheet of ${plural} row by row; with the key of such a check, add them: all or none`,
    access: rule,
    upload: importFile,
    body: importBody,
    data: importReportSchema,
    replies: {
      406: 'It is no such spreadsheet: `data` says why, a line each. Or rows have problems that nobody agreed to leave out',
      409: 'What the rows come to has changed since the check: `data` is the newer report',
    },
  })

const problems = ({ area, plural, access: rule }: Imported) => ({
  ...defineUpload({
    path: `/api/${area}/get-import-problems`,
    summary: `The rows of a spreadsheet of ${plural} that have problems, with what is wrong, to be mended`,
    access: rule,
    upload: importFile,
    data: z.string(),
    replies: { 406: 'It is no such spreadsheet: `data` says why, a line each' },
  }),
  contentType: XLSX,
})

const ofServices: Imported = { area: 'service', plural: 'services', access: access.roles('Administrators') }
export const getServiceImportSample = sample(ofServices)
export const importServices = run(ofServices)
export const getServiceImportProblems = problems(ofServices)

const ofSchools: Imported = { area: 'school', plural: 'schools', access: access.administrators('SchoolAccount') }
export const getSchoolImportSample = sample(ofSchools)
export const importSchools = run(ofSchools)
export const getSchoolImportProblems = problems(ofSchools)

/** Providers who may add students do so one by one. */
const ofCaseloads: Imported = { area: 'caseload', plural: 'caseloads', access: access.administrators('Caseloads') }
export const getCaseloadImportSample = sample(ofCaseloads)
export const importCaseloads = run(ofCaseloads)
export const getCaseloadImportProblems = problems(ofCaseloads)
