import { createDraftMachine, type Draft, type DraftInput } from '#machines/common/draft.machine.ts'
import { modelTests } from './harness/model-tests.ts'

const input: DraftInput = {
  place: { userId: 7, name: 'session/new' },
  basis: null,
  isOpen: true,
  offersOther: true,
}
const kept: Draft<string> = { content: 'Speech', keptAt: '2026-03-03T15:00:00Z', basis: 'nine', earlier: null }
const refused = new Error('The browser keeps nothing')

modelTests({
  name: 'common/draft',
  machine: createDraftMachine<string>(),
  inputs: {
    'a new record': input,
    'a new record at a chosen place': { ...input, basis: 'ten' },
    'a stored record': { ...input, basis: 'ten', offersOther: false },
    'a record that is closed by now': { ...input, isOpen: false },
  },
  cases: {
    'draft.change': { 'something typed': { content: 'Language' } },
    'draft.flush': 'bare',
    'draft.accept': 'bare',
    'draft.discard': 'bare',
    'draft.end': 'bare',
  },
  outcomes: {
    readDraft: {
      done: {
        nothing: null,
        'a draft': kept,
        'a draft with another behind it': { ...kept, earlier: { ...kept, content: 'Maths' } },
      },
      error: { refused },
    },
    writeDraft: { done: { kept: undefined }, error: { refused } },
    dropDraft: { done: { gone: undefined }, error: { refused } },
    endDraft: { done: { gone: undefined }, error: { refused } },
  },
  project: ({ restored, earlier, content }) => ({
    restored: restored?.content,
    earlier: earlier?.content,
    isEntered: content !== null,
  }),
  states: {
    'notice.offered': ({ context: { earlier, restored } }) => {
      if (!earlier || restored) throw new Error('nothing is offered, or it was put into the form unasked')
    },
    'notice.waiting': ({ context: { earlier } }) => {
      if (!earlier) throw new Error('the offered draft is lost')
    },
    'notice.restored': ({ context: { restored } }) => {
      if (!restored) throw new Error('the form shows no draft')
    },
    'notice.none': ({ context: { restored } }) => {
      if (restored) throw new Error('a draft is shown and nothing says so')
    },
    'keeping.open.writing': ({ context: { content, isOpen } }) => {
      if (!content || !isOpen) throw new Error('there is nothing to keep')
    },
  },
})
