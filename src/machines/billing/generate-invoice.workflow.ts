import { defineWorkflow } from '#machines/definition/workflow.ts'
import { generateInvoiceMachine } from './generate-invoice.machine.ts'

export const workflow = defineWorkflow({
  name: 'billing/generate-invoice',
  title: 'Generating an invoice',
  area: 'Billing',
  machine: generateInvoiceMachine,
  examples: () => import('./generate-invoice.examples.ts'),
  texts: {
    events: {
      'place.change': 'Choose a date, school, student or service',
      'place.visit': 'Follow a link, or go back',
      'place.reset': 'Reset filters',
      'preview.retry': 'Try again',
      'invoice.generate': 'Generate invoice',
      'replacement.confirm': 'Confirm that it replaces what the school has',
      'replacement.cancel': 'Cancel',
      'dialog.close': 'Close',
    },
    guards: {
      hasMessage: 'the server said why',
      isHere: 'nothing changes',
      isForOneSchool: 'the period is valid and a school is chosen',
      isRefused: 'it can not be issued',
      replacesReceived: 'it replaces an invoice that the school has',
      isForAllSchools: 'the period is valid and all schools are chosen',
    },
    actions: {
      go: 'note what was chosen, forget the preview',
      forget: 'forget what was chosen',
      showProblems: 'show what is missing',
      keepPreview: 'show the preview',
      keepInvoice: 'note the invoice',
      dropInvoice: 'forget the invoice',
      keepRefusal: "keep the server's message, forget the preview",
      keepReason: 'show the preview, and why it can not be issued',
      clearMessage: 'clear the message',
      requestRun: 'start generating the invoices of all schools',
    },
    calls: {
      previewInvoice: { does: 'compute the preview', done: 'The preview is ready', error: 'There is no preview' },
      generateInvoice: {
        does: 'issue the invoice',
        done: 'The invoice was issued',
        error: 'The invoice was not issued',
      },
    },
    callsById: {
      checkInvoice: {
        does: 'look again at what it replaces',
        done: 'It is known what it replaces',
        error: 'It could not be checked',
      },
    },
    delays: { settle: 'after 0.4 s' },
  },
})
