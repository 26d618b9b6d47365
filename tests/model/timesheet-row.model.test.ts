import { ApiError } from '#contract/failures.ts'
import { timesheetErrors } from '#domain/timesheet.ts'
import { sampleTimesheet } from '#machines/schedule/sample-sessions.ts'
import { timesheetRowMachine } from '#machines/schedule/timesheet-row.machine.ts'
import { commonFailures } from './harness/failures.ts'
import { modelTests } from './harness/model-tests.ts'

const changedElsewhere = sampleTimesheet({ endTime: '12:00', entityCacheKey: 'b' })
const approved = sampleTimesheet({ isConfirmed: true, isApproved: 1, entityCacheKey: 'c' })

modelTests({
  name: 'schedule/timesheet-row',
  machine: timesheetRowMachine,
  inputs: {
    'an open row': { timesheet: sampleTimesheet() },
    'a row without service': { timesheet: sampleTimesheet({ serviceId: null, serviceName: null }) },
    'a confirmed row': { timesheet: sampleTimesheet({ isConfirmed: true }) },
    'a row of an approved day': { timesheet: approved },
    'a row that no session asks for': { timesheet: sampleTimesheet({ isRequired: false }) },
  },
  cases: {
    'row.edit': 'bare',
    'row.cancel': 'bare',
    'row.confirm': 'bare',
    'start.choose': { 'before the end': { time: '08:30' }, nothing: { time: '' } },
    'end.choose': { 'after the start': { time: '11:00' }, 'at the start': { time: '08:30' } },
    'service.choose': { 'a service': { id: 3 }, none: { id: null } },
    'zeroHours.toggle': 'bare',
    'failure.dismiss': 'bare',
    'row.reload': {
      'changed elsewhere': { timesheet: changedElsewhere },
      'approved meanwhile': { timesheet: approved },
    },
  },
  outcomes: {
    loadServices: { done: { loaded: [{ id: 3, name: 'Speech therapy', code: 'ST' }] }, error: commonFailures },
    confirmTimesheet: {
      done: { confirmed: sampleTimesheet({ isConfirmed: true, entityCacheKey: 'd' }) },
      error: { ...commonFailures, 'changed by another': new ApiError(409, 'Somebody else changed this row') },
    },
  },
  project: ({ entry, errors, failure, timesheet, latest }) => ({
    isComplete: Object.keys(timesheetErrors(entry)).length === 0,
    zeroHours: entry.zeroHours,
    errors: Object.keys(errors).length > 0,
    failure: failure !== undefined,
    isConfirmed: timesheet.isConfirmed,
    isApproved: timesheet.isApproved,
    isRequired: timesheet.isRequired,
    willBe: latest.isApproved,
  }),
  states: {
    confirming: ({ context: { errors, failure } }) => {
      if (Object.keys(errors).length > 0 || failure) throw new Error('an error stands while confirming')
    },
    refused: ({ context: { failure } }) => {
      if (!failure) throw new Error('nothing says what was refused')
    },
    closed: ({ context: { timesheet } }) => {
      if (timesheet.isApproved !== 1 && timesheet.isRequired !== false)
        throw new Error('a row that may be changed is closed')
    },
    reading: ({ context: { timesheet } }) => {
      if (timesheet.isApproved === 1) throw new Error('a row of an approved day is open')
    },
  },
})
