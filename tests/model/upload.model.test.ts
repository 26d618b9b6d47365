import { examples } from '#machines/documents/upload.examples.ts'
import { type DatedFile, type UploadMachine, upload } from '#machines/documents/upload.machine.ts'
import { modelTests } from './harness/model-tests.ts'
import { type UploadWorld, uploadInBrowser } from './upload.browser.ts'

modelTests<UploadMachine<DatedFile, number, string>, UploadWorld>({
  name: 'documents/upload',
  machine: upload<DatedFile, number, string>(),
  ...examples,
  project: ({ file, problem, refusal, part }) => ({ file, problem, refusal, part }),
  states: {
    sending: ({ context }) => {
      if (!context.file || context.problem !== undefined) throw new Error('an unacceptable file is sent')
    },
    refused: ({ context }) => {
      if (!context.refusal?.message) throw new Error('no reason for the refusal')
    },
  },
  browser: uploadInBrowser,
})
