import { ApiError } from '#contract/failures.ts'
import { countsAsApproved, hoursToWire, type SavedTimesheet } from '#contract/schedule.ts'
import { commonFailures } from '#machines/common/common-failures.ts'
import type { Examples } from '#machines/definition/examples.ts'
import { sampleTimesheet } from './sample-sessions.ts'
import type { timesheetRowMachine } from './timesheet-row.machine.ts'

const changedElsewhere = sampleTimesheet({ entityCacheKey: 'b' })
const confirmed = sampleTimesheet({ isConfirmed: true, entityCacheKey: 'd' })
const approved = sampleTimesheet({ isConfirmed: true, isApproved: 1, entityCacheKey: 'c' })
const session = { id: 1, isTimesheetReq: true, entityCacheKey: '3' }
/** Someone else saved first; the response contains their version. */
const conflict = (stored: SavedTimesheet) => new ApiError(409, 'Someone else changed this row', [], hoursToWire(stored))
const approvedAgain = { ...approved, entityCacheKey: 'e' }

export const examples = {
  inputs: {
    'an open row': { timesheet: sampleTimesheet() },
    'a row without service': { timesheet: sampleTimesheet({ serviceId: null, serviceName: null }) },
    'a confirmed row': { timesheet: sampleTimesheet({ isConfirmed: true }) },
    'a row of an approved day': { timesheet: approved },
    'a row that no session asks for': { timesheet: sampleTimesheet({ isRequired: false }) },
    'in a dialog': { timesheet: sampleTimesheet({ id: 5 }), place: 'modal' },
    'of an approved day, in a dialog': { timesheet: approved, place: 'modal' },
    'from a session': { timesheet: sampleTimesheet(), place: 'session', session },
    'from a session that asks for no hours': {
      timesheet: sampleTimesheet(),
      place: 'session',
      session: { ...session, isTimesheetReq: false },
    },
  },
  cases: {
    'row.edit': 'bare',
    'row.cancel': 'bare',
    'row.save': 'bare',
    'start.choose': { 'before the end': { time: '09:00' }, nothing: { time: '' } },
    'end.choose': { 'after the start': { time: '11:30' }, 'at the start': { time: '09:00' } },
    'service.choose': { 'a service': { id: 3 }, none: { id: null } },
    'isZeroHours.toggle': 'bare',
    'isRequired.toggle': 'bare',
    'drop.confirm': 'bare',
    'drop.dismiss': 'bare',
    'failure.dismiss': 'bare',
    'row.reload': {
      'changed elsewhere': ({ context: { latest } }) => ({
        timesheet: countsAsApproved(latest.isApproved) ? changedElsewhere : { ...latest, entityCacheKey: 'b' },
      }),
      'approved meanwhile': ({ context: { latest } }) => ({
        timesheet: countsAsApproved(latest.isApproved) ? approvedAgain : approved,
      }),
    },
    'row.refuse': {
      'changed by another': { error: conflict(changedElsewhere) },
      'approved meanwhile': { error: conflict(approved) },
    },
  },
  outcomes: {
    loadServices: { done: { loaded: [{ id: 3, name: 'Speech therapy', code: 'ST' }] }, error: commonFailures },
    saveTimesheet: {
      done: { confirmed, 'confirmed with a new token': confirmed, 'approved at once': approved },
      error: {
        ...commonFailures,
        'changed by another': new ApiError(409, 'Someone else changed this row'),
        'changed by another, with theirs': conflict({
          ...changedElsewhere,
          session: { ...session, entityCacheKey: '4' },
        }),
        'approved meanwhile': conflict(approved),
        'moved to another day': conflict({ ...changedElsewhere, date: '2026-11-25' }),
        'no such service': new ApiError(400, 'No such service', [{ path: 'serviceId', message: 'No such service' }]),
      },
    },
  },
} satisfies Examples<typeof timesheetRowMachine>
