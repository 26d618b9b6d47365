import { ApiError } from '#contract/failures.ts'
import { type ImportReport, importFile } from '#contract/imports.ts'
import type { ChosenFile } from '#machines/documents/chosen-file.ts'
import { importFlow } from '#machines/documents/import.machine.ts'
import { commonFailures } from './harness/failures.ts'
import { modelTests } from './harness/model-tests.ts'
import { importInBrowser } from './import.browser.ts'

const CLEAN: ImportReport = { rows: 3, goodRows: 3, records: 2, problems: [], problemCount: 0, key: 'clean', added: 0 }
const problem = { line: 2, column: 'Service Code', value: 'OT', problem: 'There is a service with this code already.' }
const PART: ImportReport = { ...CLEAN, goodRows: 2, problems: [problem], problemCount: 1, key: 'part' }
const NONE: ImportReport = { ...PART, goodRows: 0, records: 0, problemCount: 3, key: 'none' }

const changed = (report: ImportReport) => new ApiError(409, 'Changed since', [], report)

modelTests({
  name: 'documents/import',
  machine: importFlow<ChosenFile>(),
  inputs: { 'five megabytes at most': { rule: importFile } },
  cases: {
    'import.open': 'bare',
    'file.choose': {
      'one that is taken': { file: { name: 'Services.CSV', size: 10 } },
      'one of another kind': { file: { name: 'services.pdf', size: 10 } },
    },
    'file.remove': 'bare',
    'check.start': 'bare',
    'upload.progress': { half: { part: 0.5 } },
    'import.start': 'bare',
    'import.confirm': 'bare',
    'import.cancel': 'bare',
    'import.close': 'bare',
    'failure.dismiss': 'bare',
  },
  outcomes: {
    checkFile: {
      done: { 'all good': CLEAN, 'some problems': PART, 'problems alone': NONE },
      error: {
        ...commonFailures,
        'no such spreadsheet': new ApiError(406, 'The file can not be imported.', [], ['The file is empty.']),
      },
    },
    importRows: {
      done: { added: { ...CLEAN, added: 2 } },
      error: {
        ...commonFailures,
        'overtaken, some problems': changed(PART),
        'overtaken, problems alone': changed(NONE),
      },
    },
  },
  project: ({ file, problem: wrong, refusal, part, report, notice }) => ({
    file: file?.name,
    wrong,
    refusal,
    part,
    report: report?.key,
    notice,
  }),
  states: {
    checking: ({ context }) => {
      if (!context.file || context.problem !== undefined) throw new Error('a file that is not taken is checked')
      if (context.report) throw new Error('the report of another file is left over')
    },
    refused: ({ context }) => {
      if (!context.refusal?.message) throw new Error('nothing says why')
    },
    'checked.clean': ({ context: { report, file } }) => {
      if (!report || !file || report.problemCount > 0) throw new Error('what has problems counts as clean')
    },
    'checked.withProblems': ({ context: { report } }) => {
      if (!report?.problemCount || !report.goodRows) throw new Error('there is nothing to choose between')
    },
    'checked.hopeless': ({ context: { report } }) => {
      if (report?.goodRows !== 0) throw new Error('good rows can not be imported')
    },
    confirming: ({ context: { report } }) => {
      if (!report?.problemCount) throw new Error('nothing has to be confirmed')
    },
    importing: ({ context: { report, file } }) => {
      if (!file || !report?.goodRows) throw new Error('nothing good is imported')
    },
    failed: ({ context }) => {
      if (!context.refusal?.message) throw new Error('nothing says what failed')
    },
    done: ({ context }) => {
      if (!context.report?.added) throw new Error('nothing says what was added')
    },
  },
  ...(process.env.MODEL_RUN === 'machine' ? {} : { browser: importInBrowser() }),
})
