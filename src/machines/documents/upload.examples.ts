import { ApiError } from '#contract/failures.ts'
import { commonFailures } from '#machines/common/common-failures.ts'
import type { Examples } from '#machines/definition/examples.ts'
import type { DatedFile, upload } from './upload.machine.ts'

export const examples = {
  inputs: {
    'up to a megabyte': { rule: { field: 'file', endings: ['.csv'], maxBytes: 1024 * 1024, required: 'Upload File' } },
  },
  cases: {
    'upload.open': 'bare',
    'file.choose': {
      'a valid file': { file: { name: 'Hours.CSV', size: 10, lastModified: 1 } },
      'the same file, changed': { file: { name: 'Hours.CSV', size: 11, lastModified: 2 } },
      'a file of another type': { file: { name: 'hours.pdf', size: 10, lastModified: 1 } },
      'a file that is too large for this server': {
        file: { name: 'hours.csv', size: 100, lastModified: 1 },
        maxBytes: 99,
      },
      'a file that is too large': { file: { name: 'hours.csv', size: 1024 * 1024 + 1, lastModified: 1 } },
    },
    'file.remove': 'bare',
    'upload.start': { 'with a note': { fields: 'May' } },
    'file.ask': 'bare',
    'upload.progress': { half: { part: 0.5 }, all: { part: 1 } },
    'upload.close': 'bare',
    'failure.dismiss': 'bare',
  },
  outcomes: {
    sendFile: {
      done: { taken: { outcome: 2 } },
      error: {
        ...commonFailures,
        'changed meanwhile': new ApiError(409, 'The records changed in the meantime.'),
        mistakes: new ApiError(406, 'The file has mistakes', [], ['Row 2: no', 'Row 3: no']),
      },
    },
  },
} satisfies Examples<ReturnType<typeof upload<DatedFile, number, string>>>
