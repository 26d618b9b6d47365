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
  browser: {
    because: 'needs the network or browser storage',
    file: 'tests/screens/session-draft.test.ts',
    events: {
      'draft.change': 'on its page: all entries survive a reload, and a notice says so; Start over empties the form',
      'draft.flush': 'on its page: all entries survive a reload, and a notice says so; Start over empties the form',
      'draft.accept': 'a draft from elsewhere is offered, not applied, when a time was selected on the calendar',
      'draft.discard': 'a draft from elsewhere is offered, not applied, when a time was selected on the calendar',
      'draft.end': 'on its page: all entries survive a reload, and a notice says so; Start over empties the form',
    },
  },
})
