import { examples } from '#machines/documents/generate-letter.examples.ts'
import { generateLetterMachine } from '#machines/documents/generate-letter.machine.ts'
import { modelTests } from './harness/model-tests.ts'

const JOURNEY = 'an administrator generates letters, and the provider reads and accepts one'

modelTests({
  name: 'documents/generate-letter',
  machine: generateLetterMachine,
  ...examples,
  project: ({ subject, letter, seen, message }) => ({
    subject,
    isLetterThere: letter !== undefined,
    // Which letters were seen matters for what is saved, not how often.
    seen: seen.map(({ templateTypeId, providerId }) => `${templateTypeId}-${providerId}`).sort(),
    message,
  }),
  // A third letter that was seen adds no new kind of state.
  possible: ({ context }, event) => event.type !== 'letter.show' || context.seen.length < 2,
  states: {
    shown: ({ context: { letter, seen } }) => {
      if (!letter) throw new Error('no letter is shown')
      if (!seen.some(({ sha256 }) => sha256 === letter.sha256)) throw new Error('the letter does not count as seen')
    },
  },
  browser: {
    because: 'part of another screen',
    file: 'tests/screens/letters.test.ts',
    events: {
      'letter.open': JOURNEY,
      'letter.show': JOURNEY,
      'letter.hide': JOURNEY,
      'message.clear':
        'says why a letter cannot be generated, and announces letters whose dialog is closed once they are saved',
      'dialog.close': JOURNEY,
    },
  },
})
