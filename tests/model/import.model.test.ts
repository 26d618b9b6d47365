import type { ChosenFile } from '#machines/common/chosen-file.ts'
import { examples } from '#machines/documents/import.examples.ts'
import { importFlow } from '#machines/documents/import.machine.ts'
import { modelTests } from './harness/model-tests.ts'
import { importInBrowser } from './import.browser.ts'

modelTests({
  name: 'documents/import',
  machine: importFlow<ChosenFile>(),
  ...examples,
  project: ({ file, problem: wrong, refusal, part, report, notice, invitations }) => ({
    file: file?.name,
    wrong,
    refusal,
    part,
    report: report?.key,
    notice,
    invitations,
  }),
  states: {
    checking: ({ context }) => {
      if (!context.file || context.problem !== undefined) throw new Error('an unacceptable file is checked')
      if (context.report) throw new Error("another file's report is still there")
    },
    refused: ({ context }) => {
      if (!context.refusal?.message) throw new Error('no reason for the refusal')
    },
    'checked.clean': ({ context: { report, file } }) => {
      if (!report || !file || report.problemCount > 0) throw new Error('a file with problems counts as clean')
    },
    'checked.withProblems': ({ context: { report } }) => {
      if (!report?.problemCount || !report.goodRows) throw new Error('there are no problems, or no good rows')
    },
    'checked.hopeless': ({ context: { report } }) => {
      if (report?.goodRows !== 0) throw new Error('there are good rows to import')
    },
    confirming: ({ context: { report } }) => {
      if (!report?.problemCount) throw new Error('there is nothing to confirm')
    },
    inviting: ({ context: { report } }) => {
      if (!report?.invitations) throw new Error('there is nobody to invite')
    },
    importing: ({ context: { report, file, invitations } }) => {
      if (report && report.invitations > 0 && !invitations) throw new Error('nobody was asked about the invitations')
      if (!file || !report?.goodRows) throw new Error('there are no good rows to import')
    },
    failed: ({ context }) => {
      if (!context.refusal?.message) throw new Error('no failure message')
    },
    done: ({ context }) => {
      if (!context.report?.added) throw new Error('no report of what was added')
    },
  },
  browser: importInBrowser,
})
