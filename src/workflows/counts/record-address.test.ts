import { expect, test } from 'vitest'
import type { WorkflowRecord } from '#contract/workflow-counts.ts'
import { RECORD_WORDS } from './record-address.ts'

const RECORD: WorkflowRecord = {
  entity: '7',
  label: 'Reading, Lincoln',
  providerId: 3,
  providerName: 'Paul Provider',
  date: '2026-11-20',
  startTime: '09:00',
  endTime: '09:45',
  state: 'scheduled',
  scheduleEventId: 5,
  isRecurring: true,
  at: null,
}

test.each<[string, Partial<WorkflowRecord>, string]>([
  ['schedule/occurrence', {}, '/edit-schedule/5/7/true'],
  ['schedule/occurrence', { state: 'approved' }, '/schedule-event-viewer?view=daily&date=2026-11-20&provider=3'],
  ['schedule/occurrence', { state: 'deleted' }, '/schedule-event-viewer?view=daily&date=2026-11-20&provider=3'],
  ['schedule/provider-day', { entity: '3/2026-11-20' }, '/?view=daily&date=2026-11-20&provider=3'],
  ['people/hand-over-lifecycle', { entity: '7' }, '/hand-over/3'],
  ['documents/provider-document', { entity: '7', state: 'expired' }, '/provider-documents/3'],
  ['documents/provider-document', { entity: '7', state: 'deleted' }, '/provider-documents/3?show=2'],
  ['billing/billing-period', { entity: '7', providerId: null, providerName: '', state: 'locked' }, '/lockout'],
  [
    'billing/billing-period',
    { entity: '2026-11-16', date: '2026-11-16', state: 'closing' },
    '/close-out?period=2026-11-16',
  ],
  ['billing/invoice', { label: 'INV-00042' }, '/billing-history?number=INV-00042'],
  ['billing/invoice-delivery', { label: 'INV-00042' }, '/billing-history?number=INV-00042'],
  ['schedule/calendar-feed', { entity: '3', date: null }, '/schedule-event-viewer?provider=3'],
  ['time-off/pto-request', { state: 'rejected' }, '/pto-record?providerIds=3&from=2026-11-20&to=2026-11-20&statusId=3'],
])('%s %j is at %s', (workflow, changed, address) => {
  expect(RECORD_WORDS[workflow]?.address({ ...RECORD, ...changed })).toBe(address)
})
