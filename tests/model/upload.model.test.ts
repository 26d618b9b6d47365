import { ApiError } from '#contract/failures.ts'
import type { ChosenFile } from '#machines/documents/chosen-file.ts'
import { upload } from '#machines/documents/upload.machine.ts'
import { commonFailures } from './harness/failures.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests({
  name: 'documents/upload',
  machine: upload<ChosenFile, number>(),
  inputs: {
    'up to a megabyte': { rule: { field: 'file', endings: ['.csv'], maxBytes: 1024 * 1024, required: 'Upload File' } },
  },
  cases: {
    'upload.open': 'bare',
    'file.choose': {
      'one that is taken': { file: { name: 'Hours.CSV', size: 10 } },
      'one of another kind': { file: { name: 'hours.pdf', size: 10 } },
      'one too large': { file: { name: 'hours.csv', size: 1024 * 1024 + 1 } },
    },
    'file.remove': 'bare',
    'upload.start': 'bare',
    'upload.progress': { half: { part: 0.5 } },
    'upload.close': 'bare',
    'failure.dismiss': 'bare',
  },
  outcomes: {
    sendFile: {
      done: { taken: { outcome: 2 } },
      error: {
        ...commonFailures,
        mistakes: new ApiError(406, 'The file has mistakes', [], ['Row 2: no', 'Row 3: no']),
      },
    },
  },
  project: ({ file, problem, refusal, part }) => ({ file: file?.name, problem, refusal, part }),
  states: {
    sending: ({ context }) => {
      if (!context.file || context.problem !== undefined) throw new Error('a file that is not taken is sent')
    },
    refused: ({ context }) => {
      if (!context.refusal?.message) throw new Error('nothing says why')
    },
  },
})
