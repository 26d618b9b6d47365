import { ApiError } from '#contract/failures.ts'
import { MODAL_WORDS, timesheetErrors } from '#domain/timesheet.ts'
import { sampleTimesheet } from '#machines/schedule/sample-sessions.ts'
import { timesheetModalMachine } from '#machines/schedule/timesheet-modal.machine.ts'
import { commonFailures } from './harness/failures.ts'
import { modelTests } from './harness/model-tests.ts'

const worked = sampleTimesheet()
const elsewhere = sampleTimesheet({ schoolId: 4, schoolName: 'Maple', serviceId: null, serviceName: null })
const ofAnother = sampleTimesheet({ providerId: 8, providerName: 'Bo Lee' })
const stored = sampleTimesheet({ id: 5, entityCacheKey: '1' })
const changed = sampleTimesheet({ id: 5, endTime: '12:00', entityCacheKey: '2' })
const approved = sampleTimesheet({ id: 5, isConfirmed: true, isApproved: 1, entityCacheKey: '3' })

const overtaken = { 'changed by another': new ApiError(409, 'These hours were changed by someone else meanwhile.') }

modelTests({
  name: 'schedule/timesheet-modal',
  machine: timesheetModalMachine,
  cases: {
    'timesheet.add': {
      'the one row': { rows: [worked] },
      'one of two schools': { rows: [worked, elsewhere] },
      "one of two providers'": { rows: [worked, ofAnother] },
    },
    'timesheet.edit': { stored: { timesheet: stored }, approved: { timesheet: approved } },
    'provider.choose': { 'a provider': { id: 8 }, none: { id: null } },
    'school.choose': { 'a school': { id: 4 }, none: { id: null } },
    'start.choose': { 'before the end': { time: '08:30' }, nothing: { time: '' } },
    'end.choose': { 'after the start': { time: '11:00' }, 'at the start': { time: '08:30' } },
    'service.choose': { 'a service': { id: 3 }, none: { id: null } },
    'zeroHours.toggle': 'bare',
    'timesheet.save': 'bare',
    'timesheet.delete': 'bare',
    'delete.confirm': 'bare',
    'delete.dismiss': 'bare',
    'failure.dismiss': 'bare',
    'modal.close': 'bare',
  },
  outcomes: {
    loadServices: { done: { loaded: [{ id: 3, name: 'Speech therapy', code: 'ST' }] }, error: commonFailures },
    saveTimesheet: {
      done: { saved: changed },
      error: {
        ...commonFailures,
        ...overtaken,
        'no such service': new ApiError(400, 'No such service', [{ path: 'serviceId', message: 'No such service' }]),
      },
    },
    deleteTimesheet: { done: { removed: worked }, error: { ...commonFailures, ...overtaken } },
    rereadTimesheet: {
      done: { changed, approved, 'none any more': undefined },
      error: commonFailures,
    },
  },
  project: ({ rows, providerId, schoolId, timesheet, entry, errors, failure }) => ({
    asks: rows.length,
    providerId,
    schoolId,
    isStored: timesheet !== undefined && timesheet.id > 0,
    isApproved: timesheet?.isApproved,
    isComplete: Object.keys(timesheetErrors(entry, MODAL_WORDS)).length === 0,
    zeroHours: entry.zeroHours,
    errors: Object.keys(errors).length > 0,
    failure: failure !== undefined,
  }),
  states: {
    choosing: ({ context: { timesheet, rows } }) => {
      if (timesheet) throw new Error('what is known is asked')
      if (rows.length < 2) throw new Error('there is nothing to choose from')
    },
    'entering.editing': ({ context: { timesheet } }) => {
      if (!timesheet || timesheet.isApproved === 1) throw new Error('hours that cannot be changed are entered')
    },
    'entering.confirmingDelete': ({ context: { timesheet } }) => {
      if (!timesheet?.id) throw new Error('there is nothing to delete')
    },
    'entering.saving': ({ context: { entry, errors } }) => {
      if (Object.keys(timesheetErrors(entry, MODAL_WORDS)).length > 0) throw new Error('hours that are wrong are sent')
      if (Object.keys(errors).length > 0) throw new Error('an error stands while saving')
    },
    'entering.refused': ({ context: { failure } }) => {
      if (!failure) throw new Error('nothing says what was refused')
    },
    readOnly: ({ context: { timesheet } }) => {
      if (timesheet?.isApproved !== 1) throw new Error('hours that may be changed are closed')
    },
  },
})
