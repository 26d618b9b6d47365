import type { SnapshotFrom } from 'xstate'
import { emptySessionForm } from '#domain/session-form.ts'
import type { Examples } from '#machines/chart/examples.ts'
import { sampleChanged, sampleForm } from './sample-sessions.ts'
import type { SessionFormInput, sessionFormMachine } from './session-form.machine.ts'

const initial = emptySessionForm({ date: '2026-03-03' })
const administrator: SessionFormInput = {
  purpose: 'create',
  user: { id: 1, role: 'Administrators', providerId: null },
  noun: 'Session',
  initial,
}
const form = sampleForm()

const changed = sampleChanged({ changed: 9, leftAlone: { approved: 2, locked: 0, expired: 0, editedAlone: 1 } })

export const examples = {
  inputs: {
    'an administrator adds': administrator,
    'an administrator goes on with a draft': { ...administrator, restored: { ...initial, mode: 'basic' } },
    'a provider adds': { ...administrator, user: { id: 7, role: 'Providers', providerId: 7 } },
    'a basic session': { ...administrator, initial: { ...initial, mode: 'basic' } },
    'a provider opens a basic session': {
      ...administrator,
      user: { id: 7, role: 'Providers', providerId: 7 },
      initial: { ...initial, mode: 'basic' },
    },
    'an occurrence is edited': { ...administrator, purpose: 'editOccurrence', sessionId: 5, entityCacheKey: '3' },
    'an occurrence is edited, from a draft': {
      ...administrator,
      purpose: 'editOccurrence',
      sessionId: 5,
      entityCacheKey: '3',
      restored: { ...initial, eventName: 'Speech' },
    },
    'a series is edited': { ...administrator, purpose: 'editSeries', sessionId: 5, entityCacheKey: '3' },
    'a session is looked at': { ...administrator, purpose: 'view', sessionId: 5 },
    'a passed session': { ...administrator, purpose: 'passed', sessionId: 5 },
    'a passed basic session': {
      ...administrator,
      purpose: 'passed',
      sessionId: 5,
      initial: { ...initial, mode: 'basic' },
    },
  },
  cases: {
    'form.change': 'bare',
    'form.submit': { valid: { form, serviceRate: '82.50' } },
    'form.cancel': 'bare',
    'cancel.confirm': 'bare',
    'cancel.dismiss': 'bare',
    'basic.choose': 'bare',
    'advance.choose': 'bare',
    'provider.choose': { 'a provider': { providerId: 7 } },
    'school.choose': { 'a school': { schoolId: 1 } },
    'service.choose': { 'a service': { serviceId: 10 } },
    'rateType.choose': { hourly: { rateTypeId: 1 } },
    'colour.choose': { blue: { colourCode: '#74C0FC' } },
    'choices.retry': 'bare',
    'caseload.retry': 'bare',
    'caseload.add': { 'a student': { id: 11 } },
    'caseload.move': { 'to the front': { id: 11, index: 0 } },
    'caseload.remove': { 'a student': { id: 11 } },
    'caseload.clear': 'unused',
    'recurrence.tick': 'bare',
    'recurrence.untick': 'bare',
    'recurrenceType.choose': { weekly: { recurrenceType: 'weekly' } },
    'recurrenceOption.choose': { 'weeks of the month': { option: 'weeksOfMonth' } },
  },
  outcomes: {
    choices: {
      snapshot: {
        'a school is chosen': { context: { chosen: { schoolId: 1 } } },
        'the school is left': { context: { chosen: { schoolId: null } } },
      },
    },
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
