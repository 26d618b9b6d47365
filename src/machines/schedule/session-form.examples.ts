import type { SnapshotFrom } from 'xstate'
import type { Examples } from '#machines/definition/examples.ts'
import { sampleChanged, sampleForm } from './sample-sessions.ts'
import type { SessionFormInput, sessionFormMachine } from './session-form.machine.ts'

const administrator: SessionFormInput = {
  purpose: 'create',
  user: { id: 1, role: 'Administrators', providerId: null },
  noun: 'Session',
  opensWith: { providerId: null, schoolId: null, serviceId: null, rateTypeId: null },
  stored: null,
}
const stored: Omit<SessionFormInput, 'purpose'> = {
  ...administrator,
  opensWith: { providerId: 7, schoolId: 1, serviceId: 10, rateTypeId: 1 },
  stored: { providerId: 7, schoolId: 1, caseloadIds: [11] },
  sessionId: 5,
  entityCacheKey: '3',
}

const changed = sampleChanged({ changed: 9, leftAlone: { approved: 2, locked: 0, expired: 0, editedAlone: 1 } })

export const examples = {
  inputs: {
    'an administrator adds': administrator,
    'a provider adds': { ...administrator, user: { id: 7, role: 'Providers', providerId: 7 } },
    'an occurrence is edited': { ...stored, purpose: 'editOccurrence' },
    'a series is edited': {
      ...stored,
      purpose: 'editSeries',
      sessionId: 2,
      isEventStarted: true,
      changeFromDate: '2026-03-10',
    },
    'a session is looked at': { ...stored, purpose: 'view' },
    'a passed session': { ...stored, purpose: 'passed' },
  },
  cases: {
    'form.submit': { valid: { form: sampleForm(), serviceRate: '82.50' } },
    'form.cancel': { 'nothing entered': { hasEntries: false }, 'something entered': { hasEntries: true } },
    'cancel.confirm': 'bare',
    'cancel.dismiss': 'bare',
  },
  outcomes: {
    saving: {
      done: {
        saved: ({ context }: SnapshotFrom<typeof sessionFormMachine>) => ({
          end: 'saved',
          saved: context.purpose === 'create' ? { id: 5, occurrences: 16 } : changed,
        }),
        'a field refused': { end: 'refused', fields: { eventName: 'Name is required' } },
        'came back': { end: 'returned', entityCacheKey: undefined },
        'came back over a newer version': ({ context }: SnapshotFrom<typeof sessionFormMachine>) => ({
          end: 'returned',
          entityCacheKey: context.purpose === 'create' ? undefined : '4',
        }),
      },
    },
  },
} satisfies Examples<typeof sessionFormMachine>
