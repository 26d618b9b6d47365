import { expect, it } from 'vitest'
import { dayStatusesOf } from './day-status.ts'
import { sampleApproval, sampleEvent } from './sample-sessions.ts'

it('gives a status for each provider who has a session on the day', () => {
  const events = [
    sampleEvent({ id: 1, providerId: 3, providerName: 'Cleo Park' }),
    sampleEvent({ id: 2, providerId: 2, providerName: 'Ben Cole' }),
    sampleEvent({ id: 3, providerId: 2, providerName: 'Ben Cole' }),
    sampleEvent({ id: 4, providerId: 1, providerName: 'Ana Ruiz' }),
    sampleEvent({ id: 5, providerId: 1, providerName: 'Ana Ruiz', eventDate: '2026-03-04' }),
    sampleEvent({ id: 6, providerId: 4, providerName: 'Dov Levi' }),
  ]
  const statuses = dayStatusesOf(events, [
    sampleApproval({ providerId: 1 }),
    sampleApproval({ providerId: 2, approvedStatus: 'Pending', isApproved: 0, isConfirmed: true }),
    sampleApproval({ providerId: 3, approvedStatus: 'Rejected', isApproved: 2 }),
    sampleApproval({ providerId: 4, approvedStatus: 'Locked', isApproved: 3 }),
  ])
  expect(Object.fromEntries(statuses)).toEqual({
    '2026-03-03': [
      { providerId: 1, providerName: 'Ana Ruiz', date: '2026-03-03', status: 'approved' },
      { providerId: 2, providerName: 'Ben Cole', date: '2026-03-03', status: 'confirmed' },
      { providerId: 3, providerName: 'Cleo Park', date: '2026-03-03', status: 'rejected' },
      { providerId: 4, providerName: 'Dov Levi', date: '2026-03-03', status: 'locked' },
    ],
    '2026-03-04': [{ providerId: 1, providerName: 'Ana Ruiz', date: '2026-03-04', status: 'unconfirmed' }],
  })
})
