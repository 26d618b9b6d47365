import type { ChosenFile } from '#machines/documents/chosen-file.ts'
import { examples } from '#machines/documents/import.examples.ts'
import { importFlow } from '#machines/documents/import.machine.ts'
import { modelTests } from './harness/model-tests.ts'
import { importInBrowser } from './import.browser.ts'

modelTests({
  name: 'documents/import',
  machine: importFlow<ChosenFile>(),
  ...examples,
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
  browser: importInBrowser,
})
