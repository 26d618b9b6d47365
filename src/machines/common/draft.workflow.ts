import { defineWorkflow } from '#machines/definition/workflow.ts'
import { createDraftMachine } from './draft.machine.ts'

export const workflow = defineWorkflow({
  name: 'common/draft',
  title: 'Form draft',
  area: 'Lists and forms',
  machine: createDraftMachine(),
  examples: () => import('./draft.examples.ts'),
  texts: {
    events: {
      'draft.change': 'Enter something',
      'draft.flush': 'The page is about to close',
      'draft.accept': 'Resume the draft',
      'draft.discard': 'Discard the draft',
      'draft.end': 'The form was saved or canceled',
    },
    guards: {
      isOpen: 'the form can be edited',
      isOther: 'the draft belongs to other data',
      isFound: 'there is a draft',
    },
    actions: {
      takeFound: 'show the draft',
      takeOther: 'offer the draft',
      takeEarlier: 'show the offered draft',
      forgetEarlier: 'forget the offered draft',
      forgetRestored: "show the form's own values",
      takeContent: 'note the entries',
    },
    calls: {
      readDraft: { does: 'load the draft', done: 'The draft loaded', error: 'The draft did not load' },
      writeDraft: { does: 'store the draft', done: 'The draft was stored', error: 'The draft was not stored' },
      dropDraft: { does: 'delete the draft', done: 'The draft was deleted', error: 'The draft was not deleted' },
      watchLeaving: 'watch for the page to close',
    },
    callsById: {
      endDraft: { does: 'delete the draft', done: 'The draft was deleted', error: 'The draft was not deleted' },
    },
    delays: {
      keepPause: 'a pause in typing',
    },
  },
})
