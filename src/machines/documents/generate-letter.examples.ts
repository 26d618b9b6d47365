import { ApiError } from '#contract/failures.ts'
import type { LetterRun } from '#contract/letters.ts'
import { documentMessages } from '#domain/document-form.ts'
import { commonFailures } from '#machines/common/common-failures.ts'
import type { Examples } from '#machines/definition/examples.ts'
import type { generateLetterMachine, LetterOrder, ShownLetter } from './generate-letter.machine.ts'

const order: LetterOrder = {
  templateTypeId: 4,
  providerIds: [1, 2],
  documentName: 'Assignment',
  format: 'pdf',
  asksToAccept: true,
}

const running: LetterRun = {
  id: 7,
  documentName: 'Assignment',
  state: 'running',
  createdOnUtc: '2026-11-20T15:00:00.000Z',
  letters: [
    { providerId: 1, providerName: 'Paul Provider', outcome: 'saved', documentId: 5, version: 1, reason: null },
    { providerId: 2, providerName: 'Sofía Special', outcome: 'waiting', documentId: null, version: null, reason: null },
  ],
  reason: null,
}
const done: LetterRun = { ...running, state: 'done' }
const failed: LetterRun = { ...running, state: 'failed', reason: documentMessages.letterRunFailed }

const letter = (first: string): ShownLetter => ({
  sha256: first.repeat(64),
  missing: [],
  notInPdf: [],
  isPdfExact: false,
  file: { name: 'Assignment.pdf', content: new Blob(['%PDF-1.7'], { type: 'application/pdf' }) },
})

export const examples = {
  cases: {
    'letter.open': 'bare',
    'letter.show': {
      'of a provider': { subject: { templateTypeId: 4, providerId: 1 } },
      'of another provider': { subject: { templateTypeId: 4, providerId: 3 } },
      'from another template': { subject: { templateTypeId: 5, providerId: 1 } },
    },
    'letter.hide': 'bare',
    'letter.save': { 'for two providers': { order } },
    'message.clear': 'bare',
    'dialog.close': 'bare',
  },
  outcomes: {
    findRun: { done: { 'none yet': null, running, done }, error: commonFailures },
    showLetter: {
      done: { letter: { letter: letter('a') } },
      error: { ...commonFailures, changed: new ApiError(409, documentMessages.letterChanged) },
    },
    startRun: {
      done: { running },
      error: { ...commonFailures, 'no such template': new ApiError(404, 'Letter template not found.') },
    },
    pollRun: { done: { running, done, failed }, error: commonFailures },
    followRun: { done: { running, done, failed }, error: commonFailures },
  },
} satisfies Examples<typeof generateLetterMachine>
