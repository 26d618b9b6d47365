import type { Examples } from '#machines/definition/examples.ts'
import type { createDraftMachine, Draft, DraftInput } from './draft.machine.ts'

const input: DraftInput = {
  place: { userId: 7, name: 'session/new' },
  basis: null,
  isOpen: true,
  offersOther: true,
}
const kept: Draft<string> = { content: 'Speech', keptAt: '2026-03-03T15:00:00Z', basis: 'nine', earlier: null }
const refused = new Error('Storage is disabled')

export const examples = {
  inputs: {
    'a new record': input,
    'a new record for a chosen time': { ...input, basis: 'ten' },
    'a stored record': { ...input, basis: 'ten', offersOther: false },
    'a read-only record': { ...input, isOpen: false },
  },
  cases: {
    'draft.change': { 'something typed': { content: 'Language' }, 'something else': { content: 'Music' } },
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
        'a draft with an earlier one': { ...kept, earlier: { ...kept, content: 'Math' } },
      },
      error: { refused },
    },
    writeDraft: { done: { kept: undefined }, error: { refused } },
    dropDraft: { done: { gone: undefined }, error: { refused } },
    endDraft: { done: { gone: undefined }, error: { refused } },
  },
} satisfies Examples<ReturnType<typeof createDraftMachine<string>>>
