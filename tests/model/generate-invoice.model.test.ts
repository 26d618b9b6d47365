import { examples } from '#machines/billing/generate-invoice.examples.ts'
import { generateInvoiceMachine } from '#machines/billing/generate-invoice.machine.ts'
import { type GenerateInvoiceWorld, generateInvoiceInBrowser } from './generate-invoice.browser.ts'
import { modelTests } from './harness/model-tests.ts'

modelTests<typeof generateInvoiceMachine, GenerateInvoiceWorld>({
  name: 'billing/generate-invoice',
  machine: generateInvoiceMachine,
  ...examples,
  project: ({ place, isChecked, preview, invoice, message }) => ({
    place,
    isChecked,
    hasPreview: preview !== undefined,
    hasInvoice: invoice !== undefined,
    message,
  }),
  states: {
    'editing.previewed': ({ context: { preview } }) => {
      if (!preview) throw new Error('there is no preview')
    },
    'editing.choosing': ({ context: { preview, place } }) => {
      if (preview) throw new Error(`a preview is shown for ${JSON.stringify(place)}`)
    },
    generated: ({ context: { invoice } }) => {
      if (!invoice) throw new Error('there is no invoice')
    },
  },
  browser: generateInvoiceInBrowser,
})
