import { ApiError } from '#contract/failures.ts'
import { documentMessages } from '#domain/document-form.ts'
import { commonFailures } from '#machines/common/common-failures.ts'
import type { Examples } from '#machines/definition/examples.ts'
import type { generateLetterMachine, ShownLetter } from './generate-letter.machine.ts'

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
    'message.clear': 'bare',
    'dialog.close': 'bare',
  },
  outcomes: {
    showLetter: {
      done: { letter: { letter: letter('a') } },
      error: { ...commonFailures, changed: new ApiError(409, documentMessages.letterChanged) },
    },
  },
} satisfies Examples<typeof generateLetterMachine>
