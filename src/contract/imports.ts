/**
 * Imports from spreadsheets: requests and replies shared by all of them. Schools, services, caseloads and providers each
 * have these three endpoints.
 */
import { z } from 'zod'
import { plainText } from '#domain/text-rules.ts'
import { capitalized } from '#domain/words.ts'
import { defineFile, defineUpload, type GuardedAccess } from './endpoint.ts'
import type { UploadRule } from './upload.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The most problems listed in a report; the file of problem rows has all of them. */
export const MAX_LISTED_PROBLEMS = 500

export const importMessages = {
  file: 'Upload File',
  refused: 'The file cannot be imported.',
  hasProblems: 'Some rows have problems. Confirm to import only the others.',
  changed: 'The data has changed since these rows were checked. Please review them again.',
  nothing: 'No rows can be imported.',
  invitations: 'Choose whether to send the invitations now or later.',
} as const

/** 'Service has been added successfully', as in the form, or '12 services have …'. */
export const addedInWords = (records: number, noun: string): string =>
  records === 1
    ? `${capitalized(noun)} has been added successfully`
    : `${records.toLocaleString('en-US')} ${noun}s have been added successfully`

/** When the invitations of imported records are sent: with the import, or by someone who asks for it later. */
export const INVITATION_TIMES = ['now', 'later'] as const
export type InvitationTime = (typeof INVITATION_TIMES)[number]

export const importFile: UploadRule = {
  field: 'ImportFile',
  endings: ['.xlsx', '.xls', '.csv'],
  maxBytes: 5 * 1024 * 1024,
  required: importMessages.file,
}

export const rowProblemSchema = z.object({
  /** The row number as shown in spreadsheet apps. */
  line: z.int().positive(),
  /** The column's title; '' if the problem concerns the whole row. */
  column: z.string(),
  /** The cell's value, truncated if long. */
  value: z.string(),
  problem: z.string(),
})
export type RowProblem = z.infer<typeof rowProblemSchema>

export const importReportSchema = z.object({
  /** Non-empty rows, without the header. */
  rows: z.int().nonnegative(),
  /** Rows without problems. */
  goodRows: z.int().nonnegative(),
  /** Records in the good rows; a student with three frequencies has three rows. */
  records: z.int().nonnegative(),
  /** Ordered by row, capped at `MAX_LISTED_PROBLEMS`. */
  problems: z.array(rowProblemSchema).max(MAX_LISTED_PROBLEMS),
  problemCount: z.int().nonnegative(),
  /** Identifies what was checked; sending it back imports exactly that. */
  key: z.string(),
  /** Records that can be sent an invitation by email. */
  invitations: z.int().nonnegative(),
  /** Records added; 0 in a dry run. */
  added: z.int().nonnegative(),
})
export type ImportReport = z.infer<typeof importReportSchema>

const importBody = z.object({
  /** The key of the confirmed report. Without it, the call is a dry run: everything is checked, nothing is written. */
  key: plainText().max(100).optional(),
  /** Confirms skipping rows with problems. */
  goodRowsOnly: z.stringbool().default(false),
  /** Needed with the key if the report has invitations. */
  invitations: z.enum(INVITATION_TIMES).optional(),
})

/** A kind of import: its names in paths and in prose. */
interface Imported {
  /** The API area, as in the resource's other paths. */
  readonly area: string
  /** 'services' */
  readonly plural: string
  readonly access: GuardedAccess
}

const sample = ({ area, plural, access: rule }: Imported) =>
  defineFile({
    path: `/api/${area}/get-import-sample`,
    summary: `Download a sample spreadsheet for importing ${plural}, with the allowed values`,
    access: rule,
    contentType: XLSX,
  })

const run = ({ area, plural, access: rule }: Imported) =>
  defineUpload({
    path: `/api/${area}/import-${plural}`,
    summary: `Check a spreadsheet of ${plural}; with the key of a check, import them, all or none`,
    access: rule,
    upload: importFile,
    body: importBody,
    data: importReportSchema,
    replies: {
      406: 'The spreadsheet is invalid: `data` lists the reasons. Or skipping the rows with problems was not confirmed, or when to send invitations not chosen',
      409: 'The result has changed since the check: `data` is the new report',
    },
  })

const problems = ({ area, plural, access: rule }: Imported) => ({
  ...defineUpload({
    path: `/api/${area}/get-import-problems`,
    summary: `Download the rows of a spreadsheet of ${plural} that have problems, with the reasons`,
    access: rule,
    upload: importFile,
    data: z.string(),
    replies: { 406: 'The spreadsheet is invalid: `data` lists the reasons' },
  }),
  contentType: XLSX,
})

/** The three calls of an import. */
export const importEndpoints = (imported: Imported) => ({
  sample: sample(imported),
  run: run(imported),
  problems: problems(imported),
})
export type ImportEndpoints = ReturnType<typeof importEndpoints>
