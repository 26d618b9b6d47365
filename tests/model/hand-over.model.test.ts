import { examples } from '#machines/people/hand-over.examples.ts'
import { handOverMachine } from '#machines/people/hand-over.machine.ts'
import { type HandOverWorld, handOverInBrowser } from './hand-over.browser.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests<typeof handOverMachine, HandOverWorld>({
  name: 'people/hand-over',
  machine: handOverMachine,
  ...examples,
  project: ({ preview, from, choices, message, undoId, undo }) => ({
    moves: preview?.items.some(({ isMoving }) => isMoving),
    from,
    to: choices.toProviderId,
    message,
    undoId,
    undo: undo?.seen,
  }),
  states: {
    choosing: ({ context: { preview } }) => {
      if (!preview) throw new Error('there is nothing to choose from')
    },
    confirming: ({ context: { preview, message } }) => {
      if (!preview?.items.some(({ isMoving }) => isMoving)) throw new Error('nothing moves')
      if (message !== undefined) throw new Error('an old message is still there')
    },
    confirmingUndo: ({ context: { undo } }) => {
      if (!undo) throw new Error('nothing says what goes back')
    },
    refused: ({ context: { message } }) => {
      if (!message) throw new Error('nothing says why')
    },
  },
  untried: {
    'previewWork error: 409': 'A preview changes nothing.',
  },
  browser: handOverInBrowser,
})
