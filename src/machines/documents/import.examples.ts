import { ApiError } from '#contract/failures.ts'
import { type ImportReport, importFile } from '#contract/imports.ts'
import type { ChosenFile } from '#machines/common/chosen-file.ts'
import { commonFailures } from '#machines/common/common-failures.ts'
import type { Examples } from '#machines/definition/examples.ts'
import type { importFlow } from './import.machine.ts'

const CLEAN: ImportReport = {
  rows: 3,
  goodRows: 3,
  records: 2,
  problems: [],
  problemCount: 0,
  key: 'clean',
  invitations: 0,
  added: 0,
}
const problem = { line: 2, column: 'Service Code', value: 'OT', problem: 'A service with this code already exists.' }
const PART: ImportReport = { ...CLEAN, goodRows: 1, problems: [problem], problemCount: 1, key: 'part' }
const NONE: ImportReport = { ...PART, goodRows: 0, records: 0, problemCount: 3, key: 'none' }

const INVITED: ImportReport = { ...CLEAN, invitations: 2, key: 'invited' }
const PART_INVITED: ImportReport = { ...PART, invitations: 1, key: 'part, invited' }

const changed = (report: ImportReport, message = 'The records changed') => new ApiError(409, message, [], report)

export const examples = {
  inputs: { 'up to five megabytes': { rule: importFile } },
  cases: {
    'import.open': 'bare',
    'file.choose': {
      'a valid file': { file: { name: 'Services.CSV', size: 10 } },
      'a file of another type': { file: { name: 'services.pdf', size: 10 } },
    },
    'file.remove': 'bare',
    'check.start': 'bare',
    'upload.progress': { half: { part: 0.5 }, all: { part: 1 } },
    'import.start': 'bare',
    'import.confirm': 'bare',
    'import.cancel': 'bare',
    'invitations.send': 'bare',
    'invitations.postpone': 'bare',
    'import.close': 'bare',
    'failure.dismiss': 'bare',
  },
  outcomes: {
    checkFile: {
      done: {
        'all good': CLEAN,
        'all good, with invitations': INVITED,
        'some problems': PART,
        'some problems, with invitations': PART_INVITED,
        'only problems': NONE,
      },
      error: {
        ...commonFailures,
        'not a valid spreadsheet': new ApiError(406, 'The file cannot be imported.', [], ['The file is empty.']),
      },
    },
    importRows: {
      done: { added: { ...CLEAN, added: 5 } },
      error: {
        ...commonFailures,
        'stale, some problems': changed(PART),
        'stale again': changed({ ...PART, key: 'again' }, 'The records changed again'),
        'stale, only problems': changed(NONE),
      },
    },
  },
} satisfies Examples<ReturnType<typeof importFlow<ChosenFile>>>
