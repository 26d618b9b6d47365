import { ApiError } from '#contract/failures.ts'
import { NO_INVOICE_PLACE } from '#domain/billing/invoice-place.ts'
import { invoiceMessages } from '#domain/billing/invoice-rules.ts'
import { RATE_TYPE_IDS } from '#domain/rate-types.ts'
import { commonFailures } from '#machines/common/common-failures.ts'
import type { Examples } from '#machines/definition/examples.ts'
import type { GeneratedInvoice, generateInvoiceMachine, InvoicePreview } from './generate-invoice.machine.ts'

const period = { startDate: '2026-06-01', endDate: '2026-06-15' }
const place = { ...NO_INVOICE_PLACE, ...period, school: 1 }

const preview: InvoicePreview = {
  lines: [
    {
      serviceName: 'Occupational Therapy',
      rateTypeId: RATE_TYPE_IDS.hourly,
      from: '2026-06-03',
      to: '2026-06-12',
      quantity: '12.5',
      rate: '85.50',
      amount: '1068.75',
    },
  ],
  subtotal: '1068.75',
  fees: [{ percent: '5.00', base: '1068.75', amount: '53.44' }],
  total: '1122.19',
  refusal: null,
  replaces: [],
  received: [],
  reason: '',
  isUnchanged: false,
}

const replacing: InvoicePreview = {
  ...preview,
  replaces: ['INV-00006'],
  received: [{ invoiceNumber: 'INV-00006', sentOn: '2026-06-20' }],
  reason: 'The total is $1,122.19 instead of $1,100.00.',
}

const invoice: GeneratedInvoice = {
  id: 7,
  invoiceNumber: 'INV-00007',
  total: '1122.19',
  isNew: true,
  pdfPath: 'invoice-7.pdf',
  docPath: 'invoice-7.docx',
  replaces: [],
}

const notLocked = new ApiError(409, invoiceMessages.notLocked(period))

export const examples = {
  cases: {
    'place.change': {
      'the first half of June': { change: { startDate: '2026-06-01' } },
      'a school': { change: { school: 1 } },
      'all schools': { change: { school: 'all' } },
      'an end before the start': { change: { endDate: '2026-05-31' } },
    },
    'place.visit': { 'a school': { place }, 'all schools': { place: { ...place, school: 'all' } } },
    'place.reset': 'bare',
    'preview.retry': 'bare',
    'invoice.generate': 'bare',
    'replacement.confirm': 'bare',
    'replacement.cancel': 'bare',
    'dialog.close': 'bare',
  },
  outcomes: {
    previewInvoice: {
      done: { preview, refused: { ...preview, refusal: notLocked.message } },
      error: commonFailures,
    },
    checkInvoice: {
      done: { 'nothing is replaced': preview, replacing, refused: { ...preview, refusal: notLocked.message } },
      error: commonFailures,
    },
    generateInvoice: { done: { invoice }, error: { ...commonFailures, 'not locked': notLocked } },
  },
} satisfies Examples<typeof generateInvoiceMachine>
