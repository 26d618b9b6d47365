import { ApiError } from '#contract/failures.ts'
import { commonFailures } from '#machines/chart/common-failures.ts'
import type { Examples } from '#machines/chart/examples.ts'
import { sampleTimesheet } from './sample-sessions.ts'
import type { timesheetModalMachine } from './timesheet-modal.machine.ts'

const worked = sampleTimesheet()
const elsewhere = sampleTimesheet({ schoolId: 4, schoolName: 'Maple', serviceId: null, serviceName: null })
const ofAnother = sampleTimesheet({ providerId: 8, providerName: 'Bo Lee' })
const stored = sampleTimesheet({ id: 5, entityCacheKey: '1' })
const changed = sampleTimesheet({ id: 5, endTime: '12:00', entityCacheKey: '2' })
const approved = sampleTimesheet({ id: 5, isConfirmed: true, isApproved: 1, entityCacheKey: '3' })

const overtaken = { 'changed by another': new ApiError(409, 'Someone else has changed these hours.') }

export const examples = {
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
} satisfies Examples<typeof timesheetModalMachine>
