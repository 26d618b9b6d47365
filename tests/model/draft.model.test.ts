import { examples } from '#machines/common/draft.examples.ts'
import { createDraftMachine } from '#machines/common/draft.machine.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests({
  name: 'common/draft',
  machine: createDraftMachine<string>(),
  ...examples,
  project: ({ restored, earlier, content }) => ({
    restored: restored?.content,
    earlier: earlier?.content,
    isEntered: content !== null,
  }),
  states: {
    'notice.offered': ({ context: { earlier, restored } }) => {
      if (!earlier || restored) throw new Error('no draft is offered, or it was restored without asking')
    },
    'notice.waiting': ({ context: { earlier } }) => {
      if (!earlier) throw new Error('the offered draft is lost')
    },
    'notice.restored': ({ context: { restored } }) => {
      if (!restored) throw new Error('the form shows no draft')
    },
    'notice.none': ({ context: { restored } }) => {
      if (restored) throw new Error('a draft is shown without a notice')
    },
    'keeping.open.writing': ({ context: { content, isOpen } }) => {
      if (!content || !isOpen) throw new Error('there is nothing to keep')
    },
  },
  untried: { '*Draft error: *': 'Drafts are kept in the browser, without a server call.' },
  browser: 'A draft outlives the page, but a path does not: tests/screens/session-draft.test.ts reloads and returns.',
})
