import { ApiError } from '#contract/failures.ts'
import { commonFailures } from '#machines/common/common-failures.ts'
import type { Examples } from '#machines/definition/examples.ts'
import { sampleChanged, sampleForm, samplePreview, sampleWaiting } from './sample-sessions.ts'
import type { SaveSessionInput, sessionSavingMachine } from './session-saving.machine.ts'

const form = sampleForm()
const single: SaveSessionInput = {
  purpose: 'create',
  form,
  userId: 1,
  sessionId: undefined,
  serviceRate: '82.50',
  isEventStarted: false,
  entityCacheKey: undefined,
  changeFromDate: undefined,
}
const stored = { ...single, sessionId: 5, entityCacheKey: '3' }
const fieldRefused = new ApiError(400, 'The form is not valid', [{ path: 'eventName', message: 'Name is required' }])
const refusals = {
  ...commonFailures,
  'a field refused': fieldRefused,
  'a day is locked': new ApiError(409, 'A day of the session was approved or locked'),
}

export const examples = {
  inputs: {
    'a single session is added': single,
    'a series is added': {
      ...single,
      form: { ...form, rule: { type: 'daily', option: 'everyWeekday' }, endDate: '2026-03-20' },
    },
    'an occurrence is changed': { ...stored, purpose: 'editOccurrence' },
    'a series is changed': { ...stored, purpose: 'editSeries' },
  },
  cases: { 'preview.confirm': 'bare', 'preview.back': 'bare', 'failure.dismiss': 'bare' },
  outcomes: {
    previewSession: {
      done: {
        'nothing clashes': samplePreview(),
        'a request waits': { ...samplePreview(), replaces: sampleWaiting },
        'time off clashes': samplePreview([{ kind: 'timeOff', startTime: '09:00', endTime: '12:00' }]),
        'another session decides the rate type': { ...samplePreview(), rateTypeNote: 'Another session comes first.' },
      },
      error: { ...refusals, 'no previews here': new ApiError(404, 'Not found') },
    },
    saveSession: {
      done: { saved: sampleChanged({ changed: 1 }) },
      error: { ...refusals, deleted: new ApiError(404, 'Session not found.') },
    },
    rereadSession: {
      done: {
        'changed by someone else': { entityCacheKey: '4', isEventPassed: false, readOnlyReason: null },
        'the same version': { entityCacheKey: '3', isEventPassed: false, readOnlyReason: null },
        'read-only by now': { entityCacheKey: '4', isEventPassed: false, readOnlyReason: 'The day is approved.' },
        'over by now': { entityCacheKey: '4', isEventPassed: true, readOnlyReason: null },
      },
      error: { ...commonFailures, deleted: new ApiError(404, 'No such session') },
    },
  },
} satisfies Examples<typeof sessionSavingMachine>
