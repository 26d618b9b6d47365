/** What people read of the details that each lifecycle logs. */
import { expect, test } from 'vitest'
import { periodDetail } from '#server/areas/billing/lock-outs.ts'
import { correctionDetail } from '#server/areas/corrections/correction-record.ts'
import { handOverDetail } from '#server/areas/handing-over/undo-hand-over.ts'
import { deliveryDetail } from '#server/areas/invoices/deliveries.ts'
import { invoiceDetail } from '#server/areas/invoices/invoice-log.ts'
import { dayDetail } from '#server/areas/provider-days/provider-days.ts'
import { occurrenceDetail } from '#server/areas/schedule/occurrence-moves.ts'
import { requestDetail } from '#server/areas/time-off/pto-moves.ts'

const version = (when: string, reason: string) => ({ when, reason })

test.each([
  [invoiceDetail, { by: 'INV-00012' }, 'Replaced by INV-00012'],
  [invoiceDetail, { paidOn: '2026-11-20', reference: 'Check 4711' }, 'Paid on 11/20/2026 · Reference: Check 4711'],
  [invoiceDetail, { paidOn: '2026-11-20', reference: '' }, 'Paid on 11/20/2026'],
  [deliveryDetail, { reason: 'The mailbox is full' }, 'Reason: The mailbox is full'],
  [periodDetail, { reason: 'Wrong half-month' }, 'Reason: Wrong half-month'],
  [dayDetail, { reason: 'Lunch is missing' }, 'Reason: Lunch is missing'],
  [
    dayDetail,
    {
      removed: {
        schoolId: 1,
        startTime: '09:00',
        endTime: '10:30',
        isZeroHours: false,
        isConfirmed: true,
        serviceId: 1,
      },
    },
    'Hours removed: 9:00 AM-10:30 AM',
  ],
  [requestDetail, { note: 'Too many are away' }, 'Note: Too many are away'],
  [
    requestDetail,
    { before: version('11/25', 'Dentist'), after: version('11/26', 'Doctor') },
    'From 11/25 to 11/26 · Reason: Dentist → Doctor',
  ],
  [requestDetail, { before: version('11/25', 'Dentist'), after: version('11/25', 'Dentist') }, null],
  [occurrenceDetail, { version: 3, changes: ['the time', 'the students'] }, 'Changed the time and the students'],
  [
    occurrenceDetail,
    { version: 4, answered: { changes: ['the time'], outcome: 'rejected' as const } },
    'Rejected: a change of the time',
  ],
  [occurrenceDetail, { version: 4 }, null],
  [handOverDetail, { items: 7, staying: 2 }, '7 went back · 2 stayed in part'],
  [correctionDetail, { reason: 'The school called' }, 'Reason: The school called'],
  [
    correctionDetail,
    {
      before: {},
      after: {},
      outcome: { invoices: [{ invoiceNumber: 'INV-00001', replacedBy: 'INV-00003', creditNote: 'CN-00002' }] },
    },
    'CN-00002 credits INV-00001 · INV-00003 replaces INV-00001',
  ],
])('%#: a step says what was logged', (detail, logged, note) => {
  expect(detail.noteOf(logged)).toBe(note)
})

test('a step without details says nothing more', () => {
  expect(invoiceDetail.noteOf(null)).toBe(null)
})
