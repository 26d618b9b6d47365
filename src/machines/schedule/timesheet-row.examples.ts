import { ApiError } from '#contract/failures.ts'
import { countsAsApproved } from '#contract/schedule.ts'
import { commonFailures } from '#machines/chart/common-failures.ts'
import type { Examples } from '#machines/chart/examples.ts'
import { sampleTimesheet } from './sample-sessions.ts'
import type { timesheetRowMachine } from './timesheet-row.machine.ts'

const changedElsewhere = sampleTimesheet({ entityCacheKey: 'b' })
const confirmed = sampleTimesheet({ isConfirmed: true, entityCacheKey: 'd' })
const approved = sampleTimesheet({ isConfirmed: true, isApproved: 1, entityCacheKey: 'c' })
const approvedAgain = { ...approved, entityCacheKey: 'e' }

export const examples = {
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
    'start.choose': { 'before the end': { time: '09:00' }, nothing: { time: '' } },
    'end.choose': { 'after the start': { time: '11:30' }, 'at the start': { time: '09:00' } },
    'service.choose': { 'a service': { id: 3 }, none: { id: null } },
    'isZeroHours.toggle': 'bare',
    'failure.dismiss': 'bare',
    'row.reload': {
      'changed elsewhere': ({ context: { latest } }) => ({
        timesheet: countsAsApproved(latest.isApproved) ? changedElsewhere : { ...latest, entityCacheKey: 'b' },
      }),
      'approved meanwhile': ({ context: { latest } }) => ({
        timesheet: countsAsApproved(latest.isApproved) ? approvedAgain : approved,
      }),
    },
  },
  outcomes: {
    loadServices: { done: { loaded: [{ id: 3, name: 'Speech therapy', code: 'ST' }] }, error: commonFailures },
    confirmTimesheet: {
      done: { confirmed, 'confirmed with a new token': confirmed, 'approved at once': approved },
      error: { ...commonFailures, 'changed by another': new ApiError(409, 'Somebody else changed this row') },
    },
  },
} satisfies Examples<typeof timesheetRowMachine>
